import type { Database } from '#libs/database';
import { churchIds } from '../../tenancy/index.js';
import { findGap } from './journal.sql.js';

/** A journal number that is missing between two others. */
export interface JournalGap {
  organizationId: string;
  /** The first missing number. */
  number: string;
}

/**
 * Looks for a missing number in the journals of all churches.
 * @returns the first gap; null if there is none
 */
export async function findJournalGap(db: Database): Promise<JournalGap | null> {
  for (const organizationId of await churchIds(db)) {
    const [row] = await db.tenant(organizationId, (tx) => findGap(tx));
    if (row) return { organizationId, number: row.number };
  }
  return null;
}
