import { prepared, type Database, type Tx } from '#libs/database';
import {
  StoreMoved,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from './event-store.js';

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

interface EventRow {
  position: bigint;
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  data: string;
  metadata: string;
  recorded_at: Date;
}

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
  ): Promise<Appended> {
    return this.bulkAppend(organizationId, stream, expected, [events]);
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]> | Iterable<NewEvent[]>,
  ): Promise<Appended> {
    return this.db.tenant(organizationId, async (tx) => {
      const end: { appended?: Appended } = {};
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
        tx.sql<EventRow>(
          'select * from event where organization_id = $1 and stream = $2 and revision >= $3 order by revision limit $4',
          [organizationId, stream, next, batchSize],
        ),
      );
      if (rows.length > 0) yield rows.map(fromRow);
      if (rows.length < batchSize) return;
      next = rows.at(-1)!.revision + 1;
    }
  }

  async *tail(organizationId: string, from: Position | null): AsyncGenerator<StoredEvent[]> {
    for (let after = from ?? 0n; ;) {
      const rows = await this.db.tenant(organizationId, (tx) =>
        tx.sql<EventRow>(
          'select * from event where organization_id = $1 and position > $2 order by position limit $3',
          [organizationId, after, batchSize],
        ),
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
    await tx.sql(takeOverSql, [
      organizationId,
      JSON.stringify(rows),
      batch.length,
      batch.at(-1)!.recordedAt,
    ]);
  } catch (error) {
    if (sqlState(error) === '23505')
      throw new WrongExpectedRevision(batch[0]!.stream, batch[0]!.revision - 1);
    throw error;
  }
}

const takeOverSql = `
  with head as (update event_head set position = position + $3, recorded_at = greatest(recorded_at, $4::timestamptz)
                 where organization_id = $1 returning position - $3 as before)
  insert into event (organization_id, position, stream, revision, id, type, version, data, metadata, recorded_at)
  select $1, before + n, stream, revision, id, type, version, data, metadata, recorded_at
    from head, rows from (json_to_recordset($2)
           as (stream text, revision int, id uuid, type text, version int, data text, metadata text, recorded_at timestamptz))
         with ordinality as e (stream, revision, id, type, version, data, metadata, recorded_at, n)`;

/**
 * Like `lockChurch`, for long work that waits as long as it takes.
 * @returns the store that keeps the church's giving; null before its first event
 */
export function lockChurchPatiently(tx: Tx, organizationId: string): Promise<string | null> {
  tx.send('set local lock_timeout = 0');
  return lockChurch(tx, organizationId);
}

/** Which store keeps a church's giving; `$1` is the church. */
export const storeSql = prepared('select store from event_head where organization_id = $1');
const lockSql = prepared('select store from event_head where organization_id = $1 for update');

/**
 * Makes other writers of this church wait until the transaction ends: for decisions that read much, then write,
 * and before writing rows that writers share (donors, campaigns, titles), because every append takes this lock
 * too, and taking both in two orders ends in a deadlock.
 */
export async function lockChurch(tx: Tx, organizationId: string): Promise<string | null> {
  const [head] = await tx.sql<{ store: string | null }>(lockSql, [organizationId]);
  if (head) return head.store;
  await tx.sql('insert into event_head (organization_id) values ($1) on conflict do nothing', [
    organizationId,
  ]);
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
    recordedAt: row.recorded_at.toISOString(),
  };
}

const appendSql = prepared(
  'select * from append_events($1, $2, $3, $4::uuid[], $5::text[], $6::int[], $7::text[], $8::text[])',
);

interface AppendRow {
  first_position: bigint;
  at: Date;
  builds: ChurchHead['builds'] | null;
  number: bigint | null;
  hash: Buffer | null;
}

/** `head` is null when the events were there already. */
async function write(
  tx: Tx,
  organizationId: string,
  stream: string,
  expected: ExpectedRevision,
  events: NewEvent[],
): Promise<Appended & { head: ChurchHead | null }> {
  let first: AppendRow | undefined;
  try {
    [first] = await tx.sql<AppendRow>(appendSql, [
      organizationId,
      stream,
      expected,
      events.map((event) => event.id),
      events.map((event) => event.type),
      events.map((event) => event.version),
      events.map((event) => event.data),
      events.map((event) => event.metadata),
    ]);
  } catch (error) {
    if (sqlState(error) === 'CC001') throw new WrongExpectedRevision(stream, expected);
    if (sqlState(error) === 'CC002') throw new StoreMoved({ cause: error });
    throw error;
  }
  if (!first) {
    const rows = await tx.sql<EventRow>(
      'select * from event where organization_id = $1 and stream = $2 and id = any($3::uuid[]) order by revision',
      [organizationId, stream, events.map((event) => event.id)],
    );
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
    position: first.first_position + BigInt(index),
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
