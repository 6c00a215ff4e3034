import type { Connection } from './eventstoredb-connection.js';
import { fromRead, type Written } from './eventstoredb-records.js';

/**
 * The marker of the bulk that begins there; null as long as it is unfinished. It ends the stream, or few events
 * follow it.
 */
export async function markerOf(
  connection: Connection,
  name: string,
  first: number,
): Promise<Written | null> {
  for await (const come of connection.readStream(name, 'end')) {
    const written = come.map(fromRead).find(({ envelope }) => envelope.bulk?.first === first);
    if (written) return written.envelope.bulk!.last ? written : null;
  }
  return null;
}

/** Reads some events of a stream from a revision on. */
export async function collect(
  connection: Connection,
  name: string,
  from: number,
  count: number,
): Promise<Written[]> {
  const found: Written[] = [];
  for await (const come of connection.readStream(name, from, count))
    found.push(...come.map(fromRead));
  return found;
}
