interface Task {
  key: string;
  work: () => Promise<void>;
}

/**
 * Runs work with different keys at the same time, and work with the same key in the order in which
 * it was added. After the first failure, no more work begins.
 */
export class KeyedQueues {
  readonly #waiting: Task[] = [];
  readonly #running = new Map<string, Promise<void>>();
  #failure: { error: unknown } | null = null;

  /**
   * @param most maximum number of keys whose work runs at the same time
   * @param onFailure called when work has failed
   */
  constructor(
    private readonly most: number,
    private readonly onFailure: () => void,
  ) {}

  add(key: string, work: () => Promise<void>): void {
    this.#waiting.push({ key, work });
    this.#startNext();
  }

  /** Waits until the number of tasks that wait or run is below `count`. */
  async waitUntilBelow(count: number): Promise<void> {
    while (this.#waiting.length + this.#running.size >= count)
      await Promise.race(this.#running.values());
  }

  /** Waits for the running work, and drops the waiting work. @throws the first failure */
  async end(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#running.values());
    if (this.#failure) throw this.#failure.error;
  }

  #startNext(): void {
    while (this.#running.size < this.most) {
      const next = this.#waiting.findIndex(({ key }) => !this.#running.has(key));
      if (next < 0) return;
      const [task] = this.#waiting.splice(next, 1) as [Task];
      this.#running.set(task.key, this.#run(task));
    }
  }

  async #run({ key, work }: Task): Promise<void> {
    await Promise.resolve(); // so that the work is in `#running` before it can end
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
      this.#waiting.length = 0;
      this.onFailure();
    }
    this.#running.delete(key);
    this.#startNext();
  }
}
