import type { Tx } from '#libs/database';
import type { Position } from './event-store.js';
import { storeSql } from './postgres-store.js';

// The row of a church in `event_head`, and its checkpoints in `projection`.

/** Returns the name of the store that keeps the giving of the transaction's church; null before its first event. */
export async function readStoreName(tx: Tx): Promise<string | null> {
  const [head] = await tx.sql<{ store: string | null }>(storeSql, [tx.organizationId]);
  return head?.store ?? null;
}

/** Records which store keeps the giving of the transaction's church. The caller holds the lock of the church. */
export async function writeStoreName(tx: Tx, name: string): Promise<void> {
  await tx.sql('update event_head set store = $2 where organization_id = $1', [
    tx.organizationId,
    name,
  ]);
}

/** Returns the position of the last event of the transaction's church in PostgreSQL; null before its first event. */
export async function readHeadPosition(tx: Tx): Promise<Position | null> {
  const [head] = await tx.sql<{ position: Position }>(
    'select position from event_head where organization_id = $1',
    [tx.organizationId],
  );
  return head?.position ?? null;
}

/** Moves the checkpoints of all projections of the transaction's church, after its events were moved to another store. */
export async function writeCheckpoints(tx: Tx, position: Position): Promise<void> {
  await tx.sql('update projection set position = $2 where organization_id = $1', [
    tx.organizationId,
    position,
  ]);
}

/** SQL: the events that a church has in PostgreSQL, for statements that copy them; `$1` is the church. */
export const storedEventsSql = `
  select organization_id, stream, revision, id, type, version, data, metadata, recorded_at
    from event
   where organization_id = $1`;
