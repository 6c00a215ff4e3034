import type { Connection } from './eventstoredb-connection.js';
import { decodeEvent, type WrittenEvent } from './eventstoredb-records.js';

/**
 * The marker of the bulk that begins there; null as long as it is unfinished. It ends the stream, or few events
 * follow it.
 */
export async function findMarker(
  connection: Connection,
  name: string,
  first: number,
): Promise<WrittenEvent | null> {
  for await (const come of connection.readStream(name, 'end')) {
    const written = come.map(decodeEvent).find(({ envelope }) => envelope.bulk?.first === first);
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
  const found: WrittenEvent[] = [];
  for await (const come of connection.readStream(name, from, count))
    found.push(...come.map(decodeEvent));
  return found;
}
