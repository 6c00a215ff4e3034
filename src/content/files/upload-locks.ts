import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { Database } from '#libs/database';
import { HttpError } from '#libs/http';
import { askForLock, freeLock, renewLocks, takeLock } from './upload-locks.sql.js';

/** Milliseconds: how long a lock outlives the last word of its holder, how often it says one, and how long it may go unheard before it lets go by itself. */
const lease = 10_000;
const renewal = 1_000;
const unheard = 4_000;
/** how long somebody waits for a lock, and between two looks at it */
const patience = 30_000;
const pause = 200;

interface Held {
  letGo: RequestRelease;
  renewedAt: number;
}

/**
 * Who writes to an upload, in whichever process of this database: one connection at a time. A lock is a row with a lease,
 * not a lock of PostgreSQL's own, which would keep one of the pool's few connections as long as a slow upload takes. Who
 * comes later asks for it, and its holder, who may hang, is cut off (`lockDrainTimeout` of the protocol's server); that of
 * a process which was killed runs out.
 */
@Injectable()
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(@Inject(Database) private readonly db: Database) {}

  newLock(id: string): Lock {
    const holder = randomUUID();
    return {
      lock: (signal, letGo) => this.#take(id, holder, signal, letGo),
      unlock: () => this.#free(holder),
    };
  }

  /** @throws HttpError 423 where it does not come free, or who waits has gone */
  async #take(
    id: string,
    holder: string,
    signal: AbortSignal,
    letGo: RequestRelease,
  ): Promise<void> {
    const until = performance.now() + patience;
    while (!(await this.#tryToTake(id, holder))) {
      if (signal.aborted || performance.now() > until)
        throw new HttpError(
          423,
          'This upload is going on over another connection. Please try again in a moment.',
          'locked',
        );
      await sleep(pause);
    }
    this.#held.set(holder, { letGo, renewedAt: performance.now() });
    this.#timer ??= setInterval(() => {
      void this.#look();
    }, renewal).unref();
  }

  async #tryToTake(id: string, holder: string): Promise<boolean> {
    return this.db.outside(async (tx) => {
      const isMine = (await takeLock.count(tx, { id, holder, milliseconds: lease })) > 0;
      if (!isMine) await askForLock(tx, { id });
      return isMine;
    });
  }

  async #free(holder: string): Promise<void> {
    this.#held.delete(holder);
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // what was written is written: a lock that cannot be given back runs out
    await this.db.outside((tx) => freeLock(tx, { holder })).catch(() => undefined);
  }

  async #look(): Promise<void> {
    for (const { renewedAt, letGo } of this.#held.values())
      if (performance.now() - renewedAt > unheard) void letGo();
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    await this.#renew([...this.#held.keys()]).catch(() => undefined); // next time; who goes unheard lets go
    this.#isRenewing = false;
  }

  /** All that this process holds, with one statement. */
  async #renew(holders: string[]): Promise<void> {
    const since = performance.now();
    const rows = await this.db.outside((tx) => renewLocks(tx, { holders, milliseconds: lease }));
    for (const holder of holders) {
      const held = this.#held.get(holder);
      const row = rows.find((one) => one.holder === holder);
      if (row && held) held.renewedAt = since;
      if (!row || row.wanted) void held?.letGo();
    }
  }
}
