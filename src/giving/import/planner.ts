import type { Tx } from '#libs/database';
import { setRowByRowJoins } from './planner.sql.js';

/**
 * Runs statements that join many rows which PostgreSQL has no statistics of yet. Without this the
 * planner expects a single row, joins row by row, and takes time in proportion to guests × rows.
 * Calls cannot be nested.
 */
export async function withoutRowByRowJoins<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await setRowByRowJoins(tx, { setting: 'off' });
  const result = await work();
  await setRowByRowJoins(tx, { setting: 'on' });
  return result;
}
