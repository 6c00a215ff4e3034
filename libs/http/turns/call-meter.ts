import { performance } from 'node:perf_hooks';

/**
 * Estimates how much of the main thread each call uses: the time in which the thread is busy is
 * divided equally among the calls that are handled at that moment.
 */
export class CallMeter {
  #running = 0;
  /** milliseconds of work until the last change of `#running` */
  #active = 0;
  /** milliseconds of work of an imagined call that has been handled from the start until now */
  #share = 0;

  /**
   * @param activeTime returns the milliseconds in which the main thread has worked since its start
   */
  constructor(
    private readonly activeTime: () => number = () => performance.eventLoopUtilization().active,
  ) {}

  /**
   * Starts to measure a call.
   * @returns a function that ends it and returns the call's milliseconds of the main thread
   */
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

  /**
   * Divides the work since the number of running calls last changed equally among the calls that
   * were running meanwhile.
   */
  #divide(): void {
    const active = this.activeTime();
    if (this.#running > 0) this.#share += (active - this.#active) / this.#running;
    this.#active = active;
  }
}
