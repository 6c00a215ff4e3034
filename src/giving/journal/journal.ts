import { createHash, type Hash } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { ChurchHead, Publisher, StoredEvent } from '#libs/event-sourcing';
import { codec, isImportStream, type PublishedEvent } from '../events.js';
import { keepCopies } from '../event-copies.js';
import { addPlaceholders } from '../placeholders.js';
import { markMissingTexts } from '../missing-texts.js';
import {
  findEntry,
  findEntryOfImport,
  insertJournalEntry,
  selectNewestEntry,
  selectEntryNumbers,
  selectRanges,
} from './journal.sql.js';

/**
 * The journal lists all published events of a church. Its entries are numbered without gaps. Each
 * has a hash over the entry before it and over the stored bytes of its events. The commit of an
 * import is one entry, and so is its undo. Entries are written once and never rebuilt. An entry
 * refers to its events by stream and revisions, which are the same in every store, so that the
 * journal stays valid when the church moves to another store.
 */
export class Journal implements Publisher<PublishedEvent> {
  /**
   * Adds events to the journal. It does not wait until PostgreSQL has inserted the entries, so that
   * the projections can be applied meanwhile.
   * @throws Error if the rows of an import come without their marker, or the marker without rows
   */
  async *publish(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    knownHead?: ChurchHead,
  ): AsyncGenerator<PublishedEvent[]> {
    let { number, hash, at: headTime = '' }: Head = knownHead?.journal ?? (await readHead(tx));
    let open: { stream: string; first: number; content: Hash } | null = null;
    for await (const events of batches) {
      const published: PublishedEvent[] = [];
      for (const stored of events) {
        if (open ? open.stream !== stored.stream : stored.type === 'DonationImportCommitted')
          throw new Error('An import comes as a whole.');
        open ??= {
          stream: stored.stream,
          first: stored.revision,
          content: contentHash(tx.organizationId!),
        };
        open.content.update(eventBytes(stored));
        published.push({ event: codec.decode(stored), stored, journal: number + 1n });
        if (isStaged(stored)) continue;
        hash = chainHash(hash, open.content.digest());
        headTime = laterTime(headTime, stored.recordedAt);
        insertJournalEntry.send(tx, {
          number: ++number,
          stream: stored.stream,
          firstRevision: open.first,
          lastRevision: stored.revision,
          recordedAt: headTime,
          hash,
        });
        open = null;
      }
      yield published;
    }
    if (open) throw new Error('An import comes as a whole.');
  }

  async addMissing(tx: Tx, published: PublishedEvent[]): Promise<void> {
    await addPlaceholders(
      tx,
      published.map(({ event }) => event),
    );
    await markMissingTexts(
      tx,
      published.map(({ stored }) => stored),
    );
  }

  keepCopies(tx: Tx, events: StoredEvent[]): Promise<void> {
    return keepCopies(tx, events);
  }

  isPublished(tx: Tx, stream: string, revision: number): Promise<boolean> {
    return isPublished(tx, stream, revision);
  }

  async filterUnpublished(tx: Tx, events: StoredEvent[]): Promise<StoredEvent[]> {
    const streams = [...new Set(events.map(({ stream }) => stream))];
    const entries = await selectRanges(tx, { streams });
    const entriesOf = Map.groupBy(entries, ({ stream }) => stream);
    const isInJournal = ({ stream, revision }: StoredEvent) =>
      entriesOf.get(stream)?.some(({ first, last }) => first <= revision && revision <= last) ??
      false;
    return events.filter((event) => !isInJournal(event));
  }

  async replay(tx: Tx, events: StoredEvent[]): Promise<PublishedEvent[]> {
    const single = events.filter((event) => !isStaged(event));
    const rows = await selectEntryNumbers(tx, {
      streams: single.map(({ stream }) => stream),
      revisions: single.map(({ revision }) => revision),
    });
    const numbers = new Map(rows.map((row) => [`${row.stream} ${row.lastRevision}`, row.number]));
    const importNumbers = new Map<string, bigint>();
    for (const event of events) {
      if (isStaged(event) && !importNumbers.has(event.stream))
        importNumbers.set(event.stream, await findNumberOfImport(tx, event));
    }
    return events.map((stored) => {
      const journal = isStaged(stored)
        ? importNumbers.get(stored.stream)
        : numbers.get(`${stored.stream} ${stored.revision}`);
      return { event: codec.decode(stored), stored, journal: journal ?? throwMissing(stored) };
    });
  }
}

/**
 * Whether the event is in the journal. Then it is in every projection, too, because both are
 * written in one transaction.
 * @param stream whole name of the stream
 */
export async function isPublished(tx: Tx, stream: string, revision: number): Promise<boolean> {
  const rows = await findEntry(tx, { stream, revision });
  return rows.length > 0;
}

/** Finds the number of the journal entry that published a row of an import. */
async function findNumberOfImport(tx: Tx, event: StoredEvent): Promise<bigint> {
  const { stream, revision } = event;
  const [row] = await findEntryOfImport(tx, { stream, revision });
  return row?.number ?? throwMissing(event);
}

function throwMissing({ id, stream, revision }: StoredEvent): never {
  throw new Error(`Event ${id}, ${revision} of ${stream}, is not in the journal. Run verify.`);
}

/**
 * Whether an event belongs to the rows of an import or of its undo. Such an event is not published
 * before the marker that comes after it.
 */
export const isStaged = ({ type, stream }: StoredEvent) =>
  isImportStream(stream) && type !== 'DonationImportCommitted' && type !== 'DonationImportUndone';

/**
 * Returns the text of an event that the hash of its entry covers: every stored column except the
 * position, which differs between the stores.
 */
export function eventBytes(event: StoredEvent): string {
  return [
    event.id,
    event.stream,
    event.revision,
    event.type,
    event.version,
    event.recordedAt,
    event.data,
    event.metadata,
    '',
  ].join('\n');
}

/**
 * Creates the hash of the events of one entry. It does not cover the entry's number, because the
 * number follows from the chain of hashes.
 */
export function contentHash(organizationId: string) {
  return createHash('sha256').update(`${organizationId}\n`);
}

/** Returns the hash of an entry. */
export function chainHash(previous: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(content).digest();
}

interface Head {
  number: bigint;
  hash: Buffer;
  /**
   * ISO time of the last entry. It is absent if the store in PostgreSQL has passed the head,
   * because `append_events` ensures that events are not earlier than the events before them.
   */
  at?: string;
}

export async function readHead(tx: Tx): Promise<Head> {
  const [row] = await selectNewestEntry(tx);
  return row
    ? { number: row.number, hash: row.hash, at: row.recordedAt.toISOString() }
    : { number: 0n, hash: Buffer.alloc(0) };
}

/**
 * Returns the later of two ISO times. The times of a journal never decrease, even if the clock of
 * EventStoreDB was set back.
 */
export const laterTime = (first: string, second: string) => (first > second ? first : second);
