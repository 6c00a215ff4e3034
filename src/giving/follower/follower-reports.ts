import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#libs/database';
import { selectReport, storeReport } from './follower.sql.js';
import type { FollowerTrouble } from './follower-troubles.js';

/** What the process that follows EventStoreDB wrote last. */
export interface FollowerReport {
  troubles: FollowerTrouble[];
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
    const [row] = await this.db.platform((tx) => selectReport(tx));
    return row ?? null;
  }

  async save(troubles: readonly FollowerTrouble[]): Promise<void> {
    await this.db.platform((tx) => storeReport(tx, { troubles }));
  }

  /**
   * Saves what `current` returns when it has changed, and every ten seconds, until `signal` ends
   * it.
   */
  async keep(current: () => readonly FollowerTrouble[], signal: AbortSignal): Promise<void> {
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
