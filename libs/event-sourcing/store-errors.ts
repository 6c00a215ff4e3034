export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    /** the revision before the event, as `ExpectedRevision` */
    readonly expected: number,
  ) {
    super(`${stream} has changed since it was read (expected revision ${expected})`);
  }
}

/**
 * The store did not answer in time. It may have stored the events nevertheless, so the append must
 * be repeated with the same ids.
 */
export class StoreUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super("Giving can't be recorded at this moment. Please try again in a minute.", options);
  }
}

/**
 * The event store lacks events of the church's journal, or has other events in their places,
 * because one of the two was restored from an older copy or replaced. Nothing is recorded for the
 * church until both match.
 */
export class StoreMismatch extends StoreUnavailable {
  constructor(readonly organizationId: string) {
    super();
    this.message =
      "Nobody can change your church's giving at this moment, because its records and its event " +
      'store do not match. Nothing was recorded. Please tell the person who runs this service.';
  }
}

/**
 * The church was moved to another store after the writer had chosen this one. Nothing was written.
 */
export class StoreMoved extends StoreUnavailable {}

/** The store refuses an append because it is too large. */
export class AppendTooLarge extends Error {
  constructor(
    readonly stream: string,
    options?: ErrorOptions,
  ) {
    super(`This is too much to be recorded in one step (${stream})`, options);
  }
}
