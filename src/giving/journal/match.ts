import type { Tx } from '#libs/database';
import { StoreMismatch, type ReadEvent } from '#libs/event-sourcing';
import { chainHash, contentHash, eventBytes } from './journal.js';
import { selectNewestPair } from './journal.sql.js';

/**
 * Compares the newest entry of a church's journal with the event store. All bytes are compared if
 * the entry has one event. For an import, it only checks that the store has the last event, because
 * it would take long to read all rows.
 * @throws StoreMismatch when the store does not have that event, or has another one in its place
 */
export async function assertMatch(tx: Tx, readEvent: ReadEvent): Promise<void> {
  const [entry] = await selectNewestPair(tx);
  if (!entry) return;
  const event = await readEvent(entry.stream, entry.lastRevision);
  if (!event) throw new StoreMismatch(tx.organizationId!);
  if (entry.firstRevision !== entry.lastRevision) return;
  const isAfterGap = entry.number > 1n && entry.previous === null;
  if (isAfterGap) return; // `FollowerWatch` and `verify` report the gap
  const content = contentHash(tx.organizationId!).update(eventBytes(event)).digest();
  const hash = chainHash(entry.previous ?? Buffer.alloc(0), content);
  if (!hash.equals(entry.hash)) throw new StoreMismatch(tx.organizationId!);
}
