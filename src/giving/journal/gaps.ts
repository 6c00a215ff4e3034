import type { Database } from '#libs/database';
import { churchIds } from '../../tenancy/index.js';

/** A journal number that is missing between two others. */
export interface JournalGap {
  organizationId: string;
  /** The first missing number. */
  number: string;
}

/** Looks for a missing number in the journal of every church. @returns the first gap that is found */
export async function findJournalGap(db: Database): Promise<JournalGap | null> {
  for (const organizationId of await churchIds(db)) {
    const [row] = await db.tenant(organizationId, (tx) =>
      tx.sql<{ number: string }>(
        `select (number - 1)::text as number
           from (select number, lag(number, 1, 0::bigint) over (order by number) as previous
                   from journal where organization_id = $1) as numbers
          where number <> previous + 1
          order by numbers.number
          limit 1`,
        [organizationId],
      ),
    );
    if (row) return { organizationId, number: row.number };
  }
  return null;
}
