const RealDate = Date;

/** Moves the clock of this process, and of the program in it. PostgreSQL keeps its own. */
export class MovedClock {
  /** The present moment is `at` from now on; the clock goes on from there. */
  moveTo(at: Date): void {
    const ahead = at.getTime() - RealDate.now();
    globalThis.Date = class MovedDate extends RealDate {
      constructor(...values: unknown[]) {
        super(...((values.length === 0 ? [RealDate.now() + ahead] : values) as [number]));
      }

      /** A date that was made before the clock was moved is a date as well. */
      static override [Symbol.hasInstance](value: unknown): boolean {
        return value instanceof RealDate;
      }

      static override now(): number {
        return RealDate.now() + ahead;
      }
    } as DateConstructor;
  }

  restore(): void {
    globalThis.Date = RealDate;
  }
}
