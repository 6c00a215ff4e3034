import { prepared, type Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';
import type { JournalEntry } from './journal/entries.js';

// Copies of the events of churches in EventStoreDB. The transaction that adds an event to the journal also writes
// its copy, with the same bytes. If EventStoreDB loses events, `repair-books` writes them there again from the
// copies.

/** Copies that are read at once. */
const pageSize = 1_000;

interface CopyRow extends Omit<StoredEvent, 'position' | 'recordedAt'> {
  recorded_at: Date;
}

const keepSql = prepared(`
  insert into event_copy (organization_id, stream, revision, id, type, version, data, metadata, recorded_at)
  select $1, stream, revision, id, type, version, data, metadata, recorded_at
    from json_to_recordset($2)
      as (stream text, revision int, id uuid, type text, version int, data text, metadata text, recorded_at timestamptz)
  on conflict do nothing`);

/** Keeps copies of events of the transaction's church. One that exists stays as it is. */
export async function keepCopies(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map(({ position: _, recordedAt, ...event }) => ({
    ...event,
    recorded_at: recordedAt,
  }));
  await tx.sql(keepSql, [tx.organizationId, JSON.stringify(rows)]);
}

/** Copies the events that a church has in PostgreSQL, which moves to EventStoreDB. */
export async function copyOwnEvents(tx: Tx): Promise<void> {
  await tx.sql(
    `insert into event_copy (organization_id, stream, revision, id, type, version, data, metadata, recorded_at)
     select organization_id, stream, revision, id, type, version, data, metadata, recorded_at
       from event where organization_id = $1
     on conflict do nothing`,
    [tx.organizationId],
  );
}

/** Number of events of the journal of which PostgreSQL has no copy. */
export async function countWithoutCopy(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select (events - copies)::int as count
       from (select coalesce(sum(last_revision - first_revision + 1), 0) as events
               from journal where organization_id = $1) as published,
            (select count(*) as copies
               from event_copy c
              where organization_id = $1
                and exists (select 1 from journal j
                             where j.organization_id = $1 and j.stream = c.stream
                               and c.revision between j.first_revision and j.last_revision)) as copied`,
    [tx.organizationId],
  );
  return row!.count;
}

/**
 * The copies of the events that journal entries name, in the order of the entries.
 * @returns events whose position is 0, because only the event store has positions
 */
export async function* copiesOf(
  tx: Tx,
  entries: Iterable<Pick<JournalEntry, 'stream' | 'first_revision' | 'last_revision'>>,
): AsyncGenerator<StoredEvent> {
  for (const { stream, first_revision: first, last_revision: last } of entries)
    for (let from = first; from <= last; from += pageSize) {
      const to = Math.min(from + pageSize - 1, last);
      const rows = await tx.sql<CopyRow>(
        `select stream, revision, id, type, version, data, metadata, recorded_at
           from event_copy
          where organization_id = $1 and stream = $2 and revision between $3 and $4
          order by revision`,
        [tx.organizationId, stream, from, to],
      );
      for (const { recorded_at, ...event } of rows)
        yield { ...event, position: 0n, recordedAt: recorded_at.toISOString() };
    }
}
