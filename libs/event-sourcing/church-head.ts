import type { Tx } from '#libs/database';
import type { Position } from './event-store.js';
import { selectHeadPosition, selectStore, updateStore } from './church-head.sql.js';
import { updateCheckpoints } from './projector.sql.js';

// The row of a church in `event_head`, and its checkpoints in `projection`.

/** Returns the name of the store of the transaction's church; null before its first event. */
export async function readStoreName(tx: Tx): Promise<string | null> {
  const [head] = await selectStore(tx, { organizationId: tx.organizationId! });
  return head?.store ?? null;
}

/** Stores the name of the store of the transaction's church. The caller has locked the church. */
export async function writeStoreName(tx: Tx, name: string): Promise<void> {
  await updateStore(tx, { store: name });
}

/**
 * Returns the position of the last event of the transaction's church in PostgreSQL; null before its
 * first event.
 */
export async function readHeadPosition(tx: Tx): Promise<Position | null> {
  const [head] = await selectHeadPosition(tx);
  return head?.position ?? null;
}

/** Stores the checkpoints of the transaction's church after a move to another store. */
export async function writeCheckpoints(tx: Tx, position: Position): Promise<void> {
  await updateCheckpoints(tx, { position });
}
