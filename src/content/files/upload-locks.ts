import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { Database } from '#libs/database';
import { HttpError } from '#libs/http';
import { askForLock, freeLock, renewLocks, takeLock } from './upload-locks.sql.js';

/** How long a lock is valid after it was taken or renewed, in milliseconds. */
const leaseTime = 10_000;
/** How often the locks of this process are renewed, in milliseconds. */
const renewalInterval = 1_000;
/** After this time without a renewal, the holder gives up a lock; in milliseconds. */
const maxTimeWithoutRenewal = 4_000;
/** How long a connection waits for a lock, in milliseconds. */
const maxWait = 30_000;
/** The time between two attempts to take a lock, in milliseconds. */
const retryInterval = 200;

/** A lock that this process holds. */
interface HeldLock {
  /** Ends the request that holds the lock. */
  release: RequestRelease;
  renewedAt: number;
}

/**
 * Lets only one connection write to an upload, in all processes that use the database. A lock is a
 * row with a lease. PostgreSQL's own locks would occupy one of the few connections of the pool
 * during a slow upload. A connection that waits marks the lock; the request that holds the lock is
 * then ended (`lockDrainTimeout` of the tus server). The locks of a process that was killed expire.
 */
@Injectable()
export class UploadLocks implements Locker {
  readonly #heldLocks = new Map<string, HeldLock>();
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(@Inject(Database) private readonly db: Database) {}

  newLock(id: string): Lock {
    const holder = randomUUID();
    return {
      lock: (signal, release) => this.#take({ id, holder, release }, signal),
      unlock: () => this.#free(holder),
    };
  }

  /**
   * @throws HttpError 423 if the lock does not become free, or if the waiting request was aborted
   */
  async #take(
    { id, holder, release }: { id: string; holder: string; release: RequestRelease },
    signal: AbortSignal,
  ): Promise<void> {
    const deadline = performance.now() + maxWait;
    while (!(await this.#tryToTake(id, holder))) {
      if (signal.aborted || performance.now() > deadline)
        throw new HttpError(
          423,
          'This upload is going on over another connection. Please try again in a moment.',
          'locked',
        );
      await sleep(retryInterval);
    }
    this.#heldLocks.set(holder, { release, renewedAt: performance.now() });
    this.#timer ??= setInterval(() => {
      void this.#checkLocks();
    }, renewalInterval).unref();
  }

  async #tryToTake(id: string, holder: string): Promise<boolean> {
    return this.db.outside(async (tx) => {
      const isTaken = (await takeLock.count(tx, { id, holder, milliseconds: leaseTime })) > 0;
      if (!isTaken) await askForLock(tx, { id });
      return isTaken;
    });
  }

  async #free(holder: string): Promise<void> {
    this.#heldLocks.delete(holder);
    if (this.#heldLocks.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    // The bytes are already stored. If the lock cannot be freed, it expires.
    await this.db.outside((tx) => freeLock(tx, { holder })).catch(() => undefined);
  }

  /** Gives up the locks that were not renewed for too long, and renews the others. */
  async #checkLocks(): Promise<void> {
    for (const { renewedAt, release } of this.#heldLocks.values())
      if (performance.now() - renewedAt > maxTimeWithoutRenewal) void release();
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    // If the renewal fails, the next check tries again.
    await this.#renew([...this.#heldLocks.keys()]).catch(() => undefined);
    this.#isRenewing = false;
  }

  /** Renews all locks of this process with one statement. */
  async #renew(holders: string[]): Promise<void> {
    const since = performance.now();
    const rows = await this.db.outside((tx) =>
      renewLocks(tx, { holders, milliseconds: leaseTime }),
    );
    for (const holder of holders) {
      const heldLock = this.#heldLocks.get(holder);
      const row = rows.find((renewed) => renewed.holder === holder);
      if (row && heldLock) heldLock.renewedAt = since;
      if (!row || row.wanted) void heldLock?.release();
    }
  }
}
