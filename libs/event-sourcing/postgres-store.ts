import { disableLockTimeout, type Database, type Tx } from '#libs/database';
import { insertHead, lockHead } from './church-head.sql.js';
import {
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from './event-store.js';
import { readEventsAfter, readEventsOfStream, takeOverEvents } from './events.sql.js';
import {
  BatchAppender,
  fromRow,
  sqlState,
  type AppendedBatch,
  type ChurchHead,
} from './postgres-append.js';

const batchSize = 5_000;

/**
 * Called for every append, in its transaction, so that journal and projections are written together
 * with the events. It must read all batches, because a bulk append writes its batches while they
 * are read.
 */
export type OnAppended = (
  tx: Tx,
  batches: AsyncIterable<StoredEvent[]>,
  head: ChurchHead,
) => Promise<void>;

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
      const appender = new BatchAppender(tx, { organizationId, stream, expected });
      try {
        return await this.#appendAndNotify(tx, appender.append(batches));
      } catch (error) {
        throw await appender.findCause(error);
      }
    });
  }

  async #appendAndNotify(tx: Tx, batches: AsyncIterable<AppendedBatch>): Promise<AppendResult> {
    const last: { appended?: AppendResult } = {};
    const written = (async function* () {
      for await (const { head, ...appended } of batches) {
        last.appended = appended;
        if (head) yield { head, events: appended.events };
      }
    })();
    const first = await written.next();
    if (!first.done) await this.#onAppended(tx, eventsOf(first.value, written), first.value.head);
    if (!last.appended) throw new Error('An append needs at least one event.');
    return last.appended;
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
  nextBatches: AsyncIterable<{ events: StoredEvent[] }>,
): AsyncGenerator<StoredEvent[]> {
  yield first.events;
  for await (const { events } of nextBatches) yield events;
}
