import { tooMany } from './errors.js';

/** The answer to a call that may not even wait. */
export const tooMuchAtOnce = () =>
  tooMany('Too much is being asked for at once. Please wait a few seconds and try again.', 5);

export interface FairQueueOptions {
  /** pieces of work that run at the same time */
  atOnce: number;
  /** of one key */
  atOnceOfOne: number;
  /** pieces of work of one key that may wait */
  waitingOfOne: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets work that costs run a few at a time, in turns between keys (addresses, churches): whoever sends a thousand waits
 * behind themselves, and everybody else waits for one of theirs at most.
 */
export class FairQueue {
  /** in the order in which it is their turn */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /** Runs `work` when it is its turn. @throws HttpError 429 at once, where the key has too much waiting already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (!this.#isFree(lane)) {
      if (lane.waiting.length >= this.options.waitingOfOne) throw tooMuchAtOnce();
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else {
      this.#begin(lane);
    }
    try {
      return await work();
    } finally {
      lane.running--;
      this.#running--;
      if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
      this.#next();
    }
  }

  /** How many pieces of work of a key run. */
  runningOf(key: string): number {
    return this.#lanes.get(key)?.running ?? 0;
  }

  /** How many pieces of work of a key wait for their turn. */
  waitingOf(key: string): number {
    return this.#lanes.get(key)?.waiting.length ?? 0;
  }

  #isFree(lane: Lane): boolean {
    return this.#running < this.options.atOnce && lane.running < this.options.atOnceOfOne;
  }

  #begin(lane: Lane): void {
    lane.running++;
    this.#running++;
  }

  /** The lane whose turn it is begins one, and goes to the end. */
  #next(): void {
    for (const [key, lane] of this.#lanes) {
      if (this.#running >= this.options.atOnce) return;
      if (lane.waiting.length === 0 || !this.#isFree(lane)) continue;
      this.#begin(lane);
      this.#lanes.delete(key);
      this.#lanes.set(key, lane);
      lane.waiting.shift()!();
    }
  }
}
