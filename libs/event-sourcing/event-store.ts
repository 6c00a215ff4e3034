export * from './store-errors.js';

/**
 * The place of an event in the order of its store. Positions can be compared. They have gaps in
 * some stores.
 */
export type Position = bigint;

/**
 * An event to be stored. `data` and `metadata` are JSON texts. The journal's hash covers their
 * bytes.
 */
export interface NewEvent {
  id: string;
  type: string;
  /** Version of the form of `data`. Data of older versions is upcast when it is read. */
  version: number;
  data: string;
  metadata: string;
}

export interface StoredEvent extends NewEvent {
  stream: string;
  /** Number of the event in its stream, from 0. */
  revision: number;
  position: Position;
  /**
   * ISO time with milliseconds. It is the same in every read, because the journal's hash covers it.
   * It is not earlier than the time of the event before in the organization, unless the clock of an
   * EventStoreDB server was set back.
   */
  recordedAt: string;
}

/** The actor and the origin of an event. They are stored with the data of every event. */
export interface EventMetadata {
  /** User id; null for the program itself. */
  actor: string | null;
  /** The request or job that appended the event. */
  correlation: string;
  /** The command or event that caused it. */
  cause: string;
  /**
   * The names of the texts that PostgreSQL stores for the event. Absent if there are none, and for
   * events before 2026-11-25.
   */
  texts?: string[];
}

/**
 * The properties in which event stores differ. Code that depends on a difference checks these
 * properties, and never the name of the store.
 */
export interface StoreCapabilities {
  /**
   * The transaction of an append also applies the projections, so that queries see the events at
   * once.
   */
  readonly projectsInTransaction: boolean;
  /** An append is part of the caller's open database transaction. */
  readonly joinsTransaction: boolean;
}

export interface AppendResult {
  /** Position of the last event. Queries that must see the events wait for this position. */
  position: Position;
  events: StoredEvent[];
  /** Whether exactly these events were stored before, so that nothing was written. */
  isRepeated: boolean;
}

/** The revision at which a writer expects a stream to end; -1 if the stream must not exist. */
export type ExpectedRevision = number;
export const noStream: ExpectedRevision = -1;

/**
 * A store of events. Streams belong to an organization. One contract test runs against every store
 * (`test/support/event-store/event-store-contract.ts`).
 */
export interface EventStore {
  readonly capabilities: StoreCapabilities;

  /**
   * Appends all events or none. If the same events were appended before at the same expected
   * revision, it writes nothing and returns `isRepeated`.
   * @throws WrongExpectedRevision if the stream ends at another revision
   */
  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult>;

  /**
   * Appends any number of events to a stream, and has only one batch in memory. The events become
   * visible together, when the last one (the marker) is stored. After a failure, none is visible.
   * The same call with the same ids, contents and expected revision then stores the missing events.
   * Until it has succeeded, other appends to the stream may fail with `WrongExpectedRevision`. The
   * ids must therefore not be random: they follow from the import id and the row number.
   * @throws WrongExpectedRevision if the stream has other events, or has other contents for the ids
   */
  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult>;

  /**
   * Reads a stream from `fromRevision` on, in order and in batches; nothing for an unknown stream.
   */
  readStream(
    organizationId: string,
    stream: string,
    fromRevision?: number,
  ): AsyncIterable<StoredEvent[]>;

  /**
   * Reads all visible events of an organization after `from`, in the order in which they became
   * visible. All events of a bulk append may have the position of its marker, in several batches. A
   * reader that resumes later may therefore save a position only when it has received a batch with
   * a higher position, or all batches.
   */
  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]>;

  /**
   * Stores the events that another store has of an organization, in their order, with the same
   * bytes and times. Nothing is projected. If interrupted, a complete prefix has been stored.
   * Resume after the last event that `tail` returns.
   * @param isWithheld whether an event becomes visible only with a later one of its stream, as the
   *   rows of an import do. These events come one after the other, as `tail` returns them.
   * @throws WrongExpectedRevision if the store has another event at a revision
   */
  takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void>;
}

/**
 * Events of an organization that a follower publishes in one transaction: a bulk append, or appends
 * that were received together.
 */
export interface Unit {
  kind: 'events';
  organizationId: string;
  /** Position of the last event. */
  position: Position;
  /** The position at which a follower may resume after this unit and all units before it. */
  resume: Position;
  /**
   * The last event, if the unit is a bulk append. Its rows are read only when `batches` is read.
   */
  bulk?: { stream: string; revision: number };
  batches: AsyncIterable<StoredEvent[]>;
}

/**
 * The server has sent everything up to `position`, except for imports that are still being written.
 */
export interface Checkpoint {
  kind: 'checkpoint';
  position: Position;
  /**
   * The position at which a follower may resume. It is before the end of every import that is still
   * being written. The position does not imply that any data was processed.
   */
  resume: Position;
}

/**
 * All events have been handed over that were stored when the subscription began. This step is
 * repeated after a lost connection.
 */
export interface CaughtUp {
  kind: 'caught up';
}

export type Step = Unit | Checkpoint | CaughtUp;

export interface FollowOptions {
  /**
   * The position after which the events are read; null for the beginning. It must be a position
   * that a step contained.
   */
  from: Position | null;
  /** Absent for all organizations. */
  organizationId?: string;
  /**
   * Called when no events can be read and the problem may pass by itself. It has passed when the
   * next step comes.
   */
  onTrouble?: (error: unknown) => void;
}

/** A bulk append that is stored completely. */
export interface StoredBulk {
  /**
   * Position of its first event. A follower that resumes there receives the last event, and with it
   * the whole bulk.
   */
  first: Position;
  /** Position and revision of its last event. */
  end: Position;
  revision: number;
}

/**
 * A store that a follower reads, because the store cannot write the projections in its own
 * transaction (`projectsInTransaction`).
 */
export interface FollowedEventStore extends EventStore {
  /**
   * Hands over every event of all organizations (or of one) after a position, in the order in which
   * they became visible. It hands over one step at a time, waits for `handle`, and ends when
   * `signal` is aborted. After a lost connection it continues after the last step that was handled.
   * It fails with the error of `handle`, or with an error that will not pass by itself, such as a
   * missing right to read.
   *
   * `handle` must do this with a step:
   * - `events`: publish all `batches` in **one** database transaction. All events of a bulk append
   *   have the same position, so do not compare positions between its batches. A step is handed
   *   over again if its connection or its transaction has failed: the second time must change
   *   nothing.
   * - `checkpoint`: it may save `resume`, so that a restart does not read the events before it
   *   again.
   * - `caught up`: nothing.
   */
  follow(
    following: FollowOptions,
    handle: (step: Step) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;

  /**
   * Reads one event of a stream, as `readStream` would return it.
   * @returns null if the stream does not have that revision, or if the event belongs to a bulk
   *   append that is not complete
   * @throws StoreUnavailable
   */
  readEvent(organizationId: string, stream: string, revision: number): Promise<StoredEvent | null>;

  /**
   * Finds a complete bulk append at the end of a stream.
   * @returns null if there is none, or if it is not complete
   * @throws StoreUnavailable
   */
  findBulk(organizationId: string, stream: string): Promise<StoredBulk | null>;

  /**
   * Whether the store has an event at exactly that position, also of other users of the server.
   * @throws StoreUnavailable
   */
  hasEventAt(position: Position): Promise<boolean>;

  /**
   * Returns the position of the newest event, also of other users of the server; null if there is
   * none.
   * @throws StoreUnavailable
   */
  head(): Promise<Position | null>;

  /** Ends running calls and closes the connection. */
  dispose(): Promise<void>;
}
