import { createHash } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { EventStore, Publisher, StoredEvent } from '#libs/event-sourcing';
import { codec, isImportStream, type PublishedEvent } from '../events.js';

/**
 * The journal: every published fact of a church, numbered without gaps, each with a hash over the one
 * before and over the stored bytes. An import is one number. Written once, never rebuilt.
 */
export class Journal implements Publisher<PublishedEvent> {
  constructor(private readonly store: EventStore) {}

  live(tx: Tx, events: StoredEvent[]): AsyncIterable<PublishedEvent[]> {
    return this.#publish(tx, events, {
      next: async () => (await head(tx)).number + 1n,
      write: (stored, first, content) => writeEntry(tx, stored, first, content),
    });
  }

  async *replay(tx: Tx, events: StoredEvent[]): AsyncGenerator<PublishedEvent[]> {
    const rows = await tx.sql<{ number: bigint; last_position: bigint }>(
      'select number, last_position from journal where organization_id = $1 and last_position = any($2::bigint[])',
      [tx.organizationId, events.filter((event) => !isStaged(event)).map((event) => event.position)],
    );
    const numbers = new Map(rows.map((row) => [row.last_position, row.number]));
    yield* this.#publish(tx, events, {
      next: (event) => {
        const number = numbers.get(event.position);
        if (number === undefined) throw new Error(`Event ${event.id} at ${event.position} is not in the journal. Run verify.`);
        return Promise.resolve(number);
      },
    });
  }

  /** Rows of an import wait for its marker, then come out before it under its number. */
  async *#publish(tx: Tx, events: StoredEvent[], entries: Entries): AsyncGenerator<PublishedEvent[]> {
    let batch: PublishedEvent[] = [];
    for (const stored of events) {
      if (isStaged(stored)) continue;
      const journal = await entries.next(stored);
      const content = contentHash(tx.organizationId!, journal);
      let first = stored.position;
      if (stored.type === 'DonationImportCommitted') {
        if (batch.length > 0) yield batch;
        batch = [];
        for await (const rows of this.store.readStream(tx.organizationId!, stored.stream)) {
          const staged = rows.filter((row) => row.revision < stored.revision);
          if (staged.length === 0) break;
          if (staged[0]!.position < first) first = staged[0]!.position;
          if (entries.write) for (const row of staged) content.update(eventBytes(row));
          yield staged.map((row) => ({ event: codec.decode(row), stored: row, journal }));
        }
      }
      content.update(eventBytes(stored));
      await entries.write?.(stored, first, content.digest());
      batch.push({ event: codec.decode(stored), stored, journal });
    }
    if (batch.length > 0) yield batch;
  }
}

interface Entries {
  next(event: StoredEvent): Promise<bigint>;
  write?(stored: StoredEvent, first: bigint, content: Buffer): Promise<void>;
}

/** A row of an import that is not published by itself. */
export const isStaged = (event: StoredEvent) => event.type === 'DonationRecorded' && isImportStream(event.stream);

/** What an entry's hash covers of one event: every stored column but the position, which differs by store. */
export function eventBytes(event: StoredEvent): string {
  return [event.id, event.stream, event.revision, event.type, event.version, event.recordedAt, event.data, event.metadata, ''].join('\n');
}

export function contentHash(organizationId: string, number: bigint) {
  return createHash('sha256').update(`${organizationId}\n${number}\n`);
}

export function chainHash(previous: Uint8Array, content: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(content).digest();
}

export async function head(tx: Tx): Promise<{ number: bigint; hash: Buffer }> {
  const [row] = await tx.sql<{ number: bigint; hash: Buffer }>(
    'select number, hash from journal where organization_id = $1 order by number desc limit 1',
    [tx.organizationId],
  );
  return row ?? { number: 0n, hash: Buffer.alloc(0) };
}

async function writeEntry(tx: Tx, stored: StoredEvent, first: bigint, content: Buffer): Promise<void> {
  await tx.sql(
    `insert into journal (organization_id, number, stream, first_position, last_position, recorded_at, hash)
     select $1, coalesce(j.number, 0) + 1, $2, $3, $4, $5, sha256(coalesce(j.hash, ''::bytea) || $6::bytea)
       from (select 1) one left join lateral
            (select number, hash from journal where organization_id = $1 order by number desc limit 1) j on true`,
    [tx.organizationId, stored.stream, first, stored.position, stored.recordedAt, content],
  );
}
