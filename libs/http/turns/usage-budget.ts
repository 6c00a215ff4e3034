export interface UsageLimits {
  /** how much a user may use at once, for example milliseconds of the main thread, or bytes */
  capacity: number;
  /** how much of it the user gets back in each millisecond */
  perMillisecond: number;
}

/** If there are more budgets than this, those that are full are removed. */
const maxBudgets = 1_000;

interface Budget {
  /** what the user may still use; below zero after a request that used more */
  left: number;
  /** when `left` was calculated, in milliseconds */
  time: number;
}

/** Limits how much of a shared resource each user or network may use over time (a token bucket). */
export class UsageBudget {
  readonly #budgets = new Map<string, Budget>();

  constructor(private readonly limits: UsageLimits) {}

  /**
   * Charges a request to a user.
   * @param user the id of a user, or a network
   * @param cost what the request uses; below zero to give back what it did not use after all
   * @param now milliseconds of a clock that never goes back
   * @returns milliseconds until the user has something left again; 0 if that is so already
   */
  charge(user: string, cost: number, now: number): number {
    const { capacity, perMillisecond } = this.limits;
    const { left, time } = this.#budgets.get(user) ?? { left: capacity, time: now };
    const remaining = Math.min(capacity, left + (now - time) * perMillisecond) - cost;
    this.#budgets.set(user, { left: remaining, time: now });
    if (this.#budgets.size > maxBudgets) this.#removeFull(now);
    return remaining >= 0 ? 0 : -remaining / perMillisecond;
  }

  /** Gives a user the whole budget again. */
  reset(user: string): void {
    this.#budgets.delete(user);
  }

  /** Removes the budgets that are full again. */
  #removeFull(now: number): void {
    const { capacity, perMillisecond } = this.limits;
    for (const [user, { left, time }] of this.#budgets)
      if (left + (now - time) * perMillisecond >= capacity) this.#budgets.delete(user);
  }
}
