/** An entry of the log: a message with further fields. */
export interface LogEntry {
  message: string;
  [field: string]: unknown;
}

/**
 * Writes the first occurrence of a problem immediately. While the problem repeats, writes one line
 * a minute with the number of occurrences since the previous line. If a problem has not occurred
 * for a minute, its next occurrence is again the first one.
 */
export class ThrottledLog {
  readonly #problems = new Map<string, { loggedAt: number; repeated: number }>();

  /**
   * @param write writes one line
   * @param interval the time between two lines about the same problem, in milliseconds
   * @param now a monotonic clock in milliseconds
   */
  constructor(
    private readonly write: (entry: LogEntry) => void,
    private readonly interval = 60_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param problem identifies the problem; entries with the same text are about the same problem
   */
  report(entry: LogEntry, problem = entry.message): void {
    const now = this.now();
    const loggedProblem = this.#problems.get(problem);
    if (loggedProblem && now - loggedProblem.loggedAt < this.interval) {
      loggedProblem.repeated++;
      return;
    }
    this.#forgetBefore(now - this.interval);
    this.#problems.set(problem, { loggedAt: now, repeated: 0 });
    this.write(
      loggedProblem && loggedProblem.repeated > 0
        ? { ...entry, repeated: loggedProblem.repeated }
        : entry,
    );
  }

  #forgetBefore(time: number): void {
    for (const [problem, { loggedAt }] of this.#problems)
      if (loggedAt < time) this.#problems.delete(problem);
  }
}
