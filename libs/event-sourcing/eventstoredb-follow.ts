import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import { dbClient } from './eventstoredb-client.js';
import { readAhead, type Connection } from './eventstoredb-connection.js';
import { endStream, readAvailable } from './eventstoredb-streams.js';
import {
  decodeEvent,
  withMarker,
  streamName,
  type Envelope,
  type WrittenEvent,
} from './eventstoredb-records.js';
import { UnfinishedBulks } from './eventstoredb-unfinished.js';
import type { CaughtUp, Checkpoint, Position, Step, StoredEvent, Unit } from './event-store.js';

/** Number of events from which on a unit ends, except for a bulk. */
const unitSize = 500;
/** Number of events of a bulk in one batch. */
const batchSize = 5_000;
/** Number of events that the server filters at a time, and between two checkpoints. */
const searchWindow = 500;

type Item =
  | { event?: AllStreamRecordedEvent }
  | { kind: 'checkpoint'; position: Position }
  | CaughtUp;

export interface SubscriptionOptions {
  /**
   * The regular expression that the names of the streams match. The server evaluates it with .NET,
   * so keep it simple.
   */
  regex: string;
  /**
   * Whether the leader must answer. Then all acknowledged events are received, whatever node the
   * client is connected to.
   */
  fromLeader?: boolean;
  /** Milliseconds without any arrival after which the subscription fails. */
  idleTimeout?: number;
  signal?: AbortSignal;
}

/** The progress of a reader of `$all`. The reader uses several subscriptions and connections. */
export class Progress {
  readonly bulks: UnfinishedBulks;
  /**
   * The position after which the next subscription starts; null for the beginning. It is the
   * position of an event or a checkpoint, because servers up to 23.10 skip one event otherwise.
   */
  resume: Position | null;
  /**
   * Everything up to this position has been handed over, except for bulks that are filtered out.
   */
  #handedOver: Position;

  constructor(connection: Connection, from: Position | null) {
    this.bulks = new UnfinishedBulks(connection);
    this.resume = from;
    this.#handedOver = from ?? -1n;
  }

  /** Whether an event was handed over by an earlier subscription of this reader. */
  isRepeated({ event, organizationId }: WrittenEvent): boolean {
    return (
      event.position <= this.#handedOver &&
      !this.bulks.isPending(streamName(organizationId, event.stream))
    );
  }

  /**
   * Notes that everything up to `position` was received.
   * @returns the position at which a later reader may resume
   */
  received(position: Position): Position {
    const resume = this.bulks.resumeAt(position);
    if (this.resume === null || resume > this.resume) this.resume = resume;
    return this.resume;
  }

