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
  /** ISO timestamp with milliseconds; never decreases within an organization */
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
}

/** What a store can do beyond the contract; callers choose by it, never by the store's name. */
export interface StoreCapabilities {
  /** projections are applied in the transaction of the append: reading your own write needs no waiting */
  readonly projectsInTransaction: boolean;
  /** an append joins the caller's open database transaction */
  readonly joinsTransaction: boolean;
}

export interface Appended {
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
  append(organizationId: string, stream: string, expected: ExpectedRevision, events: NewEvent[]): Promise<Appended>;

  /**
   * Appends any number of events to a stream with memory for one batch. Nobody sees any of them before
   * the last batch (the one with the commit marker) is in; a failure leaves nothing visible.
   */
  bulkAppend(organizationId: string, stream: string, expected: ExpectedRevision, batches: AsyncIterable<NewEvent[]>): Promise<Appended>;

  /** The stream from `fromRevision` on, in batches, in order; nothing for an unknown stream. */
  readStream(organizationId: string, stream: string, fromRevision?: number): AsyncIterable<StoredEvent[]>;

  /** Everything after `from` that is there now, in commit order: none missed, none out of order. */
  tail(organizationId: string, from: Position | null): AsyncIterable<StoredEvent[]>;
}

export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
  ) {
    super(`${stream} has changed since it was read (expected revision ${expected})`);
  }
}
