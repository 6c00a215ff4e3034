import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Database } from '#libs/database';
import type { RemoteStore } from '#libs/event-sourcing';
import { churchIds } from '../../tenancy/index.js';
import { ThrottledLog } from '../../ops/throttled-log.js';
import { checkPage, copyFromStore, type CheckedPage, type LinkedEntry } from '../copy-check.js';
import type { WatchTimes } from './follower-watch.js';
import { isInEventStoreDb, type StoreMatches } from './store-matches.js';

/** Milliseconds between two pages of a journal, so that requests are answered in between. */
const pause = 20;

/**
 * Adds the copies of events that versions before the table `event_copy` did not write, and replaces
 * wrong copies, while the follower runs. It checks each entry of a journal once after the start of
 * the process, and never holds the lock of a church.
 */
export class MissingCopies {
  readonly #log = new Logger('projections');
  readonly #problems = new ThrottledLog((entry) => this.#log.warn(entry));
  /** Number of the last journal entry of each church that was checked. */
  readonly #checked = new Map<string, bigint>();
  /** When all churches were checked, by `performance.now()`. */
  #checkedAt = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly store: RemoteStore,
    private readonly matches: StoreMatches,
  ) {}

  /**
   * Checks and adds copies repeatedly until `signal` is aborted. Logs failures, and tries again.
   */
  async run(times: WatchTimes, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (performance.now() - this.#checkedAt >= times.copyInterval) await this.#attempt(signal);
      await sleep(times.interval, undefined, { signal }).catch(() => undefined);
    }
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    try {
      for (const id of await churchIds(this.db)) await this.#complete(id, signal);
      if (!signal.aborted) this.#checkedAt = performance.now();
    } catch (error) {
      if (signal.aborted) return;
      this.#problems.report({ message: 'the copies of events could not be checked', error });
    }
  }

  /** Checks the entries of a church that were not checked before, page by page. */
  async #complete(organizationId: string, signal: AbortSignal): Promise<void> {
    let copied = 0;
    while (!signal.aborted) {
      const page = await this.#checkNextPage(organizationId);
      if (page === null) break;
      const faulty = page.faulty.map(({ entry }) => entry);
      const refusedEntries = await copyFromStore(
        this.db,
        this.store,
        organizationId,
        faulty,
        signal,
      );
      if (refusedEntries.length > 0) this.#reportRefused(organizationId, refusedEntries);
      copied += faulty.length - refusedEntries.length;
      this.#checked.set(organizationId, page.last);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
    if (copied > 0)
      this.#log.log({ message: 'copies of events were added', organizationId, entries: copied });
  }

  /** @returns null at the end of the journal, and if the church cannot be checked now */
  #checkNextPage(organizationId: string): Promise<CheckedPage | null> {
    return this.db.tenant(organizationId, async (tx) => {
      if (!(await isInEventStoreDb(tx)) || !(await this.matches.mayPublish(tx))) return null;
      return checkPage(tx, this.#checked.get(organizationId) ?? 0n);
    });
  }

  #reportRefused(organizationId: string, [first]: LinkedEntry[]): void {
    const message =
      'the copies of some events are missing or wrong, and EventStoreDB does not have these ' +
      'events as the journal recorded them; run repair-books';
    const number = first!.number.toString();
    this.#problems.report({ message, organizationId, number }, `${message} ${organizationId}`);
  }
}
