import type { Connection } from './eventstoredb-connection.js';
import { decodeEvent, type WrittenEvent } from './eventstoredb-records.js';

/**
 * Finds the marker of the bulk that begins at a revision; null if the bulk is not complete. It
 * reads from the end of the stream, because few events follow a marker.
 */
export async function findMarker(
  connection: Connection,
  name: string,
  first: number,
): Promise<WrittenEvent | null> {
  for await (const events of connection.readStream(name, 'end')) {
    const written = events.map(decodeEvent).find(({ envelope }) => envelope.bulk?.first === first);
    if (written) return written.envelope.bulk!.last ? written : null;
  }
  return null;
}

/** Reads some events of a stream from a revision on. */
export async function readEvents(
  connection: Connection,
  name: string,
  from: number,
  count: number,
): Promise<WrittenEvent[]> {
  const writtenEvents: WrittenEvent[] = [];
  for await (const events of connection.readStream(name, from, count))
    writtenEvents.push(...events.map(decodeEvent));
  return writtenEvents;
}
