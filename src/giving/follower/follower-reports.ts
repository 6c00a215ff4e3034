import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#libs/database';
import { selectReport, storeReport } from './follower.sql.js';
import type { FollowerTrouble } from './follower-troubles.js';

/** The last report of the process that follows EventStoreDB. */
export interface FollowerReport {
  troubles: FollowerTrouble[];
  /**
   * Whether the report is older than a minute. Then the process that follows EventStoreDB hangs, or
   * runs an older version of the program, which writes no reports.
   */
  isOld: boolean;
}

/** Milliseconds between two comparisons with the saved report. */
const compareEvery = 500;
/** Milliseconds after which a report is saved although nothing has changed. */
const saveEvery = 10_000;

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
   * Saves the troubles that `current` returns when they have changed, and every ten seconds, until
   * `signal` is aborted.
   */
  async run(current: () => readonly FollowerTrouble[], signal: AbortSignal): Promise<void> {
    let savedContent: string | null = null;
    let savedAt = 0;
    while (!signal.aborted) {
      const troubles = current();
      const content = JSON.stringify(troubles);
      const isDue = performance.now() - savedAt >= saveEvery;
      if (content !== savedContent || isDue) {
        await this.save(troubles);
        savedContent = content;
        savedAt = performance.now();
      }
      await sleep(compareEvery, undefined, { signal }).catch(() => undefined);
    }
  }
}
