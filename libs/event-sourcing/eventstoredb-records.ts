import type { AllStreamRecordedEvent, RecordedEvent } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';

/**
 * The data of an event for which EventStoreDB has no field. It is stored as the event's metadata.
 */
export interface Envelope {
  version: number;
  /** The metadata of this program, with the same bytes. */
  metadata: string;
  /** Id of the call that wrote the event. It tells whether the event was stored before the call. */
  write: string;
  /** Number of events of the same append that follow. They become visible together. */
  more: number;
  bulk?: Bulk;
  /** ISO time at which another store recorded the event, if it was copied from there. */
  at?: string;
}

/**
 * Marks an event of a bulk append. None of them is visible before the one with `last` is stored.
 */
export interface Bulk {
  /** Revision of the first event of the bulk. */
  first: number;
  last?: true;
}

/** An event with its envelope. */
export interface WrittenEvent {
  organizationId: string;
  event: StoredEvent;
  envelope: Envelope;
}

/** A regular expression of any organization's id. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const noPosition = 2n ** 64n - 1n;

export const streamName = (organizationId: string, stream: string) => `${organizationId}.${stream}`;

/**
 * Returns a regular expression of the names of this program's streams, for the filter of the
 * server. It does not match the names of the server's own streams, which begin with `$`.
 * @param organizationId absent for all organizations
 * @param categories the beginnings of names, before the first `-`; empty for all names
 */
export const streamNamePattern = (organizationId = uuid, categories: readonly string[] = []) =>
  `^${organizationId}\\.${categories.length > 0 ? `(${categories.join('|')})-` : ''}`;

const utf8 = new TextEncoder();

/**
 * Returns the event in the form of the client. The data is binary, because the client would
 * serialize JSON again, and the journal's hash covers the bytes. The envelope is binary, too,
 * because the client would convert it to base64 otherwise. Readers of the store get both as JSON.
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

/**
 * Converts an event that was read from the server.
 * @throws Error if another program wrote the event, or if the server does not return positions
 */
export function decodeEvent(recorded: RecordedEvent | AllStreamRecordedEvent): WrittenEvent {
  const label = () => `event ${recorded.revision} of ${recorded.streamId}`;
  const envelope = recorded.metadata as Partial<Envelope> | undefined;
  const dot = recorded.streamId.indexOf('.');
  if (
    dot < 0 ||
    typeof envelope?.version !== 'number' ||
    typeof envelope.metadata !== 'string' ||
    recorded.isJson
  ) {
    throw new Error(`Somebody else wrote ${label()} into EventStoreDB`);
  }
  if (!recorded.position || recorded.position.commit === noPosition)
    throw new Error(`${label()} has no position: EventStoreDB 23.10 or later is needed`);
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
 * Returns an event of a bulk with the position and the time of the marker with which it became
 * visible. An event that was copied from another store keeps the time of that store.
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
/**
 * Bytes of an event in addition to its data and metadata: ids, names, the fields of the envelope.
 */
const overhead = 400;

/**
 * Divides batches of any size into chunks that a server accepts. Its default limit is 1 MiB. The
 * last chunk is marked, because it contains the marker. One chunk and one batch are in memory.
 */
export async function* divideIntoChunks(
  batches: AsyncIterable<NewEvent[]>,
): AsyncGenerator<{ events: NewEvent[]; isLast: boolean }> {
  let chunk: NewEvent[] = [];
  let size = 0;
  for await (const batch of batches) {
    for (const event of batch) {
      const eventSize =
        overhead + Buffer.byteLength(event.data) + 2 * Buffer.byteLength(event.metadata);
      const isFull = chunk.length === chunkEvents || size + eventSize > chunkBytes;
      if (chunk.length > 0 && isFull) {
        yield { events: chunk, isLast: false };
        [chunk, size] = [[], 0];
      }
      chunk.push(event);
      size += eventSize;
    }
  }
  if (chunk.length === 0) throw new Error('A bulk append needs at least one event.');
  yield { events: chunk, isLast: true };
}
