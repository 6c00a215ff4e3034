import type { Tx } from '#libs/database';
import { setRowByRowJoins } from '../planner.sql.js';
import { askAboutSeveralGivers, joinGivers } from './fold.sql.js';

/**
 * Joins givers that only the whole file tells to be one person, and asks where several may be
 * meant. The givers of rows change, and not their verdicts: `classifyDraft` must follow.
 */
export async function foldGivers(tx: Tx, importId: string): Promise<void> {
  await setRowByRowJoins(tx, { setting: 'off' });
  await joinGivers(tx, { importId });
  await askAboutSeveralGivers(tx, { importId });
  await setRowByRowJoins(tx, { setting: 'on' });
}
