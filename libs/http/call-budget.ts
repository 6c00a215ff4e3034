import { performance, type EventLoopUtilization } from 'node:perf_hooks';

export interface CallBudgetOptions {
  /** what a person may use at once: milliseconds of the main thread, or bytes */
  burst: number;
  /** what grows back in a millisecond */
  share: number;
}

/** Number of accounts from which those that are no longer needed are removed. */
const manyAccounts = 1_000;

interface Account {
  /** what the person may still use; below zero after a call that used more */
  left: number;
  /** when `left` was calculated, in milliseconds */
  at: number;
}

/**
 * Limits how much of something (the main thread, the network) a person or a network may use over time, so that other
 * people's calls find it free.
 */
export class CallBudget {
  readonly #accounts = new Map<string, Account>();

  constructor(private readonly options: CallBudgetOptions) {}

  /**
   * Charges a call to a person.
   * @param cost what the call uses; below zero to give back what it did not use after all
   * @param now milliseconds of a clock that never goes back
   * @returns milliseconds until the person has something left again; 0 if that is so already
   */
  charge(person: string, cost: number, now: number): number {
    const { burst, share } = this.options;
    const { left, at } = this.#accounts.get(person) ?? { left: burst, at: now };
    const remaining = Math.min(burst, left + (now - at) * share) - cost;
    this.#accounts.set(person, { left: remaining, at: now });
    if (this.#accounts.size > manyAccounts) this.#forgetRested(now);
    return remaining >= 0 ? 0 : -remaining / share;
  }

  /** Forgets everybody whose budget has grown back. */
  #forgetRested(now: number): void {
    for (const [person, { left, at }] of this.#accounts) {
      if (left + (now - at) * this.options.share >= this.options.burst)
        this.#accounts.delete(person);
    }
  }

  /** Forgets a person who no longer sends more calls than are handled. */
  forget(person: string): void {
    this.#accounts.delete(person);
  }
}

/**
 * Estimates how much of the main thread a call uses: the time in which the thread was busy while the call was handled,
 * divided by the number of calls that were handled then. A call that waits for the database uses little.
 */
export class CallMeter {
  #running = 0;

  /** Begins to measure a call. @returns a function that ends it, and returns milliseconds of the main thread */
  begin(): () => number {
    this.#running++;
    const before: EventLoopUtilization = performance.eventLoopUtilization();
    return () => {
      const { active } = performance.eventLoopUtilization(before);
      const cost = active / this.#running;
      this.#running--;
      return cost;
    };
  }
}
