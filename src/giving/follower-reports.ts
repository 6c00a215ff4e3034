import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#libs/database';

/**
 * What `/health` calls a mismatch, a church whose journal and EventStoreDB do not match. It has
 * nothing to do with the state `read-only` of a church that owes a payment (`Standing` in
 * `libs/contracts`).
 */
export const mismatchKind = 'read-only';

/** The kinds of trouble. If there are several, `/health` names the first of this list. */
export const troubleKinds = ['not following', 'stopped', mismatchKind] as const;

/**
 * A problem of the churches that are stored in EventStoreDB.
 * - `not following`: the program does not read new events.
 * - `stopped`: an event is stored, but it is not in the ledger.
 * - `mismatchKind`: the program records nothing for some churches, because their journal and
 *   EventStoreDB do not match.
 */
export interface FollowingTrouble {
  kind: (typeof troubleKinds)[number];
  reason: string;
}

/** What the process that follows EventStoreDB wrote last. */
export interface FollowerReport {
  troubles: FollowingTrouble[];
  /**
   * Whether it is older than a minute. Then the process that follows hangs, or it is of a version
   * before the reports.
   */
  isOld: boolean;
}

/** Milliseconds between two looks at what has changed, and between two reports without a change. */
const [lookEvery, reportEvery] = [500, 10_000];

/**
 * The reports of the process that follows EventStoreDB. They are stored in the database for two
 * reasons: every process reports the same in `/health` and `/metrics`, and the next process that
 * follows knows what has stopped.
 */
export class FollowerReports {
  constructor(private readonly db: Database) {}

  /** Returns the last report; null before the first one. */
  async load(): Promise<FollowerReport | null> {
    const [row] = await this.db.platform((tx) =>
      tx.sql<FollowerReport>(
        `select troubles, reported_at < now() - interval '1 minute' as "isOld"
           from event_follower
          where store = 'eventstoredb' and reported_at is not null`,
      ),
    );
    return row ?? null;
  }

  async save(troubles: readonly FollowingTrouble[]): Promise<void> {
    await this.db.platform((tx) =>
      tx.sql(
        `insert into event_follower (store, troubles, reported_at) values ('eventstoredb', $1, now())
         on conflict (store) do update set troubles = excluded.troubles, reported_at = excluded.reported_at`,
        [JSON.stringify(troubles)],
      ),
    );
  }

  /**
   * Saves what `current` returns when it has changed, and every ten seconds, until `signal` ends
   * it.
   */
  async keep(current: () => readonly FollowingTrouble[], signal: AbortSignal): Promise<void> {
    let saved: string | null = null;
    let savedAt = 0;
    while (!signal.aborted) {
      const troubles = current();
      const content = JSON.stringify(troubles);
      const isDue = performance.now() - savedAt >= reportEvery;
      if (content !== saved || isDue) {
        await this.save(troubles);
        saved = content;
        savedAt = performance.now();
      }
      await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }
}
