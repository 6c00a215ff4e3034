import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Database } from '#libs/database';
import type { Position, RemoteStore } from '#libs/event-sourcing';
import { ThrottledLog } from '../../ops/throttled-log.js';
import { findJournalGap } from '../journal/gaps.js';
import { LostImports, type LostImport } from './lost-imports.js';
import type { StoreMatches } from './store-matches.js';

/** Times of the watch, in milliseconds. */
export interface WatchTimes {
  /** Between two checks. */
  interval: number;
  /** How long an import may be stored before it must be in the ledger. */
  importDelay: number;
  /** Between two searches for gaps in the journals. A search reads all journal numbers. */
  gapInterval: number;
  /**
   * Between two checks of the copies of events. A check reads the journal entries that were added
   * since the last one.
   */
  copyInterval: number;
}

/**
 * An import is stored in EventStoreDB but is not in the ledger. The follower has to start again at
 * a position before the events of the import.
 */
export class ImportLost extends Error {
  constructor(readonly lost: LostImport) {
    super(`import ${lost.importId} is stored, but it is not in the ledger`);
  }
}

/**
 * The follower has to start again, because churches whose events it skipped match the event store
 * again.
 */
export class ChurchMatchesAgain extends Error {
  constructor(readonly churches: string[]) {
    super('a church matches the event store again');
  }
}

/** Looks for events that do not reach the ledger, while the follower runs. */
export class FollowerWatch {
  readonly #log = new Logger('projections');
  readonly #problems = new ThrottledLog((entry) => this.#log.warn(entry));
  readonly #imports: LostImports;
  readonly #matches: StoreMatches;
  readonly #times: WatchTimes;
  /** A number that is missing in a journal; null if none is; undefined before the first search. */
  #gap: string | null | undefined;
  /** When the journals were searched for gaps, by `performance.now()`. */
  #searchedAt = -Infinity;
  /**
   * Whether an import is stored but not in the ledger, even for a short time; undefined if the last
   * check failed.
   */
  #isImportMissing: boolean | undefined;

  /** @param follower.reached returns the position up to which events were published or skipped */
  constructor(
    private readonly db: Database,
    store: RemoteStore,
    follower: { matches: StoreMatches; times: WatchTimes; reached: () => Position | null },
  ) {
    this.#matches = follower.matches;
    this.#times = follower.times;
    this.#imports = new LostImports(db, store, {
      importDelay: follower.times.importDelay,
      reached: follower.reached,
    });
  }

  /**
   * Checks repeatedly until `signal` is aborted.
   * @param onTrouble called with the reason why giving has stopped, and with null if it has not
   * @throws ImportLost, ChurchMatchesAgain when the follower must start again
   */
  async run(onTrouble: (reason: string | null) => void, signal: AbortSignal): Promise<void> {
    await this.#attempt(() => this.#findGap());
    this.#reportTrouble(onTrouble);
    await this.#attempt(() => this.#compareStores());
    while (!signal.aborted) {
      await sleep(this.#times.interval, undefined, { signal }).catch(() => undefined);
      await this.#attempt(() => this.#findGap());
      await this.#attempt(() => this.#findLostImport());
      await this.#attempt(() => this.#compareStores());
      this.#reportTrouble(onTrouble);
    }
  }

  /** Reports nothing if a check has failed, so that an earlier trouble stays reported. */
  #reportTrouble(onTrouble: (reason: string | null) => void): void {
    if (typeof this.#gap === 'string')
      onTrouble(`the journal of a church has no entry ${this.#gap}; run verify`);
    else if (this.#gap === null && this.#isImportMissing === false) onTrouble(null);
  }

  /** Runs a check. If it fails, the next round runs it again. */
  async #attempt(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (error instanceof ImportLost || error instanceof ChurchMatchesAgain) throw error;
      this.#problems.report({ message: 'the ledger could not be watched', error });
    }
  }

  async #findGap(): Promise<void> {
    if (performance.now() - this.#searchedAt < this.#times.gapInterval) return;
    const gap = await findJournalGap(this.db);
    this.#searchedAt = performance.now();
    if (gap !== null && gap.number !== this.#gap)
      this.#log.error({ message: 'the journal of a church has a gap', ...gap });
    this.#gap = gap?.number ?? null;
  }

  async #findLostImport(): Promise<void> {
    this.#isImportMissing = undefined;
    const lost = await this.#imports.find();
    if (lost) throw new ImportLost(lost);
    this.#isImportMissing = this.#imports.isAnyMissing;
  }

  async #compareStores(): Promise<void> {
    const churches = await this.#matches.findMatchingAgain();
    if (churches.length > 0) throw new ChurchMatchesAgain(churches);
  }
}
