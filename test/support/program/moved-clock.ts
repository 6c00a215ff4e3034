const RealDate = Date;

/** Moves the clock of this process, including the program in it. PostgreSQL keeps its own clock. */
export class MovedClock {
  /** Sets the present time, from which the clock continues. */
  moveTo(time: Date): void {
    const ahead = time.getTime() - RealDate.now();
    globalThis.Date = class MovedDate extends RealDate {
      constructor(...values: unknown[]) {
        super(...((values.length === 0 ? [RealDate.now() + ahead] : values) as [number]));
      }

      /** Dates from before the move are dates, too. */
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
