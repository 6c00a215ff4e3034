/**
 * Runs work in several lanes at the same time, and within each lane in the order of its arrival.
 * After the first failure, work that has not begun is not done.
 */
export class KeyedQueues {
  readonly #waiting: { lane: string; work: () => Promise<void> }[] = [];
  readonly #running = new Map<string, Promise<void>>();
  #failure: { error: unknown } | null = null;

  /** @param most how many lanes at once */
  constructor(
    private readonly most: number,
    private readonly onFailure: () => void,
  ) {}

  add(lane: string, work: () => Promise<void>): void {
    this.#waiting.push({ lane, work });
    this.#begin();
  }

  /** Waits until less than `count` is left to do. */
  async below(count: number): Promise<void> {
    while (this.#waiting.length + this.#running.size >= count)
      await Promise.race(this.#running.values());
  }

  /** Waits for what has begun and lets the rest be. @throws what failed first */
  async end(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running.values());
    if (this.#failure) throw this.#failure.error;
  }

  #begin(): void {
    while (this.#running.size < this.most) {
      const next = this.#waiting.findIndex(({ lane }) => !this.#running.has(lane));
      if (next < 0) return;
      const [{ lane, work }] = this.#waiting.splice(next, 1) as [
        { lane: string; work: () => Promise<void> },
      ];
      this.#running.set(lane, this.#done(lane, work));
    }
  }

  async #done(lane: string, work: () => Promise<void>): Promise<void> {
    await Promise.resolve(); // it is among those that run before it can end
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
      this.#waiting.length = 0;
      this.onFailure();
    }
    this.#running.delete(lane);
    this.#begin();
  }
}
