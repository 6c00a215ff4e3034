import type { Database, Tx } from '#libs/database';
import {
  lockChurchPatiently,
  type EventStore,
  type Position,
  type Projector,
  type RoutedStore,
  type StoredEvent,
} from '#libs/event-sourcing';
import {
  checkCopies,
  correctCopies,
  findFaultyCopies,
  hasFaults,
  type CopyState,
  type LinkedEntry,
} from './copy-check.js';
import { copiesOf } from './event-copies.js';
import { JournalEntries, sizeOf, type JournalEntry } from './journal/entries.js';
import { chainHash, contentHash, eventBytes, isStaged } from './journal/journal.js';

/** Consecutive events of one stream. */
export interface EventRange {
  stream: string;
  firstRevision: number;
  lastRevision: number;
  /** ISO time at which the last of them was recorded. */
  recordedAt: string;
}

/** What the event store and the journal of a church hold, compared with each other. */
export interface BooksComparison {
  /** Number of events in the event store. */
  storedEvents: number;
  /** Number of journal entries. */
  journalEntries: number;
  /** Events that are stored but not in the journal. They are missing in every list and total. */
  unpublished: EventRange[];
  /** Journal entries whose events the store does not have. */
  unstored: EventRange[];
  /** Journal entries whose events differ from those that the journal's hash covers. */
  different: EventRange[];
  /** The copies of the events in PostgreSQL; null if the church is stored in PostgreSQL itself. */
  copies: CopyState | null;
}

/** The comparison without the copies. */
type StoreComparison = Omit<BooksComparison, 'copies'>;

/** The repair is not possible. Nothing was changed; the message says why. */
export class CannotRepairError extends Error {}

/** Compares the stored events of a church with its journal. Changes nothing. */
export async function compareBooks(
  db: Database,
  stores: Pick<RoutedStore, 'storeOf'>,
  organizationId: string,
): Promise<BooksComparison> {
  const copies = await checkCopies(db, await stores.storeOf(organizationId), organizationId);
  const comparison = await withLockedChurch(db, stores, organizationId, (tx, store) =>
    compare(tx, store, organizationId),
  );
  return { ...comparison, copies };
}

/**
 * Runs `work` under the lock of the church, so that the journal does not change. EventStoreDB may
 * still receive an event, which is published after `work`.
 */
function withLockedChurch<T>(
  db: Database,
  stores: Pick<RoutedStore, 'storeOf'>,
  organizationId: string,
  work: (tx: Tx, store: EventStore) => Promise<T>,
): Promise<T> {
  return db.tenant(organizationId, async (tx) => {
    await lockChurchPatiently(tx, organizationId);
    return work(tx, await stores.storeOf(organizationId));
  });
}

/**
 * Publishes every stored event that is not in the journal: it gets the next journal number, and
 * every list and total then includes it. Events that are in the journal are skipped. Then the
 * copies in PostgreSQL are completed and corrected.
 * @returns the comparison as it was before
 * @throws CannotRepairError when the journal names events that the store does not have, or that
 *   differ in the store
 */
export async function repairFromStore(
  db: Database,
  stores: Pick<RoutedStore, 'storeOf'>,
  projector: Projector<unknown>,
  organizationId: string,
): Promise<BooksComparison> {
  const store = await stores.storeOf(organizationId);
  const copies = await checkCopies(db, store, organizationId);
  const comparison = await withLockedChurch(db, stores, organizationId, (tx, lockedStore) =>
    publishUnpublished(tx, lockedStore, projector),
  );
  if (copies && hasFaults(copies)) await correctCopies(db, store, organizationId);
  return { ...comparison, copies };
}

async function publishUnpublished(
  tx: Tx,
  store: EventStore,
  projector: Projector<unknown>,
): Promise<StoreComparison> {
  const organizationId = tx.organizationId!;
  const comparison = await compare(tx, store, organizationId);
  const contradictions = comparison.unstored.length + comparison.different.length;
  if (contradictions > 0)
    throw new CannotRepairError(
      `The journal has ${contradictions} entries whose events the event store does not have as ` +
        'they were recorded. If they are lost, use --trust postgres. If they are different, ' +
        'restore the right backup of the event store. Nothing was changed.',
    );
  if (comparison.unpublished.length > 0) {
    const position = await newestPosition(store, organizationId);
    await projector.deliver(tx, { position, batches: store.tail(organizationId, null) });
  }
  return comparison;
}

/**
 * Writes the events that the journal contains and the event store has lost to the event store
 * again. It takes them from the copies in PostgreSQL, with the same ids, bytes and times, and
 * compares every copy with the journal's hash before it writes. Stored events that the journal does
 * not contain stay as they are.
 * @returns the comparison as it was before
 * @throws CannotRepairError when a copy is missing or does not match the journal's hash, or when
 *   the store has other events in the places of lost ones
 */
