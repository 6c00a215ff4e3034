import { disableLockTimeout, type Database, type Tx } from '#libs/database';
import { insertHead, lockHead } from './church-head.sql.js';
import {
  StoreMoved,
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from './event-store.js';
import {
  appendEvents,
  readEventsAfter,
  readEventsById,
  readEventsOfStream,
  takeOverEvents,
} from './events.sql.js';

const batchSize = 5_000;

/**
 * Called for every append, in its transaction, so that journal and projections are written together
 * with the events. It must read all batches, because a bulk append writes each batch when it is
 * read.
 */
export type OnAppended = (
  tx: Tx,
  batches: AsyncIterable<StoredEvent[]>,
  head: ChurchHead,
) => Promise<void>;

/** The state of a church just before an append, read under its lock. */
export interface ChurchHead {
  /** Current build of each projection. */
  builds: Readonly<Record<string, number>>;
  /** The last entry of the journal; number 0 and an empty hash before the first entry. */
  journal: { number: bigint; hash: Buffer };
}

type EventRow = Omit<StoredEvent, 'recordedAt'> & { recordedAt: Date };

/**
 * Stores events in PostgreSQL, which is the default. An append takes its positions while it locks
 * the head row of the church, so that the positions of a church have no gaps and follow the order
 * of the commits (`src/decisions/event-order.md`).
 */
export class PostgresEventStore implements EventStore {
  readonly capabilities = { projectsInTransaction: true, joinsTransaction: true };
  #onAppended: OnAppended = async (_tx, batches) => {
    for await (const _events of batches); // each batch is written when it is read
  };

  constructor(private readonly db: Database) {}

  /** Sets the listener that publishes events. It is called once, when the program starts. */
  onAppended(listener: OnAppended): void {
    this.#onAppended = listener;
  }

  async append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    return this.bulkAppend(organizationId, stream, expected, [events]);
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.db.tenant(organizationId, async (tx) => {
      const last: { appended?: AppendResult } = {};
      const written = (async function* () {
        let revision = expected;
        for await (const batch of batches) {
          if (batch.length === 0) continue;
          const { head, ...appended } = await appendBatch(tx, {
            organizationId,
            stream,
            expected: revision,
            events: batch,
          });
          last.appended = appended;
          revision += batch.length;
          if (head) yield { head, events: appended.events };
        }
      })();
      const first = await written.next();
      if (!first.done) await this.#onAppended(tx, eventsOf(first.value, written), first.value.head);
      if (!last.appended) throw new Error('An append needs at least one event.');
      return last.appended;
    });
  }

  async *readStream(
    organizationId: string,
    stream: string,
    fromRevision = 0,
  ): AsyncGenerator<StoredEvent[]> {
    for (let next = fromRevision; ;) {
      const rows = await this.db.tenant(organizationId, (tx) =>
        readEventsOfStream(tx, { organizationId, stream, fromRevision: next, limit: batchSize }),
      );
      if (rows.length > 0) yield rows.map(fromRow);
      if (rows.length < batchSize) return;
      next = rows.at(-1)!.revision + 1;
    }
  }

  async *tail(organizationId: string, from: Position | null): AsyncGenerator<StoredEvent[]> {
    for (let after = from ?? 0n; ;) {
      const rows = await this.db.tenant(organizationId, (tx) =>
        readEventsAfter(tx, { organizationId, position: after, limit: batchSize }),
      );
      if (rows.length > 0) yield rows.map(fromRow);
      if (rows.length < batchSize) return;
      after = rows.at(-1)!.position;
    }
  }

  /** Events that become visible together are written in one transaction. */
  async takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    const source = events[Symbol.asyncIterator]();
    let next = await source.next();
    while (next.done !== true) {
      await this.db.tenant(organizationId, async (tx) => {
        await lockChurchPatiently(tx, organizationId);
        let batch: StoredEvent[] = [];
        for (
          let isComplete = false;
          next.done !== true && !(isComplete && batch.length === 0);
          next = await source.next()
        ) {
          isComplete = !isWithheld(next.value);
          batch.push(next.value);
          if (batch.length < batchSize) continue;
          await insertBatch(tx, organizationId, batch);
          batch = [];
        }
        if (batch.length > 0) await insertBatch(tx, organizationId, batch);
      });
    }
  }
}

async function insertBatch(tx: Tx, organizationId: string, batch: StoredEvent[]): Promise<void> {
  const rows = batch.map(({ position: _, recordedAt, ...event }) => ({
    ...event,
    recorded_at: recordedAt,
  }));
  try {
    await takeOverEvents(tx, {
      organizationId,
      events: rows,
      count: batch.length,
      last: batch.at(-1)!.recordedAt,
    });
  } catch (error) {
    if (sqlState(error) === '23505')
      throw new WrongExpectedRevision(batch[0]!.stream, batch[0]!.revision - 1);
    throw error;
  }
}

/**
 * Like `lockChurch`, but waits for the lock without a time limit. For long work.
 * @returns the name of the church's store; null before its first event
 */
export function lockChurchPatiently(tx: Tx, organizationId: string): Promise<string | null> {
  disableLockTimeout.send(tx);
  return lockChurch(tx, organizationId);
}

/**
 * Makes other writers of a church wait until the transaction ends. Call it before a decision that
 * reads much and then writes, and before writing rows that several writers change (donors,
 * campaigns, titles): every append takes this lock, too, and two orders of locks cause deadlocks.
 * @returns the name of the church's store; null before its first event
 */
export async function lockChurch(tx: Tx, organizationId: string): Promise<string | null> {
  const [head] = await lockHead(tx, { organizationId });
  if (head) return head.store;
  await insertHead(tx, { organizationId });
  return lockChurch(tx, organizationId);
}

async function* eventsOf(
  first: { events: StoredEvent[] },
  rest: AsyncIterable<{ events: StoredEvent[] }>,
): AsyncGenerator<StoredEvent[]> {
  yield first.events;
  for await (const { events } of rest) yield events;
}

function fromRow(row: EventRow): StoredEvent {
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

interface Batch {
  organizationId: string;
  stream: string;
  expected: ExpectedRevision;
  events: NewEvent[];
}

/** Appends a batch. `head` is null if the events were stored before. */
async function appendBatch(
  tx: Tx,
  { organizationId, stream, expected, events }: Batch,
): Promise<AppendResult & { head: ChurchHead | null }> {
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

/** Returns the error code of PostgreSQL, whether or not the ORM has wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : undefined;
}
