/** Where an event stands in its store's order. Opaque but comparable: not contiguous on every store. */
export type Position = bigint;

/** An event as written: `data` and `metadata` are the JSON text whose bytes the journal's hash covers. */
export interface NewEvent {
  id: string;
  type: string;
  /** of the data's shape; older ones are upcast when read */
  version: number;
  data: string;
  metadata: string;
}

export interface StoredEvent extends NewEvent {
  stream: string;
  /** within the stream, from 0 */
  revision: number;
  position: Position;
  /**
   * ISO timestamp with milliseconds, the same in every read, because the journal's hash covers it. Not less than
   * that of the event before in the organization, unless the clock of a server outside ours was set back.
   */
  recordedAt: string;
}

/** Who did it, and what it belongs to; kept beside the data of every event. */
export interface EventMetadata {
  /** user id; null for the system itself */
  actor: string | null;
  /** the request or job in which it happened */
  correlation: string;
  /** the command or event that made it happen */
  cause: string;
  /** The texts that are stored beside the event, in PostgreSQL. Absent if there are none, and for events before 2026-11-25. */
  texts?: string[];
}

/** What a store can do beyond the contract; callers choose by it, never by the store's name. */
export interface StoreCapabilities {
  /** projections are applied in the transaction of the append: reading your own write needs no waiting */
  readonly projectsInTransaction: boolean;
  /** an append joins the caller's open database transaction */
  readonly joinsTransaction: boolean;
}

export interface AppendResult {
  /** of the last event: queries that must see this write wait for it */
  position: Position;
  events: StoredEvent[];
  /** exactly these events were there already; nothing was written */
  repeated: boolean;
}

/** Revision that a writer expects a stream to end at; -1: the stream must not exist. */
export type ExpectedRevision = number;
export const noStream: ExpectedRevision = -1;

/**
 * The port. Streams belong to an organization. One contract test runs against every store
 * (`test/support/event-store-contract.ts`).
 */
export interface EventStore {
  readonly capabilities: StoreCapabilities;

  /**
   * Appends all events or none. Repeating the same event ids at the same expected revision answers
   * `repeated` and writes nothing.
   * @throws WrongExpectedRevision when the stream ends elsewhere
   */
  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult>;

  /**
   * Appends any number of events to a stream with memory for one batch. Nobody sees any of them before the last
   * one (the commit marker) is in; a failure leaves nothing visible. Repeating it with the same ids and the same
   * content at the same expected revision completes what a failure left unfinished, and writes nothing twice; until
   * then other events may find the stream taken (`WrongExpectedRevision`). So the ids must follow from what is
   * imported (import id and row number), not from chance.
   * @throws WrongExpectedRevision when other events, or these ids with other content, lie in the stream
   */
  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult>;

  /** The stream from `fromRevision` on, in batches, in order; nothing for an unknown stream. */
  readStream(
    organizationId: string,
    stream: string,
    fromRevision?: number,
  ): AsyncIterable<StoredEvent[]>;

  /**
   * Everything after `from` that is there now, in commit order: none missed, none out of order. The events of one
   * bulk append may all stand at the position of its marker, over several batches: go on from a position only when
   * a batch with a higher one came, or the tail has ended.
   */
  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]>;

  /**
   * Writes what another store recorded of an organization, in that order, to the byte and with its times; nothing is
   * projected. Cut off, it leaves a beginning that ends with something that counts: go on behind what a tail gives.
   * @param isWithheld tells the events that count only with the next one of their stream that is not withheld: the rows
   *   of an import, which a tail gives out one after the other
   * @throws WrongExpectedRevision when something else lies where an event belongs
   */
  takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void>;
}

/** Events that became visible together or waited together: what one transaction takes in. */
export interface Unit {
  kind: 'events';
  organizationId: string;
  /** Of the last event. */
  position: Position;
  /** Where a follower may resume once it has taken in this unit and everything before it. */
  resume: Position;
  /** The last event, if the unit is one bulk append. Its rows are only read when `batches` is. */
  bulk?: { stream: string; revision: number };
  batches: AsyncIterable<StoredEvent[]>;
}

