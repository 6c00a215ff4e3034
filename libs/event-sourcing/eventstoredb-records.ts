import type { AllStreamRecordedEvent, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';

/** Beside the data of each event: what EventStoreDB has no field for. */
export interface Envelope {
  version: number;
  /** our metadata, to the byte */
  metadata: string;
  /** of the call that wrote it: tells an event that was there before from one that this call wrote */
  write: string;
  /** events of the same append that follow; they are seen together */
  more: number;
  bulk?: Bulk;
  /** when another store recorded it, from which it was taken over; ISO */
  at?: string;
}

/** An event of a bulk append. All of them are withheld until the one with `last`. */
export interface Bulk {
  /** revision of its first event */
  first: number;
  last?: true;
}

/** An event in the store's own terms. */
export interface WrittenEvent {
  organizationId: string;
  event: StoredEvent;
  envelope: Envelope;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const noPosition = 2n ** 64n - 1n;

export const streamName = (organizationId: string, stream: string) => `${organizationId}.${stream}`;

/**
 * What the names of our streams match, for the server's filter; never its own, which begin with `$`.
 * @param categories what may stand before the first `-` of our names; none: everything
 */
export const streamNamePattern = (organizationId = uuid, categories: readonly string[] = []) =>
  `^${organizationId}\\.${categories.length > 0 ? `(${categories.join('|')})-` : ''}`;

const utf8 = new TextEncoder();

/**
 * Binary, because the client writes JSON anew and the journal's hash covers the bytes; the envelope as bytes as well, which
 * the client would send by way of base64 otherwise. Whoever reads it, this program too, sees JSON.
 */
export function encodeEvent(event: NewEvent, envelope: Omit<Envelope, 'version' | 'metadata'>) {
  const metadata: Envelope = { version: event.version, metadata: event.metadata, ...envelope };
  return dbClient().binaryEvent({
    id: event.id,
    type: event.type,
    data: utf8.encode(event.data),
    metadata: utf8.encode(JSON.stringify(metadata)),
  });
}

/** @throws Error for an event that this program did not write, or from a server that gives no positions */
export function decodeEvent(recorded: RecordedEvent | AllStreamRecordedEvent): WrittenEvent {
  const where = () => `event ${recorded.revision} of ${recorded.streamId}`;
  const envelope = recorded.metadata as Partial<Envelope> | undefined;
  const dot = recorded.streamId.indexOf('.');
  if (
    dot < 0 ||
    typeof envelope?.version !== 'number' ||
    typeof envelope.metadata !== 'string' ||
    recorded.isJson
  ) {
    throw new Error(`Somebody else wrote ${where()} into EventStoreDB`);
  }
  if (!recorded.position || recorded.position.commit === noPosition)
    throw new Error(`${where()} has no position: EventStoreDB 23.10 or later is needed`);
  return {
    organizationId: recorded.streamId.slice(0, dot),
    envelope: envelope as Envelope,
    event: {
      id: recorded.id,
      type: recorded.type,
      version: envelope.version,
      data: Buffer.from(
        recorded.data.buffer,
        recorded.data.byteOffset,
        recorded.data.byteLength,
      ).toString('utf8'),
      metadata: envelope.metadata,
      stream: recorded.streamId.slice(dot + 1),
      revision: Number(recorded.revision),
      position: recorded.position.commit,
      recordedAt: envelope.at ?? recorded.created.toISOString(),
    },
  };
}

/**
 * The event as it is given out. One of a bulk has the position and the time of the marker with which it became
 * visible, in every read; one that was taken over keeps its own time.
 */
export const withMarker = (
  { event: marker }: WrittenEvent,
  { event, envelope }: WrittenEvent,
): StoredEvent => ({
  ...event,
  position: marker.position,
  recordedAt: envelope.at ?? marker.recordedAt,
});

export const chunkEvents = 500;
export const chunkBytes = 512 * 1024;
/** what an event weighs beside its data and metadata: ids, names, the envelope's own fields */
const overhead = 400;

/**
 * Cuts batches of any size into chunks that a server takes (it allows 1 MiB by default); the last is told apart,
 * because it carries the marker. Holds one chunk and one batch.
 */
export async function* divideIntoChunks(
  batches: AsyncIterable<NewEvent[]>,
): AsyncGenerator<{ events: NewEvent[]; last: boolean }> {
  let chunk: NewEvent[] = [];
  let size = 0;
  for await (const batch of batches) {
    for (const event of batch) {
      const weight =
        overhead + Buffer.byteLength(event.data) + 2 * Buffer.byteLength(event.metadata);
      if (chunk.length > 0 && (chunk.length === chunkEvents || size + weight > chunkBytes)) {
        yield { events: chunk, last: false };
        [chunk, size] = [[], 0];
      }
      chunk.push(event);
      size += weight;
    }
  }
  if (chunk.length === 0) throw new Error('A bulk append needs at least one event.');
  yield { events: chunk, last: true };
}
