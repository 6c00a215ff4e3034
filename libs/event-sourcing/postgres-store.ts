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
 * Told of every append, in its transaction: projections and journal are written with the events or not at all.
 * A bulk append goes on writing as its batches are asked for, so all of them must be.
 */
export type OnAppended = (
  tx: Tx,
  batches: AsyncIterable<StoredEvent[]>,
  head: ChurchHead,
) => Promise<void>;

/** How far a church was just before an append, read under its lock. */
export interface ChurchHead {
  /** current build of each projection */
  builds: Readonly<Record<string, number>>;
  /** the journal's last entry: number 0 and no bytes before the first */
  journal: { number: bigint; hash: Buffer };
}

type EventRow = Omit<StoredEvent, 'recordedAt'> & { recordedAt: Date };

/**
 * The embedded default. Positions are allocated per organization under that church's locked head row,
 * so a tail has no gaps and is in commit order (decisions/event-order.md).
 */
export class PostgresEventStore implements EventStore {
  readonly capabilities = { projectsInTransaction: true, joinsTransaction: true };
  #onAppended: OnAppended = async (_tx, batches) => {
    for await (const _events of batches); // written as they are asked for
  };

  constructor(private readonly db: Database) {}

  /** The projector registers here once, at start. */
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
      const end: { appended?: AppendResult } = {};
      const written = (async function* () {
        let revision = expected;
        for await (const batch of batches) {
          if (batch.length === 0) continue;
          const { head, ...appended } = await write(tx, organizationId, stream, revision, batch);
          end.appended = appended;
          revision += batch.length;
          if (head) yield { head, events: appended.events };
        }
      })();
      const first = await written.next();
      if (!first.done) await this.#onAppended(tx, eventsOf(first.value, written), first.value.head);
      if (!end.appended) throw new Error('An append needs at least one event.');
      return end.appended;
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

  /** What counts together is written together. */
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
          let isWhole = false;
          next.done !== true && !(isWhole && batch.length === 0);
          next = await source.next()
        ) {
          isWhole = !isWithheld(next.value);
          batch.push(next.value);
          if (batch.length < batchSize) continue;
          await take(tx, organizationId, batch);
          batch = [];
        }
        if (batch.length > 0) await take(tx, organizationId, batch);
      });
    }
  }
}

async function take(tx: Tx, organizationId: string, batch: StoredEvent[]): Promise<void> {
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
 * Like `lockChurch`, for long work that waits as long as it takes.
 * @returns the store that keeps the church's giving; null before its first event
 */
export function lockChurchPatiently(tx: Tx, organizationId: string): Promise<string | null> {
  disableLockTimeout.send(tx);
  return lockChurch(tx, organizationId);
}

/**
 * Makes other writers of this church wait until the transaction ends: for decisions that read much, then write,
 * and before writing rows that writers share (donors, campaigns, titles), because every append takes this lock
 * too, and taking both in two orders ends in a deadlock.
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

/** `head` is null when the events were there already. */
async function write(
  tx: Tx,
  organizationId: string,
  stream: string,
  expected: ExpectedRevision,
  events: NewEvent[],
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
      repeated: true,
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
  return { position: stored.at(-1)!.position, events: stored, repeated: false, head };
}

/** PostgreSQL's error code, whether the ORM wrapped the error or not. */
export function sqlState(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : undefined;
}
