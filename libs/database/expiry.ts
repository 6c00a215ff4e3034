import type { Tx } from './tx.js';

/** A SQL condition for each table. Rows that satisfy it have expired and can be deleted. */
export type ExpiryRules = Readonly<Record<string, string>>;

/** The rules for the tables of one context or library. */
export interface ExpiringTables {
  /** platform tables */
  platform?: ExpiryRules;
  /** tables whose rows belong to a church */
  church?: ExpiryRules;
}

/**
 * Deletes the rows that have expired, in a transaction of the platform or of a church.
 * @returns how many rows were deleted
 */
export async function deleteExpired(tx: Tx, table: string, condition: string): Promise<number> {
  const isOfChurch = tx.organizationId !== null;
  const ofChurch = isOfChurch ? 'organization_id = $1 and ' : '';
  const deleted = await tx.sql(
    `delete from ${table} where ${ofChurch}(${condition}) returning 1`,
    isOfChurch ? [tx.organizationId] : [],
  );
  return deleted.length;
}
