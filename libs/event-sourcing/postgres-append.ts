import type { Tx } from '#libs/database';
import {
  StoreMoved,
  WrongExpectedRevision,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type StoredEvent,
} from './event-store.js';
import { appendEvents, readEventsById } from './events.sql.js';

/** The state of a church just before an append, read under its lock. */
export interface ChurchHead {
  /** Current build of each projection. */
  builds: Readonly<Record<string, number>>;
  /** The last entry of the journal; number 0 and an empty hash before the first entry. */
  journal: { number: bigint; hash: Buffer };
}

interface AppendTarget {
  organizationId: string;
  stream: string;
  /** The revision before the first event. */
  expected: ExpectedRevision;
}

/** `head` is null if the events were stored before. */
export type AppendedBatch = AppendResult & { head: ChurchHead | null };

/**
 * Appends batches to a stream, in their order. While PostgreSQL stores a batch and while the caller
 * works on it, the next batch is made and sent.
 */
export class BatchAppender {
  /** The appends that have not succeeded, in their order. */
  readonly #unfinished = new Set<Promise<AppendedBatch>>();
  #expected: ExpectedRevision;

  constructor(
    private readonly tx: Tx,
    private readonly target: AppendTarget,
  ) {
    this.#expected = target.expected;
  }

  /**
   * Yields what was appended.
   * @throws any error, which `findCause` explains
   */
  async *append(
    batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
  ): AsyncGenerator<AppendedBatch> {
    const source = withoutEmpty(batches);
    try {
      let batch = await source.next();
      let appending = batch.done ? null : this.#send(batch.value);
      while (appending !== null) {
        batch = await source.next();
        const current: Promise<AppendedBatch> = appending;
        appending = batch.done ? null : this.#send(batch.value);
        yield await current;
      }
    } finally {
      await source.return(undefined);
    }
  }

  /**
   * Returns the error of the append that failed first; without one, the given error. After a failed
   * append all later statements of the transaction fail, and an error of theirs says nothing.
   */
  async findCause(error: unknown): Promise<unknown> {
    for (const result of await Promise.allSettled(this.#unfinished))
      if (result.status === 'rejected') return result.reason;
    return error;
  }

  #send(events: NewEvent[]): Promise<AppendedBatch> {
    const appending = appendBatch(this.tx, { ...this.target, expected: this.#expected, events });
    this.#expected += events.length;
    this.#unfinished.add(appending);
    appending.then(
      () => this.#unfinished.delete(appending),
      () => undefined, // `findCause` or the awaiting caller throws it
    );
    return appending;
  }
}

async function* withoutEmpty(
  batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
): AsyncGenerator<NewEvent[]> {
  for await (const batch of batches) {
    if (batch.length > 0) yield batch;
  }
}

interface Batch extends AppendTarget {
  events: NewEvent[];
}

/** Appends a batch. `head` is null if the events were stored before. */
async function appendBatch(tx: Tx, batch: Batch): Promise<AppendedBatch> {
  const first = await insertBatch(tx, batch);
  return first ? toAppended(batch, first) : readRepeated(tx, batch);
}

type FirstEvent = Awaited<ReturnType<typeof appendEvents>>[number];

/**
 * Inserts the events of a batch.
 * @returns the first event; undefined if the events were stored before
 */
async function insertBatch(
  tx: Tx,
  { organizationId, stream, expected, events }: Batch,
): Promise<FirstEvent | undefined> {
  try {
    const [first] = await appendEvents(tx, {
      organizationId,
      stream,
      expected,
      ids: events.map((event) => event.id),
      types: events.map((event) => event.type),
      versions: events.map((event) => event.version),
      data: events.map((event) => event.data),
      metadata: events.map((event) => event.metadata),
    });
    return first;
  } catch (error) {
    if (sqlState(error) === 'CC001') throw new WrongExpectedRevision(stream, expected);
    if (sqlState(error) === 'CC002') throw new StoreMoved({ cause: error });
    throw error;
  }
}

/** Reads the events of a batch that was stored before. */
async function readRepeated(
  tx: Tx,
  { organizationId, stream, events }: Batch,
): Promise<AppendedBatch> {
  const ids = events.map((event) => event.id);
  const rows = await readEventsById(tx, { organizationId, stream, ids });
  return {
    position: rows.at(-1)!.position,
    events: rows.map(fromRow),
    isRepeated: true,
    head: null,
  };
}

function toAppended({ stream, expected, events }: Batch, first: FirstEvent): AppendedBatch {
  const head: ChurchHead = {
    builds: first.builds ?? {},
    journal: { number: first.number ?? 0n, hash: first.hash ?? Buffer.alloc(0) },
  };
  const stored = events.map((event, index) => ({
    ...event,
    stream,
    revision: expected + 1 + index,
    position: first.firstPosition + BigInt(index),
    recordedAt: first.at.toISOString(),
  }));
  return { position: stored.at(-1)!.position, events: stored, isRepeated: false, head };
}

type EventRow = Omit<StoredEvent, 'recordedAt'> & { recordedAt: Date };

export function fromRow(row: EventRow): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    version: row.version,
    data: row.data,
    metadata: row.metadata,
    stream: row.stream,
    revision: row.revision,
    position: row.position,
    recordedAt: row.recordedAt.toISOString(),
  };
}

/** Returns the error code of PostgreSQL, whether or not the ORM has wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : undefined;
}