  handOver(position: Position): void {
    if (position > this.#handedOver) this.#handedOver = position;
  }
}

/**
 * Yields the events of catch-up subscriptions to `$all`, which the server filters. When the filter
 * changes, the next subscription begins. It ends or throws when the connection ends or fails. A
 * later call with the same `progress` continues.
 */
export async function* readSteps(
  connection: Connection,
  options: SubscriptionOptions,
  progress: Progress,
): AsyncGenerator<Step> {
  for (let isOpen = true; isOpen;) isOpen = yield* readSubscription(connection, options, progress);
}

/** @returns whether another subscription, with another filter, must continue */
async function* readSubscription(
  connection: Connection,
  { regex, fromLeader, idleTimeout = Infinity, signal }: SubscriptionOptions,
  progress: Progress,
): AsyncGenerator<Step, boolean> {
  const { bulks, resume } = progress;
  const filter = dbClient().streamNameFilter({
    regex: bulks.filter(regex),
    checkpointInterval: 1,
    maxSearchWindow: searchWindow,
    // pushed into the stream of events, so that everything arrives in the order of the server
    checkpointReached: (source, { commit }) =>
      void (source as unknown as Readable).push({
        kind: 'checkpoint',
        position: commit,
      } satisfies Item),
  });
  const subscribed = connection.client.subscribeToAll(
    {
      fromPosition: resume === null || resume <= 0n ? 'start' : { commit: resume, prepare: resume },
      requiresLeader: fromLeader,
      filter,
    },
    { highWaterMark: readAhead },
  );
  const source = subscribed as unknown as Readable;
  source.on('caughtUp', () => source.push({ kind: 'caught up' } satisfies Item));
  try {
    const items = readAvailable<Item>(source, idleTimeout, signal, () => bulks.pause);
    return yield* groupIntoSteps(connection, items, progress);
  } finally {
    endStream(source, () => subscribed.unsubscribe());
  }
}

function positionOf(item: Item): Position | undefined {
  if ('position' in item) return item.position;
  return 'event' in item ? item.event?.position.commit : undefined;
}

/**
 * Groups received events into steps.
 * @returns whether another subscription must continue
 */
async function* groupIntoSteps(
  connection: Connection,
  arriving: AsyncIterable<Item[]>,
  progress: Progress,
): AsyncGenerator<Step, boolean> {
  const { bulks } = progress;
  let unfinished: WrittenEvent[] = []; // an append whose last event has not arrived yet
  let ready: WrittenEvent[] = []; // complete appends of one organization
  const flush = function* (): Generator<Step> {
    if (ready.length > 0) yield toUnit(ready, progress);
    ready = [];
  };
  for await (const items of arriving) {
    await bulks.readEnds(items.length === 0);
    for (const item of items) {
      if (bulks.hasEndedBy(positionOf(item))) {
        yield* flush();
        return true;
      }
      if ('kind' in item) {
        yield* flush();
        if (item.kind === 'caught up') yield item;
        else if (unfinished.length === 0) yield toCheckpoint(item.position, progress);
        continue;
      }
      if (!item.event) continue;
      const { bulk } = (item.event.metadata ?? {}) as Partial<Envelope>;
      if (bulk && !bulk.last) {
        const { streamId, position } = item.event;
        const shouldFilter = bulks.dropRow(streamId, bulk.first, position.commit);
        yield* flush();
        progress.received(position.commit);
        if (shouldFilter) return true;
        continue;
      }
      const written = decodeEvent(item.event);
      if (progress.isRepeated(written)) continue;
      if (bulk) {
        yield* flush();
        bulks.handedOver(item.event.streamId);
        yield toBulkUnit(connection, written, progress);
        continue;
      }
      unfinished.push(written);
      if (written.envelope.more > 0) continue;
      if (ready[0] && ready[0].organizationId !== written.organizationId) yield* flush();
      ready.push(...unfinished);
      unfinished = [];
      if (ready.length >= unitSize) yield* flush();
    }
    yield* flush();
    // Nothing has arrived for a while, and the server filters out the last event of a bulk append.
    // Another subscription, without this filter, has to receive it.
    if (items.length === 0 && bulks.needsNewFilter) return true;
  }
  return false;
}

function toCheckpoint(position: Position, progress: Progress): Checkpoint {
  progress.handOver(position);
  return { kind: 'checkpoint', position, resume: progress.received(position) };
}

function toUnit(written: WrittenEvent[], progress: Progress): Unit {
  const events = written.map(({ event }) => event);
  const { position } = events.at(-1)!;
  progress.handOver(position);
  return {
    kind: 'events',
    organizationId: written[0]!.organizationId,
    position,
    resume: progress.received(position),
    batches: once(events),
  };
}

async function* once(events: StoredEvent[]): AsyncGenerator<StoredEvent[]> {
  yield await Promise.resolve(events);
}

/** The rows of a bulk are read from its stream when its last event has arrived. */
function toBulkUnit(connection: Connection, marker: WrittenEvent, progress: Progress): Unit {
  const { organizationId, envelope, event } = marker;
  const batches = bulkEvents(
    connection,
    streamName(organizationId, event.stream),
    envelope.bulk!.first,
    marker,
  );
  progress.handOver(event.position);
  const resume = progress.received(event.position);
  const { position, stream, revision } = event;
  return { kind: 'events', organizationId, position, resume, bulk: { stream, revision }, batches };
}

async function* bulkEvents(
  connection: Connection,
  name: string,
  first: number,
  marker: WrittenEvent,
): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  const count = marker.event.revision - first + 1;
  for await (const events of connection.readStream(name, first, count)) {
    for (const recorded of events) {
      batch.push(withMarker(marker, decodeEvent(recorded)));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
