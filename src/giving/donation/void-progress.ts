type Listener = (done: number) => void;

/**
 * Tells how many donations of an import are voided while its undo is projected. The figure cannot
 * be read from the database, because the projection is one transaction. If another process projects
 * the undo, no progress is reported.
 */
class VoidProgress {
  readonly #listeners = new Map<string, Listener>();

  /** Calls `listener` with the number of voided donations while `work` runs. */
  async during<T>(importId: string, listener: Listener, work: () => Promise<T>): Promise<T> {
    this.#listeners.set(importId, listener);
    try {
      return await work();
    } finally {
      this.#listeners.delete(importId);
    }
  }

  tell(importId: string, done: number): void {
    this.#listeners.get(importId)?.(done);
  }
}

export const voidProgress = new VoidProgress();
