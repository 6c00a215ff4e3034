import type { Database } from './database.js';
import type { Tx } from './tx.js';
import {
  beginConversion,
  insertUnconverted,
  listUnconverted,
  markConverted,
} from './church-conversion.sql.js';

/** A change of stored data that runs once for each church. */
export interface ChurchConversion {
  /**
   * Identifies the conversion in `church_conversion`. A migration inserts the row with which the
   * conversion begins.
   */
  name: string;
  /** Lists all churches. */
  listChurches: (db: Database) => Promise<readonly { id: string }[]>;
  /**
   * Takes the locks that keep processes of an earlier version from writing during the conversion.
   * Runs before the church is marked as converted, in the same transaction. Not needed if other
   * processes may write.
   */
  lock?: (tx: Tx) => Promise<unknown>;
  convertChurch: (tx: Tx) => Promise<void>;
}

/**
 * Converts data that an earlier version has stored, if a migration would hold locks for too long.
 * Runs before the program accepts requests. Each church is converted once, in one transaction.
 * Later starts only read that no church is left.
 */
export async function convertChurches(db: Database, conversion: ChurchConversion): Promise<void> {
  const { name } = conversion;
  const unconverted = await db.platform((tx) => listUnconverted(tx, { conversion: name }));
  if (unconverted.length === 0) return;
  const existing = await conversion.listChurches(db);
  const churches = await db.platform(async (tx) => {
    if ((await beginConversion.count(tx, { conversion: name })) > 0)
      await insertUnconverted(tx, { conversion: name, ids: existing.map(({ id }) => id) });
    return listUnconverted(tx, { conversion: name });
  });
  for (const { organizationId } of churches)
    await db.tenant(organizationId, async (tx) => {
      await conversion.lock?.(tx);
      if ((await markConverted.count(tx, { conversion: name })) > 0)
        await conversion.convertChurch(tx);
    });
}
