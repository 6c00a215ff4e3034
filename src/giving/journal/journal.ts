import { createHash } from 'node:crypto';
import { prepared, type Tx } from '#libs/database';
import type { ChurchHead, EventStore, Publisher, StoredEvent } from '#libs/event-sourcing';
import { codec, isImportStream, type PublishedEvent } from '../events.js';

/**
 * The journal: every published fact of a church, numbered without gaps, each with a hash over the one
 * before and over the stored bytes. An import is one number. Written once, never rebuilt.
 */
export class Journal implements Publisher<PublishedEvent> {
  constructor(private readonly store: EventStore) {}

  async *live(tx: Tx, events: StoredEvent[], known?: ChurchHead): AsyncGenerator<PublishedEvent[]> {
    let { number, hash } = known?.journal ?? (await head(tx));
    const write = (stored: StoredEvent, first: bigint, content: Buffer): bigint => {
      number++;
      hash = chainHash(hash, content);
      tx.send(writeSql, [tx.organizationId, number, stored.stream, first, stored.position, stored.recordedAt, hash]);
      return number;
    };
    yield* this.#publish(tx, events, { before: () => number + 1n, write });
  }

  async *replay(tx: Tx, events: StoredEvent[]): AsyncGenerator<PublishedEvent[]> {
    const rows = await tx.sql<{ number: bigint; last_position: bigint }>(
      'select number, last_position from journal where organization_id = $1 and last_position = any($2::bigint[])',
      [tx.organizationId, events.filter((event) => !isStaged(event)).map((event) => event.position)],
    );
    const numbers = new Map(rows.map((row) => [row.last_position, row.number]));
    const numberOf = (event: StoredEvent) => {
      const number = numbers.get(event.position);
      if (number === undefined) throw new Error(`Event ${event.id} at ${event.position} is not in the journal. Run verify.`);
      return number;
    };
    yield* this.#publish(tx, events, { before: numberOf });
  }

  /** Rows of an import wait for its marker, then come out before it under its number. */
  async *#publish(tx: Tx, events: StoredEvent[], numbers: Numbers): AsyncGenerator<PublishedEvent[]> {
    let batch: PublishedEvent[] = [];
    for (const stored of events) {
      if (isStaged(stored)) continue;
      const content = contentHash(tx.organizationId!);
      let first = stored.position;
      if (stored.type === 'DonationImportCommitted') {
        if (batch.length > 0) yield batch;
        batch = [];
        const journal = numbers.before(stored);
        for await (const rows of this.store.readStream(tx.organizationId!, stored.stream)) {
          const staged = rows.filter((row) => row.revision < stored.revision);
          if (staged.length === 0) break;
          if (staged[0]!.position < first) first = staged[0]!.position;
          if (numbers.write) for (const row of staged) content.update(eventBytes(row));
          yield staged.map((row) => ({ event: codec.decode(row), stored: row, journal }));
        }
      }
      const journal = numbers.write?.(stored, first, content.update(eventBytes(stored)).digest()) ?? numbers.before(stored);
      batch.push({ event: codec.decode(stored), stored, journal });
    }
    if (batch.length > 0) yield batch;
  }
}

interface Numbers {
  /** the number that the entry of this event will have, or has */
  before(event: StoredEvent): bigint;
  /** writes the entry and gives its number; absent when it is there already */
  write?(event: StoredEvent, first: bigint, content: Buffer): bigint;
}

/** A row of an import that is not published by itself. */
export const isStaged = (event: StoredEvent) => event.type === 'DonationRecorded' && isImportStream(event.stream);

/** What an entry's hash covers of one event: every stored column but the position, which differs by store. */
export function eventBytes(event: StoredEvent): string {
  return [event.id, event.stream, event.revision, event.type, event.version, event.recordedAt, event.data, event.metadata, ''].join('\n');
}

/** Begins the hash of what one entry covers; its number follows from its place in the chain. */
export function contentHash(organizationId: string) {
  return createHash('sha256').update(`${organizationId}\n`);
}

export function chainHash(previous: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(content).digest();
}

export async function head(tx: Tx): Promise<ChurchHead['journal']> {
  const [row] = await tx.sql<ChurchHead['journal']>(
    'select number, hash from journal where organization_id = $1 order by number desc limit 1',
    [tx.organizationId],
  );
  return row ?? { number: 0n, hash: Buffer.alloc(0) };
}

const writeSql = prepared(
  'insert into journal (organization_id, number, stream, first_position, last_position, recorded_at, hash) values ($1, $2, $3, $4, $5, $6, $7)',
);
