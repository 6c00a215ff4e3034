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

/** Number of events of a bulk in one batch, when a store is copied. */
const batchSize = 500;

/** The place in a stream where an append writes. */
interface AppendTarget {
  organizationId: string;
  stream: string;
  expected: ExpectedRevision;
}

/** Events that are written in one call. */
interface Chunk {
  events: NewEvent[];
  /** The events in the form of the client. */
  encoded: EventData[];
  /** The id of the append (`Envelope.write`). */
  write: string;
}

/** The writing methods of `EventStoreDbStore`. */
export class EventStoreDbWrites {
  constructor(private readonly connection: Connection) {}

  /**
   * Appends in one round trip. A second one reads back what the server does not return: the time
   * and the position of each event, and whether an earlier call has written the events. The server
   * reports success in that case, too.
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
    const isAcknowledged = position !== 'wrong revision';
    const storedEvents = await this.#readBack(name, expected + 1, events.length, isAcknowledged);
    const isStored =
      storedEvents.length === events.length &&
      storedEvents.every(({ event }, index) => event.id === events[index]!.id);
    if (isStored) {
      return {
        position: storedEvents.at(-1)!.event.position,
        events: storedEvents.map(({ event }) => event),
        isRepeated: storedEvents[0]!.envelope.write !== write,
      };
    }
    if (typeof position !== 'bigint')
      throw position ? new WrongExpectedRevision(stream, expected) : new StoreUnavailable();
    // The server has acknowledged the events, but they cannot be read now: they are stored.
    const recordedAt = new Date().toISOString();
    const stored = events.map((event, index) => ({
      ...event,
      stream,
      revision: expected + 1 + index,
      position,
      recordedAt,
    }));
    return { position, events: stored, isRepeated: false };
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.#writeBulk({ organizationId, stream, expected }, batches, () => ({}));
  }

  /**
   * Writes one event after the other, because their order is the order of `$all`. An import is
   * written as one bulk.
   */
  async takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    const originalTime = (event: NewEvent) => ({ at: (event as StoredEvent).recordedAt });
    const source = events[Symbol.asyncIterator]();
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const event = next.value;
      const { stream, revision } = event;
      const target = { organizationId, stream, expected: revision - 1 };
      if (isWithheld(event)) {
        await this.#writeBulk(target, readBulk(event, source, isWithheld), originalTime);
        continue;
      }
      const write = randomUUID();
      const encoded = [encodeEvent(event, { write, more: 0, ...originalTime(event) })];
      await this.#writeChunk(target, { events: [event], encoded, write });
    }
  }

  /** @param originalTime returns the time at which another store recorded an event, if it did */
  async #writeBulk(
    { organizationId, stream, expected }: AppendTarget,
    batches: AsyncIterable<NewEvent[]>,
    originalTime: (event: NewEvent) => { at?: string },
  ): Promise<AppendResult> {
    const write = randomUUID();
    const first = expected + 1;
    let end = expected;
    let last: WrittenEvent | null = null;
    let events: NewEvent[] = [];
    for await (const chunk of divideIntoChunks(batches)) {
      events = chunk.events;
      const bulkOfEvent = (index: number): Bulk =>
        chunk.isLast && index === events.length - 1 ? { first, last: true } : { first };
      const encoded = events.map((event, index) =>
        encodeEvent(event, { write, more: 0, bulk: bulkOfEvent(index), ...originalTime(event) }),
      );
      const target = { organizationId, stream, expected: end };
      last = await this.#writeChunk(target, { events, encoded, write });
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
      isRepeated: marker.envelope.write !== write,
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
   * Writes one chunk of a bulk. Events that an earlier attempt has stored must be the same to the
   * byte, so that an import that was changed in between is not completed with other rows.
   * @returns its last event
   */
  async #writeChunk(target: AppendTarget, chunk: Chunk): Promise<WrittenEvent> {
    const { organizationId, stream, expected } = target;
    const { events, encoded, write } = chunk;
    const name = streamName(organizationId, stream);
    if ((await this.#tryAppend(name, stream, expected, encoded)) !== 'wrong revision') {
      const [last] = await readEvents(this.connection, name, expected + events.length, 1);
      if (last && last.envelope.write === write) return last;
    }
    const storedEvents = await readEvents(this.connection, name, expected + 1, events.length);
    const isSame = storedEvents.every(({ event }, index) => isSameEvent(event, events[index]!));
    if (storedEvents.length === 0 || !isSame) throw new WrongExpectedRevision(stream, expected);
    if (storedEvents.length === events.length) return storedEvents.at(-1)!;
    return this.#writeChunk(
      { ...target, expected: expected + storedEvents.length },
      {
        events: events.slice(storedEvents.length),
        encoded: encoded.slice(storedEvents.length),
        write,
      },
    );
  }

  #readBack(
    name: string,
    from: number,
    count: number,
    isAcknowledged: boolean,
  ): Promise<WrittenEvent[]> {
    const read = readEvents(this.connection, name, from, count);
    return isAcknowledged ? read.catch(() => []) : read;
  }
}

/** Reads the bulk that begins with `first`, up to its marker. */
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

const isSameEvent = (stored: StoredEvent, event: NewEvent) =>
  stored.id === event.id &&
  stored.type === event.type &&
  stored.version === event.version &&
  stored.data === event.data;