/** The server has sent everything up to `position`, except for imports that are still being written. */
export interface Checkpoint {
  kind: 'checkpoint';
  position: Position;
  /**
   * Where a follower may resume: before the end of every import that is still being written. A position says how far
   * a reader has come, never that data was processed.
   */
  resume: Position;
}

/** What was there when the subscription began has been given out; comes again after a lost connection. */
export interface CaughtUp {
  kind: 'caught up';
}

export type Step = Unit | Checkpoint | CaughtUp;

export interface FollowOptions {
  /** exclusive, and a position that was given out, never a made-up one: the one saved last; null: from the beginning */
  from: Position | null;
  /** none: every organization */
  organizationId?: string;
  /** told why nothing is given out, where that may pass; the next step says that it has */
  onTrouble?: (error: unknown) => void;
}

/** A bulk append that is stored completely. */
export interface StoredBulk {
  /** Position of its first event. A follower that resumes there receives the end of the bulk. */
  first: Position;
  /** Position and revision of its last event. */
  end: Position;
  revision: number;
}

/** A store whose projections follow it, because it cannot write them in its own transaction (`projectsInTransaction`). */
export interface FollowedEventStore extends EventStore {
  /**
   * Hands over every event of all organizations (or of one) from a position on, in commit order, one step at a time,
   * until `signal` ends it; waits while `handle` works. A lost connection is taken up again behind the last step that
   * was handled. Only what `handle` rejects with and an error that will not pass (no right to read, say) end it.
   *
   * What `handle` must do with a step:
   * - `events`: take in all `batches` in **one** database transaction and save `position` in the same one. An import
   *   comes as many batches with the same position: compare (`event.position > seen`) with the checkpoint as it was
   *   **before** the step, never as an earlier batch left it, and save nothing between the batches. A step comes
   *   again when its connection or its transaction failed, so it must change nothing the second time.
   * - `checkpoint`: save `resume` if that is worth a write, so that a restart does not read again what is before it.
   * - `caught up`: nothing.
   */
  follow(
    following: FollowOptions,
    handle: (step: Step) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;

  /**
   * Reads one event of a stream, as `readStream` would return it.
   * @returns null if the stream does not have that revision, or if it belongs to a bulk append without its end
   * @throws StoreUnavailable
   */
  readEvent(organizationId: string, stream: string, revision: number): Promise<StoredEvent | null>;

  /**
   * Looks for a bulk append that is stored completely, as the last one of its stream.
   * @returns null if there is none, or if its last event is still to come
   * @throws StoreUnavailable
   */
  findBulk(organizationId: string, stream: string): Promise<StoredBulk | null>;

  /** Whether there is an event at exactly that position, whoever wrote it. @throws StoreUnavailable */
  hasEventAt(position: Position): Promise<boolean>;

  /** Position of the newest event of all, whoever wrote it; null where there is none. @throws StoreUnavailable */
  head(): Promise<Position | null>;

  /** Ends what is under way. */
  dispose(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
  ) {
    super(`${stream} has changed since it was read (expected revision ${expected})`);
  }
}

/** The store cannot be reached in time. What was to be written may be there all the same: repeat it with the same ids. */
export class StoreUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super("Giving can't be recorded at this moment. Please try again in a minute.", options);
  }
}

/**
 * The event store does not have what the journal of the church names, or has something else: one of the two was restored
 * from an older copy, or replaced. Nothing is recorded for the church until both match.
 */
export class StoreMismatch extends StoreUnavailable {
  constructor(readonly organizationId: string) {
    super();
    this.message =
      "Nobody can change your church's giving at this moment, because its records and its event store do not match. " +
      'Nothing was recorded. Please tell the person who runs this service.';
  }
}

/** The church's giving has been moved to another store since this one was chosen. Nothing was written. */
export class StoreMoved extends StoreUnavailable {}

/** The store refuses this much in one append. */
export class AppendTooLarge extends Error {
  constructor(
    readonly stream: string,
    options?: ErrorOptions,
  ) {
    super(`This is too much to be recorded in one step (${stream})`, options);
  }
}
