import type { Database, Tx } from '#libs/database';
import type { EventStore, StoredEvent } from '#libs/event-sourcing';
import { copiesOf, keepCopies } from './event-copies.js';
import { sizeOf, type JournalEntry } from './journal/entries.js';
import { chainHash, contentHash, eventBytes } from './journal/journal.js';
import { selectEntriesAfter } from './journal/journal.sql.js';

// Compares the copies of events (`event-copies.ts`) with the hashes of the journal, and corrects
// them from the event store. Nothing here needs the church's lock: an entry of the journal and its
// copies are written together, and an entry never changes.

/** Entries of the journal that are read at once. */
const maxEntriesRead = 500;
/** Events of the entries that are read at once, unless the first entry alone has more. */
const maxEventsRead = 5_000;
/**
 * Events that are copied at once, and streams of the event store that are read at the same time.
 */
const maxEventsCopied = 20;

/** A journal entry with the hash of the entry before it. */
export interface LinkedEntry extends JournalEntry {
  /**
   * No bytes for the first entry. Null if the entry before it is missing, so that the hash cannot
   * be calculated.
   */
  previousHash: Buffer | null;
}

/** A journal entry whose copies are missing, or are not as the journal recorded the events. */
export interface FaultyCopies {
  entry: LinkedEntry;
  /** Events without a copy. If it is 0, the content of a copy is wrong. */
  missing: number;
}

/** What the comparison of some entries of a journal with their copies has found. */
export interface CheckedPage {
  /** Number of the last entry that was compared. */
  last: bigint;
  faulty: FaultyCopies[];
}

/** The state of all copies of a church. */
export interface CopyState {
  /** Number of events of the journal of which PostgreSQL has no copy. */
  missing: number;
  /**
   * Number of journal entries whose copies are all there, but not as the journal recorded the
   * events.
   */
  wrong: number;
}

/** Whether a copy is missing or wrong. */
export const hasFaults = ({ missing, wrong }: CopyState): boolean => missing + wrong > 0;

/** The beginning of a sentence for the operator about `events` events without a copy. */
export const describeMissingCopies = (events: number): string =>
  `PostgreSQL has no copy of ${events === 1 ? '1 event' : `${events} events`}`;

/** A sentence for the operator about the copies of `entries` journal entries. */
export const describeWrongCopies = (entries: number): string =>
  'The copies in PostgreSQL of the events of ' +
  `${entries} journal ${entries === 1 ? 'entry' : 'entries'} are not as the journal recorded them.`;

/**
 * Compares all copies of a church with its journal.
 * @returns null if the church is stored in PostgreSQL itself
 */
export async function checkCopies(
  db: Database,
  store: EventStore,
  organizationId: string,
): Promise<CopyState | null> {
  if (store.capabilities.projectsInTransaction) return null;
  const state = { missing: 0, wrong: 0 };
  await db.tenant(organizationId, async (tx) => {
    let page = await checkPage(tx, 0n);
    while (page !== null) {
      for (const { missing } of page.faulty) {
        state.missing += missing;
        if (missing === 0) state.wrong++;
      }
      page = await checkPage(tx, page.last);
    }
  });
  return state;
}

/**
 * Corrects all copies of a church from the event store, as far as it has the events as the journal
 * recorded them.
 */
export async function correctCopies(
  db: Database,
  store: EventStore,
  organizationId: string,
): Promise<void> {
  if (store.capabilities.projectsInTransaction) return;
  for (let last: bigint | null = 0n; last !== null;) {
    const after: bigint = last;
    const page: CheckedPage | null = await db.tenant(organizationId, (tx) => checkPage(tx, after));
    const entries = page?.faulty.map(({ entry }) => entry) ?? [];
    await copyFromStore(db, store, organizationId, entries);
    last = page && page.last;
  }
}

/**
 * Compares the copies of the next entries of the church's journal.
 * @returns null at the end of the journal
 */
export async function checkPage(tx: Tx, afterNumber: bigint): Promise<CheckedPage | null> {
  const entries = await readEntriesAfter(tx, afterNumber);
  if (entries.length === 0) return null;
  return { last: entries.at(-1)!.number, faulty: await findFaultyCopies(tx, entries) };
}

/**
 * Reads the next entries of the church's journal.
 * @returns a page of limited size; empty at the end of the journal
 */
async function readEntriesAfter(tx: Tx, number: bigint): Promise<LinkedEntry[]> {
  const entries = await selectEntriesAfter(tx, { number, limit: maxEntriesRead });
  let events = 0;
  const end = entries.findIndex((entry) => (events += sizeOf(entry)) > maxEventsRead);
  return end < 0 ? entries : entries.slice(0, Math.max(end, 1));
}

