import type { EventData } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  backOff,
  Connection,
  isOfType,
  isTooSlow,
  passes,
  type OnProblem,
} from './eventstoredb-connection.js';
import { Progress, steps } from './eventstoredb-follow.js';
import {
  chunked,
  fromRead,
  patternOf,
  seenWith,
  streamName,
  toWrite,
  type Bulk,
  type Written,
} from './eventstoredb-records.js';
import {
  AppendTooLarge,
  StoreUnavailable,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
  type FollowedEventStore,
  type Following,
  type NewEvent,
  type Position,
  type Step,
  type StoredBulk,
  type StoredEvent,
} from './event-store.js';

const batchSize = 500;

export interface EventStoreDbOptions {
  /** milliseconds for which a call is tried before `StoreUnavailable`; otherwise the address's `defaultDeadline`, or 5,000 */
  deadline?: number;
  /** what the names of streams begin with, before the first `-`; followed streams must have one of them. None: all */
  categories?: readonly string[];
  /** told of lost connections and the like, which the store gets over by itself */
  onProblem?: OnProblem;
}

/**
 * EventStoreDB 23.10 or later, for those who outgrow one machine. A stream of ours is `<organization>.<stream>`
 * there. TLS and credentials come with the connection string; reading `$all` needs a right of its own.
 */
export class EventStoreDbStore implements FollowedEventStore {
  readonly capabilities = { projectsInTransaction: false, joinsTransaction: false };
  readonly #connection: Connection;

