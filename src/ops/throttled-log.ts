/** A line of the log: a message with further fields. */
export interface LogEntry {
  message: string;
  [field: string]: unknown;
}

/**
 * Logs the first occurrence of a problem at once and, while it repeats, one line a minute with the number of
 * occurrences since the line before. A problem that was quiet for as long is new again.
 */
export class ThrottledLog {
  readonly #problems = new Map<string, { loggedAt: number; repeated: number }>();

  /**
   * @param write writes one line
   * @param every milliseconds between two lines about the same problem
   * @param now a monotonic clock in milliseconds
   */
  constructor(
    private readonly write: (entry: LogEntry) => void,
    private readonly every = 60_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param problem entries with the same text are about the same problem */
  report(entry: LogEntry, problem = entry.message): void {
    const now = this.now();
    const known = this.#problems.get(problem);
    if (known && now - known.loggedAt < this.every) {
      known.repeated++;
      return;
    }
    this.#forgetBefore(now - this.every);
    this.#problems.set(problem, { loggedAt: now, repeated: 0 });
    this.write(known && known.repeated > 0 ? { ...entry, repeated: known.repeated } : entry);
  }

  #forgetBefore(time: number): void {
    for (const [problem, { loggedAt }] of this.#problems)
      if (loggedAt < time) this.#problems.delete(problem);
  }
}
