import type { Tx } from '#libs/database';
import { StoreMismatch, type ReadEvent } from '#libs/event-sourcing';
import { chainHash, contentHash, eventBytes } from './journal.js';
import { selectNewestPair } from './journal.sql.js';

/**
 * Compares the newest entry of a church's journal with the event store. Of an entry with one event all bytes are
 * compared; of an import it is its last event that must be there, because reading all of its rows takes long.
 * @throws StoreMismatch when the store does not have that event, or has another one in its place
 */
export async function assertMatch(tx: Tx, readEvent: ReadEvent): Promise<void> {
  const [entry] = await selectNewestPair(tx);
  if (!entry) return;
  const event = await readEvent(entry.stream, entry.lastRevision);
  if (!event) throw new StoreMismatch(tx.organizationId!);
  if (entry.firstRevision !== entry.lastRevision) return;
  const isAfterGap = entry.number > 1n && entry.previous === null; // which is reported elsewhere
  if (isAfterGap) return;
  const content = contentHash(tx.organizationId!).update(eventBytes(event)).digest();
  const hash = chainHash(entry.previous ?? Buffer.alloc(0), content);
  if (!hash.equals(entry.hash)) throw new StoreMismatch(tx.organizationId!);
}