export async function repairFromJournal(
  db: Database,
  stores: Pick<RoutedStore, 'storeOf'>,
  organizationId: string,
): Promise<BooksComparison> {
  const copies = await checkCopies(db, await stores.storeOf(organizationId), organizationId);
  const comparison = await withLockedChurch(db, stores, organizationId, writeLost);
  return { ...comparison, copies };
}

async function writeLost(tx: Tx, store: EventStore): Promise<StoreComparison> {
  const organizationId = tx.organizationId!;
  const journal = await JournalEntries.load(tx);
  const reader = await readStore(store, organizationId, journal);
  const comparison = reader.result();
  if (comparison.different.length > 0)
    throw new CannotRepairError(
      `The event store has other events in the places of ${comparison.different.length} ` +
        'journal entries, and it cannot replace events. Connect the right event store, or an ' +
        'empty one. Nothing was changed.',
    );
  const lostEntries = reader.unstoredEntries();
  await assertCopies(tx, journal, lostEntries);
  await store.takeOver(organizationId, copiesOf(tx, lostEntries), isStaged);
  return comparison;
}

/**
 * @throws CannotRepairError when not every event of the entries has a copy with the bytes that the
 *   journal recorded
 */
async function assertCopies(
  tx: Tx,
  journal: JournalEntries,
  entries: readonly JournalEntry[],
): Promise<void> {
  const linked = entries.map((entry): LinkedEntry => {
    const previousHash = journal.previous(entry)?.hash ?? Buffer.alloc(0);
    return { ...entry, previousHash };
  });
  const faulty = await findFaultyCopies(tx, linked);
  if (faulty.length > 0)
    throw new CannotRepairError(
      `Of ${faulty.length} journal entries PostgreSQL has no copy of the events as they were ` +
        'recorded. Restore a newer backup of the event store. Nothing was changed.',
    );
}

async function newestPosition(store: EventStore, organizationId: string): Promise<Position> {
  let newest = 0n;
  for await (const batch of store.tail(organizationId, null)) newest = batch.at(-1)!.position;
  return newest;
}

async function compare(
  tx: Tx,
  store: EventStore,
  organizationId: string,
): Promise<StoreComparison> {
  const reader = await readStore(store, organizationId, await JournalEntries.load(tx));
  return reader.result();
}

async function readStore(
  store: EventStore,
  organizationId: string,
  journal: JournalEntries,
): Promise<EntryReader> {
  const reader = new EntryReader(organizationId, journal);
  for await (const batch of store.tail(organizationId, null))
    for (const event of batch) reader.read(event);
  return reader;
}

/** Reads stored events in any order of their streams, and assigns each to its journal entry. */
class EntryReader {
  readonly #open = new Map<
    JournalEntry,
    { content: ReturnType<typeof contentHash>; count: number }
  >();
  readonly #complete = new Set<JournalEntry>();
  readonly #different: EventRange[] = [];
  readonly #unpublished = new Map<string, EventRange[]>();
  #events = 0;

  constructor(
    private readonly organizationId: string,
    private readonly journal: JournalEntries,
  ) {}

  read(event: StoredEvent): void {
    this.#events++;
    const entry = this.journal.find(event);
    if (entry) this.#readOf(entry, event);
    else this.#addUnpublished(event);
  }

  /** The entries of which the store does not have every event. */
  unstoredEntries(): JournalEntry[] {
    return this.journal.all.filter((entry) => !this.#complete.has(entry));
  }

  result(): StoreComparison {
    return {
      storedEvents: this.#events,
      journalEntries: this.journal.all.length,
      unpublished: [...this.#unpublished.values()].flat(),
      unstored: this.unstoredEntries().map(rangeOf),
      different: this.#different,
    };
  }

  #readOf(entry: JournalEntry, event: StoredEvent): void {
    const open = this.#open.get(entry) ?? { content: contentHash(this.organizationId), count: 0 };
    this.#open.set(entry, open);
    open.content.update(eventBytes(event));
    open.count++;
    if (open.count < sizeOf(entry)) return;
    this.#open.delete(entry);
    this.#complete.add(entry);
    const previous = this.journal.previous(entry)?.hash ?? Buffer.alloc(0);
    const isSame = chainHash(previous, open.content.digest()).equals(entry.hash);
    if (!isSame) this.#different.push(rangeOf(entry));
  }

  #addUnpublished({ stream, revision, recordedAt }: StoredEvent): void {
    const ranges = this.#unpublished.get(stream) ?? [];
    this.#unpublished.set(stream, ranges);
    const last = ranges.at(-1);
    if (last?.lastRevision === revision - 1)
      Object.assign(last, { lastRevision: revision, recordedAt });
    else ranges.push({ stream, firstRevision: revision, lastRevision: revision, recordedAt });
  }
}

const rangeOf = (entry: JournalEntry): EventRange => ({
  stream: entry.stream,
  firstRevision: entry.firstRevision,
  lastRevision: entry.lastRevision,
  recordedAt: entry.recordedAt.toISOString(),
});
