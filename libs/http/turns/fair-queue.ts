import { tooMany } from '../errors.js';

/** Makes the error for a request that cannot even be queued. */
export const tooManyRequests = () =>
  tooMany('Too much is being asked for at once. Please wait a few seconds and try again.', 5);

export interface FairQueueOptions {
  /** how many tasks run at the same time */
  maxRunning: number;
  /** how many tasks of one key run at the same time */
  maxRunningPerKey: number;
  /** how many tasks of one key may wait */
  maxWaitingPerKey: number;
}

/** The tasks of one key. */
interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Runs a limited number of expensive tasks at a time. The keys (networks, churches) take turns, so
 * that a thousand tasks of one key delay the tasks of another key by at most one task per key.
 */
export class FairQueue {
  /** by key, in the order of their turns */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * Runs a task when it is its turn.
   * @throws HttpError 429 at once if too many tasks of the key are waiting
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (!this.#isFree(lane)) {
      if (lane.waiting.length >= this.options.maxWaitingPerKey) throw tooManyRequests();
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

  /** Returns how many tasks of a key run. */
  runningOf(key: string): number {
    return this.#lanes.get(key)?.running ?? 0;
  }

  /** Returns how many tasks of a key wait for their turn. */
  waitingOf(key: string): number {
    return this.#lanes.get(key)?.waiting.length ?? 0;
  }

  #isFree(lane: Lane): boolean {
    return this.#running < this.options.maxRunning && lane.running < this.options.maxRunningPerKey;
  }

  #begin(lane: Lane): void {
    lane.running++;
    this.#running++;
  }

  /** Starts waiting tasks while there is room. The lane of a started task moves to the end. */
  #next(): void {
    for (const [key, lane] of this.#lanes) {
      if (this.#running >= this.options.maxRunning) return;
      if (lane.waiting.length === 0 || !this.#isFree(lane)) continue;
      this.#begin(lane);
      this.#lanes.delete(key);
      this.#lanes.set(key, lane);
      lane.waiting.shift()!();
    }
  }
}