  constructor(
    connectionString: string,
    private readonly options: EventStoreDbOptions = {},
  ) {
    this.#connection = new Connection(
      connectionString,
      options.deadline ?? deadlineOf(connectionString) ?? 5_000,
      options.onProblem ?? (() => undefined),
    );
  }

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
  ): Promise<Appended> {
    if (events.length === 0) throw new Error('An append needs at least one event.');
    const name = streamName(organizationId, stream);
    const write = randomUUID();
    const position = await this.#tryAppend(
      name,
      stream,
      expected,
      events.map((event, index) => toWrite(event, { write, more: events.length - 1 - index })),
    );
    const there = await this.#readBack(
      name,
      expected + 1,
      events.length,
      position !== 'wrong revision',
    );
    if (
      there.length === events.length &&
      there.every(({ event }, index) => event.id === events[index]!.id)
    ) {
      return {
        position: there.at(-1)!.event.position,
        events: there.map(({ event }) => event),
        repeated: there[0]!.envelope.write !== write,
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
  ): Promise<Appended> {
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
      const unit = isWithheld(next.value) ? restOfUnit(next.value, source, isWithheld) : null;
      const write = randomUUID();
      await (unit
        ? this.#bulk(organizationId, stream, revision - 1, unit, kept)
        : this.#chunk(
            streamName(organizationId, stream),
            stream,
            revision - 1,
            write,
            [next.value],
            [toWrite(next.value, { write, more: 0, ...kept(next.value) })],
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
  ): Promise<Appended> {
    const name = streamName(organizationId, stream);
    const write = randomUUID();
    const first = expected + 1;
    let end = expected;
    let last: Written | null = null;
    let events: NewEvent[] = [];
    for await (const chunk of chunked(batches)) {
      events = chunk.events;
      const bulkOf = (index: number): Bulk =>
        chunk.last && index === events.length - 1 ? { first, last: true } : { first };
      const proposed = events.map((event, index) =>
        toWrite(event, { write, more: 0, bulk: bulkOf(index), ...beside(event) }),
      );
      last = await this.#chunk(name, stream, end, write, events, proposed);
      end += events.length;
    }
    const marker = last!;
    const stored = events.map((event, index) =>
      seenWith(marker, {
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

  async *readStream(
    organizationId: string,
    stream: string,
    fromRevision = 0,
  ): AsyncGenerator<StoredEvent[]> {
    const name = streamName(organizationId, stream);
    let marker: Written | null = null;
    let batch: StoredEvent[] = [];
    reading: for await (const come of this.#connection.readStream(name, fromRevision)) {
      for (const recorded of come) {
        const written = fromRead(recorded);
        const { bulk } = written.envelope;
        if (bulk && marker?.envelope.bulk?.first !== bulk.first) {
          marker = await this.#markerOf(name, bulk.first);
          if (!marker) break reading;
        }
        batch.push(bulk ? seenWith(marker!, written) : written.event);
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** As far as the newest event at its beginning, by a filtered subscription: this client reads `$all` only as a whole. */
  async *tail(organizationId: string, from: Position | null): AsyncGenerator<StoredEvent[]> {
    const end = await this.#connection.head();
    if (end === null || (from !== null && from >= end)) return;
    const wanted = {
      regex: patternOf(organizationId),
      fromLeader: true,
      patience: this.#connection.deadline,
    };
    const progress = new Progress(this.#connection, from);
    for (let failures = 0; ;) {
      try {
        for await (const step of steps(this.#connection, wanted, progress)) {
          if (step.kind === 'caught up') return;
          if (step.kind === 'events') yield* step.batches;
          failures = 0;
          if (step.position >= end) return;
        }
      } catch (error) {
        if (!passes(error)) throw error;
        this.#connection.onProblem(error);
        if (failures > 5) throw new StoreUnavailable({ cause: error });
      }
      await sleep(backOff(failures++, 20, 1_000));
    }
  }

  async follow(
    { from, organizationId, onTrouble }: Following,
    handle: (step: Step) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const regex = patternOf(organizationId, this.options.categories);
    let progress = new Progress(this.#connection, from);
    let handled = from;
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const step of steps(this.#connection, { regex, signal }, progress)) {
          await handle(step).catch((error: unknown) => {
            throw error instanceof StoreUnavailable ? error : new HandlerFailed(error);
          });
          if (step.kind !== 'caught up') handled = step.resume;
          failures = 0;
          if (isAborted(signal)) return;
        }
      } catch (error) {
        if (error instanceof HandlerFailed) throw error.error;
        // the server that answers now may be another one, or an older copy
        if (handled !== null && !(await this.#hasStill(handled))) throw new PositionGone();
        // the step that was not handled is handed over again
        if (error instanceof StoreUnavailable) progress = new Progress(this.#connection, handled);
        if (isAborted(signal)) return;
        if (!passes(error) && !(error instanceof StoreUnavailable)) throw error;
        if (!isTooSlow(error)) {
          this.#connection.onProblem(error);
          onTrouble?.(error);
        }
      }
      await sleep(backOff(failures++, 50, 2_000), undefined, { signal }).catch(() => undefined);
    }
  }

  async readEvent(
    organizationId: string,
    stream: string,
    revision: number,
  ): Promise<StoredEvent | null> {
    const name = streamName(organizationId, stream);
    const [written] = await this.#collect(name, revision, 1);
    if (written?.event.revision !== revision) return null;
    const { bulk } = written.envelope;
    if (!bulk) return written.event;
    const marker = bulk.last ? written : await this.#markerOf(name, bulk.first);
    return marker && seenWith(marker, written);
  }

  async findBulk(organizationId: string, stream: string): Promise<StoredBulk | null> {
    const name = streamName(organizationId, stream);
    for await (const [newest] of this.#connection.readStream(name, 'end', 1)) {
      if (!newest) return null;
      const { envelope, event } = fromRead(newest);
      if (!envelope.bulk?.last) return null;
      const [first] = await this.#collect(name, envelope.bulk.first, 1);
      const { position: end, revision } = event;
      return first ? { first: first.event.position, end, revision } : null;
    }
    return null;
  }

  hasEventAt(position: Position): Promise<boolean> {
    return this.#connection.hasEventAt(position);
  }

  head(): Promise<Position | null> {
    return this.#connection.head();
  }

  /** Whether the server answers (and lets us read), within `time` milliseconds. */
  async health(time = 1_000): Promise<boolean> {
    return this.#connection.head(time).then(
      () => true,
      () => false,
    );
  }

  /** Ends what is under way; a call after it fails or reconnects. */
  async dispose(): Promise<void> {
    await this.#connection.dispose();
  }

  /** False only if the server has said so. */
  #hasStill(position: Position): Promise<boolean> {
    return this.#connection.hasEventAt(position).catch(() => true);
  }

  async #tryAppend(
    name: string,
    stream: string,
    expected: number,
    events: EventData[],
  ): Promise<Position | undefined | 'wrong revision'> {
    try {
      return await this.#connection.append(name, expected, events);
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
  ): Promise<Written> {
    if ((await this.#tryAppend(name, stream, expected, proposed)) !== 'wrong revision') {
      const [last] = await this.#collect(name, expected + events.length, 1);
      if (last && last.envelope.write === write) return last;
    }
    const there = await this.#collect(name, expected + 1, events.length);
    if (there.length === 0 || !there.every(({ event }, index) => same(event, events[index]!)))
      throw new WrongExpectedRevision(stream, expected);
    if (there.length === events.length) return there.at(-1)!;
    return this.#chunk(
      name,
      stream,
      expected + there.length,
      write,
      events.slice(there.length),
      proposed.slice(there.length),
    );
  }

  /** Of the bulk that begins there; null as long as it is unfinished. It ends the stream, or few events follow it. */
  async #markerOf(name: string, first: number): Promise<Written | null> {
    for await (const come of this.#connection.readStream(name, 'end')) {
      const written = come.map(fromRead).find(({ envelope }) => envelope.bulk?.first === first);
      if (written) return written.envelope.bulk!.last ? written : null;
    }
    return null;
  }

  async #collect(name: string, from: number, count: number): Promise<Written[]> {
    const found: Written[] = [];
    for await (const come of this.#connection.readStream(name, from, count))
      found.push(...come.map(fromRead));
    return found;
  }

  #readBack(name: string, from: number, count: number, acknowledged: boolean): Promise<Written[]> {
    const read = this.#collect(name, from, count);
    return acknowledged ? read.catch(() => []) : read;
  }
}

/** The event up to which the store was followed is no longer there: the store was replaced, or restored from a copy. */
export class PositionGone extends Error {
  constructor() {
    super('The event store has no event at the position up to which it was followed.');
  }
}

class HandlerFailed extends Error {
  constructor(readonly error: unknown) {
    super('the handler failed');
  }
}

/** What `first` begins, up to the event with which it counts. */
async function* restOfUnit(
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

/** Asked again after a wait, which the compiler does not know. */
const isAborted = (signal: AbortSignal) => signal.aborted;

/** The client keeps what it reads of its address to itself, and measures a call without what our repeating of it takes. */
function deadlineOf(connectionString: string): number | undefined {
  const [, milliseconds] = /[?&]defaultDeadline=(\d+)(?:&|$)/i.exec(connectionString) ?? [];
  return milliseconds === undefined ? undefined : Number(milliseconds);
}
