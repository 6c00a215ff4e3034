import type { Database } from '#libs/database';
import { type Position, PositionGone, type RemoteStore } from '#libs/event-sourcing';
import { churchIds } from '../../tenancy/index.js';
import {
  advancePosition,
  clearFollowerPosition,
  selectPosition,
  setBackPosition,
} from './follower.sql.js';
import { isInEventStoreDb } from './store-matches.js';

// The position up to which EventStoreDB was followed. It is stored in PostgreSQL.

/**
 * Returns the position after which the follower reads. It is the saved position. At the first
 * start it is the end of the store, because the events there belong to other users of the server,
 * unless a church already uses the store. The end is read before the churches: a church commits
 * its choice of the store (`event_head`) before it stores its first event, so that the first
 * event of a church that is not found is behind that end.
 * @throws PositionGone if the store does not have the event at the saved position
 */
export async function findStart(db: Database, store: RemoteStore): Promise<Position | null> {
  const [row] = await db.platform((tx) => selectPosition(tx));
  if (row?.position) {
    if (!(await store.hasEventAt(row.position))) throw new PositionGone();
    return row.position;
  }
  const head = await store.head();
  if (head === null || (await hasBegun(db))) return null;
  await savePosition(db, head);
  return head;
}

/** Whether a church uses the store. */
async function hasBegun(db: Database): Promise<boolean> {
  for (const id of await churchIds(db)) {
    if (await db.tenant(id, isInEventStoreDb)) return true;
  }
  return false;
}

/** Sets the saved position back to an earlier one. */
export const setBackSavedPosition = (db: Database, position: Position) =>
  db.platform((tx) => setBackPosition(tx, { position }));

export const savePosition = (db: Database, position: Position) =>
  db.platform((tx) => advancePosition(tx, { position }));

/** Deletes the saved position, so that the follower reads from the beginning of the store. */
export const forgetSavedPosition = (db: Database) => db.platform((tx) => clearFollowerPosition(tx));
