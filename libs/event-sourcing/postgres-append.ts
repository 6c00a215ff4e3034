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
type AppendedBatch = AppendResult & { head: ChurchHead | null };

/**
 * Appends batches to a stream, in their order, and yields what was appended. While PostgreSQL
 * stores a batch and while the caller works on it, the next batch is made and sent.
 * @throws WrongExpectedRevision
 * @throws StoreMoved
 */
export async function* appendBatches(
  tx: Tx,
  target: AppendTarget,
  batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
): AsyncGenerator<AppendedBatch> {
  const source = withoutEmpty(batches);
  let expected = target.expected;
  const sendBatch = (events: NewEvent[]): Promise<AppendedBatch> => {
    const appending = appendBatch(tx, { ...target, expected, events });
    expected += events.length;
    return withDelayedError(appending);
  };
  let batch = await source.next();
  let appending = batch.done ? null : sendBatch(batch.value);
  while (appending !== null) {
    batch = await makeNext(source, appending);
    const current: Promise<AppendedBatch> = appending;
    appending = batch.done ? null : sendBatch(batch.value);
    yield await current;
  }
}

/**
 * Makes the next batch while the one before is appended.
 * @throws the error of the append if both fail, because after it every statement that makes a batch
 *   fails, too
 */
async function makeNext(
  source: AsyncGenerator<NewEvent[]>,
  appending: Promise<AppendedBatch>,
): Promise<IteratorResult<NewEvent[]>> {
  try {
    return await source.next();
  } catch (error) {
    await appending;
    throw error;
  }
}

async function* withoutEmpty(
  batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
): AsyncGenerator<NewEvent[]> {
  for await (const batch of batches) {
    if (batch.length > 0) yield batch;
  }
}

/** The error of a promise is thrown when the promise is awaited, which may be later. */
function withDelayedError<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

interface Batch extends AppendTarget {
  events: NewEvent[];
}

/** Appends a batch. `head` is null if the events were stored before. */
async function appendBatch(
  tx: Tx,
  { organizationId, stream, expected, events }: Batch,
): Promise<AppendedBatch> {
  let first: Awaited<ReturnType<typeof appendEvents>>[number] | undefined;
  try {
    [first] = await appendEvents(tx, {
      organizationId,
      stream,
      expected,
      ids: events.map((event) => event.id),
      types: events.map((event) => event.type),
      versions: events.map((event) => event.version),
      data: events.map((event) => event.data),
      metadata: events.map((event) => event.metadata),
    });
  } catch (error) {
    if (sqlState(error) === 'CC001') throw new WrongExpectedRevision(stream, expected);
    if (sqlState(error) === 'CC002') throw new StoreMoved({ cause: error });
    throw error;
  }
  if (!first) {
    const ids = events.map((event) => event.id);
    const rows = await readEventsById(tx, { organizationId, stream, ids });
    return {
      position: rows.at(-1)!.position,
      events: rows.map(fromRow),
      isRepeated: true,
      head: null,
    };
  }
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
