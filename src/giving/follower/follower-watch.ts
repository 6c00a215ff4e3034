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
  /** Between two looks. */
  every: number;
  /** How long an import may be stored before it must be in the ledger. */
  patience: number;
  /** Between two searches for gaps in the journals. A search reads all journal numbers. */
  everyForGaps: number;
  /** Between two checks of the copies of events. A check reads the journal entries that are new since the last one. */
  everyForCopies: number;
}

/** The follower has to start again from before an import that is stored but not in the ledger. */
export class ImportLost extends Error {
  constructor(readonly lost: LostImport) {
    super(`import ${lost.importId} is stored, but it is not in the ledger`);
  }
}

/** The follower has to start again, because a church whose events it skipped matches the event store again. */
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
  /** The number that a journal lacks; null if none lacks any; undefined before the first search. */
  #gap: string | null | undefined;
  /** When the journals were searched, by `performance.now()`. */
  #searchedAt = -Infinity;
  /**
   * Whether an import is stored but not in the ledger, for however short a time; undefined if the last look
   * failed.
   */
  #isImportOutside: boolean | undefined;

  /** @param follower.reached everything up to this position was published or skipped */
  constructor(
    private readonly db: Database,
    store: RemoteStore,
    follower: { matches: StoreMatches; times: WatchTimes; reached: () => Position | null },
  ) {
    this.#matches = follower.matches;
    this.#times = follower.times;
    this.#imports = new LostImports(db, store, {
      patience: follower.times.patience,
      reached: follower.reached,
    });
  }

  /**
   * Looks again and again until `signal` ends it.
   * @param onTrouble told why giving has stopped, and null when nothing is wrong (anymore)
   * @throws ImportLost, ChurchMatchesAgain when the follower must start again
   */
  async run(onTrouble: (reason: string | null) => void, signal: AbortSignal): Promise<void> {
    await this.#attempt(() => this.#lookForGap());
    this.#tell(onTrouble);
    await this.#attempt(() => this.#compareStores());
    while (!signal.aborted) {
      await sleep(this.#times.every, undefined, { signal }).catch(() => undefined);
      await this.#attempt(() => this.#lookForGap());
      await this.#attempt(() => this.#lookForLostImport());
      await this.#attempt(() => this.#compareStores());
      this.#tell(onTrouble);
    }
  }

  /** Tells nothing if a look failed, so that an earlier trouble stays reported. */
  #tell(onTrouble: (reason: string | null) => void): void {
    if (typeof this.#gap === 'string')
      onTrouble(`the journal of a church has no entry ${this.#gap}; run verify`);
    else if (this.#gap === null && this.#isImportOutside === false) onTrouble(null);
  }

  /** A look that fails is repeated the next time: a store or database that is unreachable has its own messages. */
  async #attempt(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (error instanceof ImportLost || error instanceof ChurchMatchesAgain) throw error;
      this.#problems.report({ message: 'the ledger could not be watched', error });
    }
  }

  async #lookForGap(): Promise<void> {
    if (performance.now() - this.#searchedAt < this.#times.everyForGaps) return;
    const gap = await findJournalGap(this.db);
    this.#searchedAt = performance.now();
    if (gap !== null && gap.number !== this.#gap)
      this.#log.error({ message: 'the journal of a church has a gap', ...gap });
    this.#gap = gap?.number ?? null;
  }

  async #lookForLostImport(): Promise<void> {
    this.#isImportOutside = undefined;
    const lost = await this.#imports.find();
    if (lost) throw new ImportLost(lost);
    this.#isImportOutside = this.#imports.isAnyOutside;
  }

  async #compareStores(): Promise<void> {
    const churches = await this.#matches.findMatchingAgain();
    if (churches.length > 0) throw new ChurchMatchesAgain(churches);
  }
}
