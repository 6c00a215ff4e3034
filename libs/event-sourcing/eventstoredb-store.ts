import { setTimeout as sleep } from 'node:timers/promises';
import { randomPause, Connection, type OnProblem } from './eventstoredb-connection.js';
import { isReaderTooSlow, isTransient } from './eventstoredb-errors.js';
import { Progress, readSteps } from './eventstoredb-follow.js';
import { readEvents, findMarker } from './eventstoredb-reads.js';
import {
  decodeEvent,
  streamNamePattern,
  withMarker,
  streamName,
  type WrittenEvent,
} from './eventstoredb-records.js';
import { EventStoreDbWrites } from './eventstoredb-writes.js';
import {
  StoreUnavailable,
  type AppendResult,
  type ExpectedRevision,
  type FollowedEventStore,
  type FollowOptions,
  type NewEvent,
  type Position,
  type Step,
  type StoredBulk,
  type StoredEvent,
} from './event-store.js';

const batchSize = 500;

export interface EventStoreDbOptions {
  /**
   * Milliseconds for which a call is tried before `StoreUnavailable`. The default is
   * `defaultDeadline` of the connection string, or 5,000.
   */
  deadline?: number;
  /**
   * The beginnings of the names of followed streams, before the first `-`. Absent for all streams.
   */
  categories?: readonly string[];
  /** Called with problems after which the store continues by itself, such as lost connections. */
  onProblem?: OnProblem;
}

/**
 * Stores events in EventStoreDB 23.10 or later, for installations that need more than one machine.
 * The name of a stream there is `<organization>.<stream>`. The connection string contains TLS
 * options and credentials. The user needs the right to read `$all`.
 */
export class EventStoreDbStore implements FollowedEventStore {
  readonly capabilities = { projectsInTransaction: false, joinsTransaction: false };
  readonly #connection: Connection;
  readonly #writes: EventStoreDbWrites;

