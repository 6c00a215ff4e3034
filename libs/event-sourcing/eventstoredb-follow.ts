import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import { dbClient } from './eventstoredb-client.js';
import { arrivals, end, readAhead, type Connection } from './eventstoredb-connection.js';
import { LeftOut } from './eventstoredb-left-out.js';
import {
  fromRead,
  seenWith,
  streamName,
  type Envelope,
  type Written,
} from './eventstoredb-records.js';
import type { CaughtUp, Checkpoint, Position, Step, StoredEvent, Unit } from './event-store.js';

/** events in one unit, but for a bulk */
const unitSize = 500;
/** events of a bulk in one batch */
const batchSize = 5_000;
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
 * What catch-up subscriptions to `$all` give, filtered by the server, in steps and at the pace of the reader: one after the
 * other, each from where the one before has come to. Ends or throws when the connection does.
 */
export async function* steps(connection: Connection, wanted: Wanted): AsyncGenerator<Step> {
  const leftOut = new LeftOut(connection);
  for (let from: Position | null | 'end' = wanted.from; from !== 'end';)
    from = yield* subscription(connection, { ...wanted, from }, leftOut);
}

/** @returns from where another one must go on, which leaves out something else; or 'end' */
async function* subscription(
  connection: Connection,
  { from, regex, fromLeader, patience = Infinity, signal }: Wanted,
  leftOut: LeftOut,
): AsyncGenerator<Step, Position | null | 'end'> {
  const filter = dbClient().streamNameFilter({
    regex: leftOut.within(regex),
    checkpointInterval: 1,
    maxSearchWindow: searchWindow,
    // pushed among the events, so that everything comes in the server's order
    checkpointReached: (source, { commit }) =>
      void (source as unknown as Readable).push({
        kind: 'checkpoint',
        position: commit,
      } satisfies Item),
  });
  const subscribed = connection.client.subscribeToAll(
    {
      fromPosition: from === null || from <= 0n ? 'start' : { commit: from, prepare: from },
      requiresLeader: fromLeader,
      filter,
    },
    { highWaterMark: readAhead },
  );
  const source = subscribed as unknown as Readable;
  source.on('caughtUp', () => source.push({ kind: 'caught up' } satisfies Item));
  try {
    return yield* grouped(
      connection,
      arrivals<Item>(source, patience, signal, () => leftOut.pause),
      from,
      leftOut,
    );
  } finally {
    end(source, () => subscribed.unsubscribe());
  }
}

async function* grouped(
  connection: Connection,
  arriving: AsyncIterable<Item[]>,
  from: Position | null,
  leftOut: LeftOut,
): AsyncGenerator<Step, Position | null | 'end'> {
  let reached = from; // everything up to there has been seen, and whole
  let unfinished: Written[] = []; // an append whose last event is still to come
  let ready: Written[] = []; // whole appends of one organization
  const flush = function* (): Generator<Step> {
    if (ready.length > 0) yield unitOf(ready);
    ready = [];
  };
  for await (const items of arriving) {
    await leftOut.look(items.length === 0);
    for (const item of items) {
      // the end of a bulk that was left out comes before this
      if (
        leftOut.endsBefore(
          'position' in item
            ? item.position
            : 'event' in item
              ? item.event?.position.commit
              : undefined,
        )
      ) {
        yield* flush();
        return reached;
      }
      if ('kind' in item) {
        yield* flush();
        if (item.kind === 'caught up') yield item;
        else if (unfinished.length === 0) {
          reached = item.position;
          yield item;
        }
        continue;
      }
      if (!item.event) continue;
      const { bulk } = (item.event.metadata ?? {}) as Partial<Envelope>;
      if (bulk && !bulk.last) {
        reached = item.event.position.commit;
        if (!leftOut.passes(item.event.streamId, bulk.first)) continue;
        yield* flush();
        return reached;
      }
      const written = fromRead(item.event);
      if (bulk) {
        leftOut.forget(item.event.streamId);
        yield* flush();
        yield bulkOf(connection, written);
        reached = written.event.position;
        continue;
      }
      unfinished.push(written);
      if (written.envelope.more > 0) continue;
      if (ready[0] && ready[0].organizationId !== written.organizationId) yield* flush();
      ready.push(...unfinished);
      unfinished = [];
      reached = written.event.position;
      if (ready.length >= unitSize) yield* flush();
    }
    yield* flush();
    // nothing else comes any more, or not yet: with the bulk's last rows its end does
    if (items.length === 0 && leftOut.hasEnded) return reached;
  }
  return 'end';
}

function unitOf(written: Written[]): Unit {
  const events = written.map(({ event }) => event);
  return {
    kind: 'events',
    organizationId: written[0]!.organizationId,
    position: events.at(-1)!.position,
    batches: once(events),
  };
}

async function* once(events: StoredEvent[]): AsyncGenerator<StoredEvent[]> {
  yield await Promise.resolve(events);
}

/** The events of a bulk were passed over as they came; now that its marker is there, they are read from its stream. */
function bulkOf(connection: Connection, marker: Written): Unit {
  const { organizationId, envelope, event } = marker;
  const batches = bulkEvents(
    connection,
    streamName(organizationId, event.stream),
    envelope.bulk!.first,
    marker,
  );
  return { kind: 'events', organizationId, position: event.position, batches };
}

async function* bulkEvents(
  connection: Connection,
  name: string,
  first: number,
  marker: Written,
): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  for await (const come of connection.readStream(name, first, marker.event.revision - first + 1)) {
    for (const recorded of come) {
      batch.push(seenWith(marker, fromRead(recorded)));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
