import { performance } from 'node:perf_hooks';

/**
 * Estimates how much of the main thread each call uses: the time in which the thread is busy is divided equally
 * among the calls that are handled at that moment.
 */
export class CallMeter {
  #running = 0;
  /** milliseconds of work until the last change of `#running` */
  #active = 0;
  /** milliseconds that a call would have used that was handled from the beginning until now */
  #share = 0;

  /** @param activeTime milliseconds in which the main thread has worked since it began */
  constructor(
    private readonly activeTime: () => number = () => performance.eventLoopUtilization().active,
  ) {}

  /** Begins to measure a call. @returns a function that ends it, and returns milliseconds of the main thread */
  begin(): () => number {
    this.#divide();
    this.#running++;
    const before = this.#share;
    return () => {
      this.#divide();
      this.#running--;
      return this.#share - before;
    };
  }

  /** Divides the work since the last change among the calls that were handled meanwhile. */
  #divide(): void {
    const active = this.activeTime();
    if (this.#running > 0) this.#share += (active - this.#active) / this.#running;
    this.#active = active;
  }
}