/** Finds those of the entries whose copies are missing or wrong. */
export async function findFaultyCopies(
  tx: Tx,
  entries: readonly LinkedEntry[],
): Promise<FaultyCopies[]> {
  const faulty: FaultyCopies[] = [];
  const copies = copiesOf(tx, entries);
  let next = await copies.next();
  for (const entry of entries) {
    const content = contentHash(tx.organizationId!);
    let count = 0;
    for (; next.done !== true && contains(entry, next.value); next = await copies.next()) {
      content.update(eventBytes(next.value));
      count++;
    }
    const missing = sizeOf(entry) - count;
    if (missing > 0 || !isAsRecorded(entry, content.digest())) faulty.push({ entry, missing });
  }
  return faulty;
}

/**
 * Copies the events of entries from the event store, and replaces copies that exist.
 * @returns the entries of which nothing was changed, because the store does not have their events
 *   as the journal recorded them
 * @throws the reason of `signal` when it is aborted
 */
export async function copyFromStore(
  db: Database,
  store: EventStore,
  organizationId: string,
  entries: readonly LinkedEntry[],
  signal?: AbortSignal,
): Promise<LinkedEntry[]> {
  const refusedEntries: LinkedEntry[] = [];
  for (const group of groupsOf(entries)) {
    signal?.throwIfAborted();
    const [first] = group;
    if (group.length === 1 && sizeOf(first!) > maxEventsCopied) {
      const isCopied = await copyLongEntry(db, store, organizationId, first!, signal);
      if (!isCopied) refusedEntries.push(first!);
      continue;
    }
    const read = await Promise.all(
      group.map((entry) => readConfirmedEvents(store, organizationId, entry)),
    );
    refusedEntries.push(...group.filter((_, index) => read[index] === null));
    await db.tenant(organizationId, (tx) =>
      keepCopies(
        tx,
        read.flatMap((events) => events ?? []),
      ),
    );
  }
  return refusedEntries;
}

/**
 * Divides entries into groups of at most `maxEventsCopied` entries and events. A longer entry is a
 * group of its own.
 */
function* groupsOf(entries: readonly LinkedEntry[]): Generator<LinkedEntry[]> {
  let group: LinkedEntry[] = [];
  let events = 0;
  for (const entry of entries) {
    if (group.length > 0 && events + sizeOf(entry) > maxEventsCopied) {
      yield group;
      group = [];
      events = 0;
    }
    group.push(entry);
    events += sizeOf(entry);
  }
  if (group.length > 0) yield group;
}

/**
 * Reads the events of an entry.
 * @returns null if the store does not have them as the journal recorded them
 */
async function readConfirmedEvents(
  store: EventStore,
  organizationId: string,
  entry: LinkedEntry,
): Promise<StoredEvent[] | null> {
  if (entry.previousHash === null) return null;
  const content = contentHash(organizationId);
  const read: StoredEvent[] = [];
  for await (const events of eventsOf(store, organizationId, entry)) {
    for (const event of events) content.update(eventBytes(event));
    read.push(...events);
  }
  return isAsRecorded(entry, content.digest()) ? read : null;
}

/**
 * Copies the events of an entry without having all of them in memory.
 * @returns false, with nothing changed, if the journal does not confirm the events
 */
async function copyLongEntry(
  db: Database,
  store: EventStore,
  organizationId: string,
  entry: LinkedEntry,
  signal?: AbortSignal,
): Promise<boolean> {
  if (entry.previousHash === null) return false;
  try {
    await db.tenant(organizationId, async (tx) => {
      const content = contentHash(organizationId);
      for await (const events of eventsOf(store, organizationId, entry)) {
        signal?.throwIfAborted();
        for (const event of events) content.update(eventBytes(event));
        await keepCopies(tx, events);
      }
      if (!isAsRecorded(entry, content.digest())) throw new NotAsRecorded();
    });
    return true;
  } catch (error) {
    if (!(error instanceof NotAsRecorded)) throw error;
    return false;
  }
}

/** Rolls back the copies of events that the journal does not confirm. */
class NotAsRecorded extends Error {}

async function* eventsOf(
  store: EventStore,
  organizationId: string,
  entry: LinkedEntry,
): AsyncGenerator<StoredEvent[]> {
  const { stream, firstRevision: first, lastRevision: last } = entry;
  for await (const batch of store.readStream(organizationId, stream, first)) {
    const events = batch.filter((event) => contains(entry, event));
    if (events.length > 0) yield events;
    if (batch.at(-1)!.revision >= last) return;
  }
}

const contains = (entry: LinkedEntry, { stream, revision }: StoredEvent): boolean =>
  entry.stream === stream && entry.firstRevision <= revision && revision <= entry.lastRevision;

/**
 * Whether the hash over the content is that of the entry. True after a gap in the journal, which
 * has its own report.
 */
const isAsRecorded = (entry: LinkedEntry, content: Uint8Array): boolean =>
  entry.previousHash === null || chainHash(entry.previousHash, content).equals(entry.hash);
