import type { EventData } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import type { Connection } from './eventstoredb-connection.js';
import { isOfType } from './eventstoredb-errors.js';
import { readEvents } from './eventstoredb-reads.js';
import {
  divideIntoChunks,
  withMarker,
  streamName,
  encodeEvent,
  type Bulk,
  type WrittenEvent,
} from './eventstoredb-records.js';
import {
  AppendTooLarge,
  StoreUnavailable,
  WrongExpectedRevision,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from './event-store.js';

/** Events of a bulk that are written at once, when a store is copied. */
const batchSize = 500;

/** What `EventStoreDbStore` writes. */
export class EventStoreDbWrites {
  constructor(private readonly connection: Connection) {}

  /**
   * Appends in one round trip, and reads back in a second what the server does not answer: the time and the position
   * of each event, and whether an earlier call wrote them (it says "success" then as well).
   * @throws WrongExpectedRevision, AppendTooLarge, StoreUnavailable
   */
  async append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    if (events.length === 0) throw new Error('An append needs at least one event.');
    const name = streamName(organizationId, stream);
    const write = randomUUID();
    const position = await this.#tryAppend(
      name,
      stream,
      expected,
      events.map((event, index) => encodeEvent(event, { write, more: events.length - 1 - index })),
    );
    const found = await this.#readBack(
      name,
      expected + 1,
      events.length,
      position !== 'wrong revision',
    );
    if (
      found.length === events.length &&
      found.every(({ event }, index) => event.id === events[index]!.id)
    ) {
      return {
        position: found.at(-1)!.event.position,
        events: found.map(({ event }) => event),
        repeated: found[0]!.envelope.write !== write,
      };
    }
    if (typeof position !== 'bigint')
      throw position ? new WrongExpectedRevision(stream, expected) : new StoreUnavailable();
    // acknowledged, and the server went away since: it is recorded, whatever cannot be read now
    const recordedAt = new Date().toISOString();
    const stored = events.map((event, index) => ({
      ...event,
      stream,
      revision: expected + 1 + index,
      position,
      recordedAt,
    }));
    return { position, events: stored, repeated: false };
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.#bulk(organizationId, stream, expected, batches, () => ({}));
  }

  /** One event after the other, because their order is that of `$all`; an import as the bulk that it was. */
  async takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    const kept = (event: NewEvent) => ({ at: (event as StoredEvent).recordedAt });
    const source = events[Symbol.asyncIterator]();
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const { stream, revision } = next.value;
      const unit = isWithheld(next.value) ? readBulk(next.value, source, isWithheld) : null;
      const write = randomUUID();
      await (unit
        ? this.#bulk(organizationId, stream, revision - 1, unit, kept)
        : this.#chunk(
            streamName(organizationId, stream),
            stream,
            revision - 1,
            write,
            [next.value],
            [encodeEvent(next.value, { write, more: 0, ...kept(next.value) })],
          ));
    }
  }

  /** @param beside what else is kept with each event */
  async #bulk(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
    beside: (event: NewEvent) => { at?: string },
  ): Promise<AppendResult> {
    const name = streamName(organizationId, stream);
    const write = randomUUID();
    const first = expected + 1;
    let end = expected;
    let last: WrittenEvent | null = null;
    let events: NewEvent[] = [];
    for await (const chunk of divideIntoChunks(batches)) {
      events = chunk.events;
      const bulkOf = (index: number): Bulk =>
        chunk.last && index === events.length - 1 ? { first, last: true } : { first };
      const proposed = events.map((event, index) =>
        encodeEvent(event, { write, more: 0, bulk: bulkOf(index), ...beside(event) }),
      );
      last = await this.#chunk(name, stream, end, write, events, proposed);
      end += events.length;
    }
    const marker = last!;
    const stored = events.map((event, index) =>
      withMarker(marker, {
        ...marker,
        event: { ...marker.event, ...event, revision: end - events.length + 1 + index },
      }),
    );
    return {
      position: marker.event.position,
      events: stored,
      repeated: marker.envelope.write !== write,
    };
  }

  async #tryAppend(
    name: string,
    stream: string,
    expected: number,
    events: EventData[],
  ): Promise<Position | undefined | 'wrong revision'> {
    try {
      return await this.connection.append(name, expected, events);
    } catch (error) {
      if (isOfType(error, 'WRONG_EXPECTED_VERSION')) return 'wrong revision';
      const tooLarge =
        isOfType(error, 'MAXIMUM_APPEND_SIZE_EXCEEDED') || (error as { code?: unknown }).code === 8;
      throw tooLarge ? new AppendTooLarge(stream, { cause: error }) : error;
    }
  }

  /**
   * One chunk of a bulk. Whatever an earlier attempt left of it must be the same to the byte, so that an import that
   * was changed in between cannot be completed with half of what it was.
   * @returns its last event
   */
  async #chunk(
    name: string,
    stream: string,
    expected: number,
    write: string,
    events: NewEvent[],
    proposed: EventData[],
  ): Promise<WrittenEvent> {
    if ((await this.#tryAppend(name, stream, expected, proposed)) !== 'wrong revision') {
      const [last] = await readEvents(this.connection, name, expected + events.length, 1);
      if (last && last.envelope.write === write) return last;
    }
    const found = await readEvents(this.connection, name, expected + 1, events.length);
    if (found.length === 0 || !found.every(({ event }, index) => same(event, events[index]!)))
      throw new WrongExpectedRevision(stream, expected);
    if (found.length === events.length) return found.at(-1)!;
    return this.#chunk(
      name,
      stream,
      expected + found.length,
      write,
      events.slice(found.length),
      proposed.slice(found.length),
    );
  }

  #readBack(
    name: string,
    from: number,
    count: number,
    acknowledged: boolean,
  ): Promise<WrittenEvent[]> {
    const read = readEvents(this.connection, name, from, count);
    return acknowledged ? read.catch(() => []) : read;
  }
}

/** What `first` begins, up to the event with which it counts. */
async function* readBulk(
  first: StoredEvent,
  source: AsyncIterator<StoredEvent>,
  isWithheld: (event: StoredEvent) => boolean,
): AsyncGenerator<StoredEvent[]> {
  let batch = [first];
  for (;;) {
    const next = await source.next();
    if (next.done === true || next.value.stream !== first.stream)
      throw new Error(`${first.stream} holds rows of an import without their marker. Run verify.`);
    batch.push(next.value);
    const isLast = !isWithheld(next.value);
    if (isLast || batch.length === batchSize) {
      yield batch;
      batch = [];
    }
    if (isLast) return;
  }
}

const same = (stored: StoredEvent, event: NewEvent) =>
  stored.id === event.id &&
  stored.type === event.type &&
  stored.version === event.version &&
  stored.data === event.data;
