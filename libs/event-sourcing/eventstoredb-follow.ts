import { streamNameFilter, type AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import { end, timed, type Connection } from './eventstoredb-connection.js';
import { fromRead, seenWith, streamName, type Written } from './eventstoredb-records.js';
import type { CaughtUp, Checkpoint, Position, Step, StoredEvent, Unit } from './event-store.js';

/** events in one batch and, but for a bulk, in one unit */
const batchSize = 500;
/** events that are taken from the server while the reader works: up to 23.10 it ends the subscription of a slow one */
const readAhead = 5_000;
/** events that the server looks at between two checkpoints; also how many it looks at in one go */
const searchWindow = 500;

type Item = { event?: AllStreamRecordedEvent } | Checkpoint | CaughtUp;

export interface Wanted {
  /** exclusive; must be the position of an event or a checkpoint, because servers up to 23.10 pass over one event there */
  from: Position | null;
  /** what the names of its streams match; run by the server (.NET), so keep it plain */
  regex: string;
  /** as new as what has been acknowledged, wherever the client is connected */
  fromLeader?: boolean;
  /** milliseconds without anything after which the connection is given up */
  patience?: number;
  signal?: AbortSignal;
}

/**
 * One catch-up subscription to `$all`, filtered by the server, in steps and at the pace of the reader. Ends or
 * throws when the connection does.
 */
export async function* steps(connection: Connection, wanted: Wanted): AsyncGenerator<Step> {
  const { from, signal, patience = Infinity } = wanted;
  const filter = streamNameFilter({
    regex: wanted.regex,
    checkpointInterval: 1,
    maxSearchWindow: searchWindow,
    // pushed among the events, so that everything comes in the server's order
    checkpointReached: (source, { commit }) => void (source as unknown as Readable).push({ kind: 'checkpoint', position: commit } satisfies Item),
  });
  const subscription = connection.client.subscribeToAll(
    { fromPosition: from === null || from <= 0n ? 'start' : { commit: from, prepare: from }, requiresLeader: wanted.fromLeader, filter },
    { highWaterMark: readAhead },
  );
  const source = subscription as unknown as Readable & AsyncIterable<Item>;
  source.on('caughtUp', () => source.push({ kind: 'caught up' } satisfies Item));
  try {
    yield* grouped(connection, timed(source, patience, signal), () => source.readableLength);
  } finally {
    end(source, () => subscription.unsubscribe());
  }
}

/** @param waiting how many items could be had at once */
async function* grouped(connection: Connection, items: AsyncIterable<Item>, waiting: () => number): AsyncGenerator<Step> {
  let unfinished: Written[] = []; // an append whose last event is still to come
  let ready: Written[] = []; // whole appends of one organization
  const flush = function* (): Generator<Step> {
    if (ready.length > 0) yield unitOf(ready);
    ready = [];
  };
  for await (const item of items) {
    if ('kind' in item) {
      yield* flush();
      if (item.kind === 'caught up' || unfinished.length === 0) yield item;
      continue;
    }
    const written = item.event && fromRead(item.event);
    if (!written) continue;
    if (written.envelope.bulk) {
      if (written.envelope.bulk.last) {
        yield* flush();
        yield bulkOf(connection, written);
      }
    } else {
      unfinished.push(written);
      if (written.envelope.more === 0) {
        if (ready[0] && ready[0].organizationId !== written.organizationId) yield* flush();
        ready.push(...unfinished);
        unfinished = [];
      }
    }
    if (ready.length >= batchSize || waiting() === 0) yield* flush();
  }
}

function unitOf(written: Written[]): Unit {
  const events = written.map(({ event }) => event);
  return { kind: 'events', organizationId: written[0]!.organizationId, position: events.at(-1)!.position, batches: once(events) };
}

async function* once(events: StoredEvent[]): AsyncGenerator<StoredEvent[]> {
  yield await Promise.resolve(events);
}

/** The events of a bulk were passed over as they came; now that its marker is there, they are read from its stream. */
function bulkOf(connection: Connection, marker: Written): Unit {
  const { organizationId, envelope, event } = marker;
  const batches = bulkEvents(connection, streamName(organizationId, event.stream), envelope.bulk!.first, marker);
  return { kind: 'events', organizationId, position: event.position, batches };
}

async function* bulkEvents(connection: Connection, name: string, first: number, marker: Written): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  for await (const recorded of connection.readStream(name, first, marker.event.revision - first + 1)) {
    batch.push(seenWith(marker, fromRead(recorded)));
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
