import { prepared, type Tx } from '#libs/database';
import { storedEventsSql, type StoredEvent } from '#libs/event-sourcing';
import type { JournalEntry } from './journal/entries.js';

// Copies of the events of churches in EventStoreDB. The transaction that adds an event to the
// journal also writes its copy, with the same bytes. If EventStoreDB loses events, `repair-books`
// writes them there again from the copies. `copy-check.ts` compares the copies with the journal.

/** Copies that are read at once. */
const pageSize = 1_000;

interface CopyRow extends Omit<StoredEvent, 'position' | 'recordedAt'> {
  recorded_at: Date;
}

/** Consecutive events of one stream. */
interface Range {
  stream: string;
  first: number;
  last: number;
}

const keepSql = prepared(`
  insert into event_copy as kept (organization_id, stream, revision, id, type, version, data, metadata, recorded_at)
  select $1, stream, revision, id, type, version, data, metadata, recorded_at
    from json_to_recordset($2)
      as (stream text, revision int, id uuid, type text, version int, data text, metadata text, recorded_at timestamptz)
  on conflict (organization_id, stream, revision) do update
     set id = excluded.id, type = excluded.type, version = excluded.version, data = excluded.data,
         metadata = excluded.metadata, recorded_at = excluded.recorded_at
   where (kept.id, kept.type, kept.version, kept.data, kept.metadata, kept.recorded_at)
         <> (excluded.id, excluded.type, excluded.version, excluded.data, excluded.metadata, excluded.recorded_at)`);

/**
 * Keeps copies of events of the transaction's church, and replaces copies that differ. The caller
 * has to know that the events are as the journal records them, or has to roll the transaction back
 * if they are not.
 */
export async function keepCopies(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ position: _, recordedAt, ...event }) => ({
    ...event,
    recorded_at: recordedAt,
  }));
  await tx.sql(keepSql, [tx.organizationId, JSON.stringify(rows)]);
}

/**
 * Copies the events that a church has in PostgreSQL, which moves to EventStoreDB. A copy that
 * exists stays as it is.
 */
export async function copyOwnEvents(tx: Tx): Promise<void> {
  await tx.sql(
    `insert into event_copy (organization_id, stream, revision, id, type, version, data, metadata, recorded_at)
     ${storedEventsSql}
     on conflict do nothing`,
    [tx.organizationId],
  );
}

/**
 * The copies of the events that journal entries name, in the order of the entries.
 * @returns events whose position is 0, because only the event store has positions
 */
export async function* copiesOf(
  tx: Tx,
  entries: Iterable<Pick<JournalEntry, 'stream' | 'first_revision' | 'last_revision'>>,
): AsyncGenerator<StoredEvent> {
  for (const ranges of pagesOf(entries)) {
    const rows = await tx.sql<CopyRow>(
      `select c.stream, c.revision, c.id, c.type, c.version, c.data, c.metadata, c.recorded_at
         from unnest($2::text[], $3::int[], $4::int[]) with ordinality as range (stream, first, last, place)
         join event_copy c
           on c.organization_id = $1 and c.stream = range.stream and c.revision between range.first and range.last
        order by range.place, c.revision`,
      [
        tx.organizationId,
        ranges.map(({ stream }) => stream),
        ranges.map(({ first }) => first),
        ranges.map(({ last }) => last),
      ],
    );
    for (const { recorded_at, ...event } of rows)
      yield { ...event, position: 0n, recordedAt: recorded_at.toISOString() };
  }
}

/** Divides the events of entries into pages of at most `pageSize` events. */
function* pagesOf(
  entries: Iterable<Pick<JournalEntry, 'stream' | 'first_revision' | 'last_revision'>>,
): Generator<Range[]> {
  let page: Range[] = [];
  let room = pageSize;
  for (const { stream, first_revision, last_revision } of entries) {
    for (let first = first_revision; first <= last_revision;) {
      const last = Math.min(last_revision, first + room - 1);
      page.push({ stream, first, last });
      room -= last - first + 1;
      first = last + 1;
      if (room > 0) continue;
      yield page;
      page = [];
      room = pageSize;
    }
  }
  if (page.length > 0) yield page;
}
