export interface UsageLimits {
  /** what a user may use at once, for example milliseconds of the main thread, or bytes */
  atOnce: number;
  /** how much of it the user gets back in each millisecond */
  perMillisecond: number;
}

/** Number of accounts from which those that are no longer needed are removed. */
const manyAccounts = 1_000;

interface Account {
  /** what the user may still use; below zero after a request that used more */
  left: number;
  /** when `left` was calculated, in milliseconds */
  at: number;
}

/** Limits how much a user (a person or a network) may use over time of something that all users share. */
export class UsageBudget {
  readonly #accounts = new Map<string, Account>();

  constructor(private readonly limits: UsageLimits) {}

  /**
   * Charges a request to a user.
   * @param user the id of a person, or a network
   * @param cost what the request uses; below zero to give back what it did not use after all
   * @param now milliseconds of a clock that never goes back
   * @returns milliseconds until the user has something left again; 0 if that is so already
   */
  charge(user: string, cost: number, now: number): number {
    const { atOnce, perMillisecond } = this.limits;
    const { left, at } = this.#accounts.get(user) ?? { left: atOnce, at: now };
    const remaining = Math.min(atOnce, left + (now - at) * perMillisecond) - cost;
    this.#accounts.set(user, { left: remaining, at: now });
    if (this.#accounts.size > manyAccounts) this.#removeUnused(now);
    return remaining >= 0 ? 0 : -remaining / perMillisecond;
  }

  /** Gives a user the whole budget again. */
  reset(user: string): void {
    this.#accounts.delete(user);
  }

  /** Removes the accounts of users who have everything back. */
  #removeUnused(now: number): void {
    const { atOnce, perMillisecond } = this.limits;
    for (const [user, { left, at }] of this.#accounts)
      if (left + (now - at) * perMillisecond >= atOnce) this.#accounts.delete(user);
  }
}
