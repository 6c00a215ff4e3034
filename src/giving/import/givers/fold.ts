import type { Tx } from '#libs/database';
import { setRowByRowJoins } from '../planner.sql.js';
import { askAboutSeveralGivers, joinGivers } from './fold.sql.js';

/**
 * Joins givers that are one person according to the whole file, and asks if several persons are
 * possible. Changes the givers of rows but not their verdicts: `classifyDraft` must follow.
 */
export async function foldGivers(tx: Tx, importId: string): Promise<void> {
  await setRowByRowJoins(tx, { setting: 'off' });
  await joinGivers(tx, { importId });
  await askAboutSeveralGivers(tx, { importId });
  await setRowByRowJoins(tx, { setting: 'on' });
}
