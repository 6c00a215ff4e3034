import type { Tx } from '#libs/database';
import type { StoredEvent } from '#libs/event-sourcing';
import { insertOwnEvents, readCopies, storeCopies } from './event-copies.sql.js';
import type { JournalEntry } from './journal/entries.js';

// Copies of the events of churches in EventStoreDB. The transaction that adds an event to the
// journal also writes its copy, with the same bytes. If EventStoreDB loses events, `repair-books`
// writes them there again from the copies. `copy-check.ts` compares the copies with the journal.

/** Copies that are read at once. */
const pageSize = 1_000;

/** Consecutive events of one stream. */
interface Range {
  stream: string;
  first: number;
  last: number;
}

/**
 * Keeps copies of events of the transaction's church, and replaces copies that differ. The caller
 * has to know that the events are as the journal records them, or has to roll the transaction back
 * if they are not.
 */
export async function keepCopies(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const copies = events.map(({ position: _, recordedAt, ...event }) => ({
    ...event,
    recorded_at: recordedAt,
  }));
  await storeCopies(tx, { copies });
}

/**
 * Copies the events that a church has in PostgreSQL, which moves to EventStoreDB. A copy that
 * exists stays as it is.
 */
export async function copyOwnEvents(tx: Tx): Promise<void> {
  await insertOwnEvents(tx);
}

/**
 * The copies of the events that journal entries name, in the order of the entries.
 * @returns events whose position is 0, because only the event store has positions
 */
export async function* copiesOf(
  tx: Tx,
  entries: Iterable<Pick<JournalEntry, 'stream' | 'firstRevision' | 'lastRevision'>>,
): AsyncGenerator<StoredEvent> {
  for (const ranges of pagesOf(entries)) {
    const rows = await readCopies(tx, {
      streams: ranges.map(({ stream }) => stream),
      first: ranges.map(({ first }) => first),
      last: ranges.map(({ last }) => last),
    });
    for (const { recordedAt, ...event } of rows)
      yield { ...event, position: 0n, recordedAt: recordedAt.toISOString() };
  }
}

/** Divides the events of entries into pages of at most `pageSize` events. */
function* pagesOf(
  entries: Iterable<Pick<JournalEntry, 'stream' | 'firstRevision' | 'lastRevision'>>,
): Generator<Range[]> {
  let page: Range[] = [];
  let room = pageSize;
  for (const { stream, firstRevision, lastRevision } of entries) {
    for (let first = firstRevision; first <= lastRevision;) {
      const last = Math.min(lastRevision, first + room - 1);
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
