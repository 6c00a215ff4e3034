import { performance } from 'node:perf_hooks';

/**
 * Estimates how much of the main thread a call uses: the time in which the thread was busy while the call was handled,
 * divided by the number of calls that were handled then. A call that waits for the database uses little.
 */
export class CallMeter {
  #running = 0;

  /** Begins to measure a call. @returns a function that ends it, and returns milliseconds of the main thread */
  begin(): () => number {
    this.#running++;
    const before = performance.eventLoopUtilization();
    return () => {
      const { active } = performance.eventLoopUtilization(before);
      const cost = active / this.#running;
      this.#running--;
      return cost;
    };
  }
}
