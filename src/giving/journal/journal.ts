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
  selectNumbers,
  selectRanges,
} from './journal.sql.js';

/**
 * The journal: every published fact of a church, numbered without gaps, each with a hash over the one
 * before and over the stored bytes. An import is one number. Written once, never rebuilt. An entry names its events
 * by stream and revisions, which every store keeps: a church that moves to another store takes its journal along.
 */
export class Journal implements Publisher<PublishedEvent> {
  /**
   * Entries are on their way to the database while what they publish is applied: one wait for both.
   * @throws Error when rows of an import come without their marker, or it without them
   */
  async *publish(
    tx: Tx,
    batches: AsyncIterable<StoredEvent[]>,
    known?: ChurchHead,
  ): AsyncGenerator<PublishedEvent[]> {
    let { number, hash, at = '' }: Head = known?.journal ?? (await readHead(tx));
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
        at = later(at, stored.recordedAt);
        insertJournalEntry.send(tx, {
          number: ++number,
          stream: stored.stream,
          firstRevision: open.first,
          lastRevision: stored.revision,
          recordedAt: at,
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
    const rows = await selectNumbers(tx, {
      streams: single.map(({ stream }) => stream),
      revisions: single.map(({ revision }) => revision),
    });
    const numbers = new Map(rows.map((row) => [`${row.stream} ${row.lastRevision}`, row.number]));
    const ofImport = new Map<string, bigint>();
    for (const event of events) {
      if (isStaged(event) && !ofImport.has(event.stream))
        ofImport.set(event.stream, await numberOfImport(tx, event));
    }
    return events.map((stored) => {
      const journal =
        (isStaged(stored)
          ? ofImport.get(stored.stream)
          : numbers.get(`${stored.stream} ${stored.revision}`)) ?? missing(stored);
      return { event: codec.decode(stored), stored, journal };
    });
  }
}

/**
 * Whether the event is in the journal, and with that in every projection: both are written in one transaction.
 * @param stream whole name of the stream
 */
export async function isPublished(tx: Tx, stream: string, revision: number): Promise<boolean> {
  const rows = await findEntry(tx, { stream, revision });
  return rows.length > 0;
}

/** Of the entry that published a row of an import: the first of its stream that ends at or behind the row. */
async function numberOfImport(tx: Tx, event: StoredEvent): Promise<bigint> {
  const { stream, revision } = event;
  const [row] = await findEntryOfImport(tx, { stream, revision });
  return row?.number ?? missing(event);
}

function missing({ id, stream, revision }: StoredEvent): never {
  throw new Error(`Event ${id}, ${revision} of ${stream}, is not in the journal. Run verify.`);
}

/** What an import's row records or changes, and what its undo puts back: none of it is published before the marker behind it. */
export const isStaged = ({ type, stream }: StoredEvent) =>
  isImportStream(stream) && type !== 'DonationImportCommitted' && type !== 'DonationImportUndone';

/** What an entry's hash covers of one event: every stored column but the position, which differs by store. */
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

/** Begins the hash of what one entry covers; its number follows from its place in the chain. */
export function contentHash(organizationId: string) {
  return createHash('sha256').update(`${organizationId}\n`);
}

export function chainHash(previous: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(content).digest();
}

interface Head {
  number: bigint;
  hash: Buffer;
  /** ISO time of the last entry; PostgreSQL's own store sees to it that events are not earlier */
  at?: string;
}

export async function readHead(tx: Tx): Promise<Head> {
  const [row] = await selectNewestEntry(tx);
  return row
    ? { number: row.number, hash: row.hash, at: row.recordedAt.toISOString() }
    : { number: 0n, hash: Buffer.alloc(0) };
}

/** Of two ISO times: a journal's never decrease, also where the clock of a store elsewhere was set back. */
export const later = (one: string, other: string) => (one > other ? one : other);
