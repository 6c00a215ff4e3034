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
  /** Identifies the conversion in `church_conversion`. A migration inserts the row that stands for all churches. */
  name: string;
  /** Lists all churches. */
  listChurches: (db: Database) => Promise<readonly { id: string }[]>;
  /**
   * Takes the locks that keep processes of an earlier version from writing meanwhile. Runs before the
   * church is marked as converted, in the same transaction. Not needed if others may write meanwhile.
   */
  lock?: (tx: Tx) => Promise<unknown>;
  convertChurch: (tx: Tx) => Promise<void>;
}

/**
 * Converts what an earlier version has stored, where a migration would hold locks for too long. It
 * runs before the program accepts requests. Each church is one transaction, and is converted once.
 * Later starts only read that none is left.
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