  constructor(
    connectionString: string,
    private readonly options: EventStoreDbOptions = {},
  ) {
    this.#connection = new Connection(
      connectionString,
      options.deadline ?? deadlineOf(connectionString) ?? 5_000,
      options.onProblem ?? (() => undefined),
    );
    this.#writes = new EventStoreDbWrites(this.#connection);
  }

  append(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    events: NewEvent[],
  ): Promise<AppendResult> {
    return this.#writes.append(organizationId, stream, expected, events);
  }

  bulkAppend(
    organizationId: string,
    stream: string,
    expected: ExpectedRevision,
    batches: AsyncIterable<NewEvent[]>,
  ): Promise<AppendResult> {
    return this.#writes.bulkAppend(organizationId, stream, expected, batches);
  }

  takeOver(
    organizationId: string,
    events: AsyncIterable<StoredEvent>,
    isWithheld: (event: StoredEvent) => boolean,
  ): Promise<void> {
    return this.#writes.takeOver(organizationId, events, isWithheld);
  }

  async *readStream(
    organizationId: string,
    stream: string,
    fromRevision = 0,
  ): AsyncGenerator<StoredEvent[]> {
    const name = streamName(organizationId, stream);
    let marker: WrittenEvent | null = null;
    let batch: StoredEvent[] = [];
    reading: for await (const events of this.#connection.readStream(name, fromRevision)) {
      for (const recorded of events) {
        const written = decodeEvent(recorded);
        const { bulk } = written.envelope;
        if (bulk && marker?.envelope.bulk?.first !== bulk.first) {
          marker = await findMarker(this.#connection, name, bulk.first);
          if (!marker) break reading;
        }
        batch.push(bulk ? withMarker(marker!, written) : written.event);
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  /**
   * Reads up to the event that is the newest when it begins. It uses a filtered subscription,
   * because the client can read `$all` only without a filter.
   */
  async *tail(organizationId: string, from: Position | null): AsyncGenerator<StoredEvent[]> {
    const end = await this.#connection.head();
    if (end === null || (from !== null && from >= end)) return;
    const options = {
      regex: streamNamePattern(organizationId),
      fromLeader: true,
      idleTimeout: this.#connection.deadline,
    };
    const progress = new Progress(this.#connection, from);
    for (let failures = 0; ;) {
      try {
        for await (const step of readSteps(this.#connection, options, progress)) {
          if (step.kind === 'caught up') return;
          if (step.kind === 'events') yield* step.batches;
          failures = 0;
          if (step.position >= end) return;
        }
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.#connection.onProblem(error);
        if (failures > 5) throw new StoreUnavailable({ cause: error });
      }
      await sleep(randomPause(failures++, 20, 1_000));
    }
  }

  async follow(
    { from, organizationId, onTrouble }: FollowOptions,
    handle: (step: Step) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const regex = streamNamePattern(organizationId, this.options.categories);
    let progress = new Progress(this.#connection, from);
    let handled = from;
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const step of readSteps(this.#connection, { regex, signal }, progress)) {
          await handle(step).catch((error: unknown) => {
            throw error instanceof StoreUnavailable ? error : new HandlerFailed(error);
          });
          if (step.kind !== 'caught up') handled = step.resume;
          failures = 0;
          if (isAborted(signal)) return;
        }
      } catch (error) {
        if (error instanceof HandlerFailed) throw error.error;
        // the server may have been replaced by another one, or by an older copy
        if (handled !== null && !(await this.#mayHaveEventAt(handled))) throw new PositionGone();
        // so that the step that was not handled is handed over again
        if (error instanceof StoreUnavailable) progress = new Progress(this.#connection, handled);
        if (isAborted(signal)) return;
        if (!isTransient(error) && !(error instanceof StoreUnavailable)) throw error;
        if (!isReaderTooSlow(error)) {
          this.#connection.onProblem(error);
          onTrouble?.(error);
        }
      }
      await sleep(randomPause(failures++, 50, 2_000), undefined, { signal }).catch(() => undefined);
    }
  }

  async readEvent(
    organizationId: string,
    stream: string,
    revision: number,
  ): Promise<StoredEvent | null> {
    const name = streamName(organizationId, stream);
    const [written] = await readEvents(this.#connection, name, revision, 1);
    if (written?.event.revision !== revision) return null;
    const { bulk } = written.envelope;
    if (!bulk) return written.event;
    const marker = bulk.last ? written : await findMarker(this.#connection, name, bulk.first);
    return marker && withMarker(marker, written);
  }

  async findBulk(organizationId: string, stream: string): Promise<StoredBulk | null> {
    const name = streamName(organizationId, stream);
    for await (const [newest] of this.#connection.readStream(name, 'end', 1)) {
      if (!newest) return null;
      const { envelope, event } = decodeEvent(newest);
      if (!envelope.bulk?.last) return null;
      const [first] = await readEvents(this.#connection, name, envelope.bulk.first, 1);
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

  /** Whether the server answers a read within `time` milliseconds. */
  async health(time = 1_000): Promise<boolean> {
    return this.#connection.head(time).then(
      () => true,
      () => false,
    );
  }

  /** Ends running calls and closes the connection. A later call fails or connects again. */
  async dispose(): Promise<void> {
    await this.#connection.dispose();
  }

  /** False only if the server has answered that it has no event at the position. */
  #mayHaveEventAt(position: Position): Promise<boolean> {
    return this.#connection.hasEventAt(position).catch(() => true);
  }
}

/**
 * The store has no event at the position up to which it was followed, because it was replaced or
 * restored from an older copy.
 */
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

/** A function, because the compiler does not expect that `aborted` changes during a wait. */
const isAborted = (signal: AbortSignal) => signal.aborted;

/**
 * Reads the deadline from the connection string, because the client does not expose it. The
 * deadline of this program includes repetitions of a call, which the deadline of the client does
 * not.
 */
function deadlineOf(connectionString: string): number | undefined {
  const [, milliseconds] = /[?&]defaultDeadline=(\d+)(?:&|$)/i.exec(connectionString) ?? [];
  return milliseconds === undefined ? undefined : Number(milliseconds);
}
