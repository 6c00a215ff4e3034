import type { Tx } from './tx.js';

/** A SQL condition for each table: rows that satisfy it have expired, and can be deleted. */
export type ExpiryRules = Readonly<Record<string, string>>;

/** The rules of the owner of some tables. */
export interface ExpiringTables {
  /** tables that belong to no church */
  platform?: ExpiryRules;
  /** tables of a church */
  church?: ExpiryRules;
}

/**
 * Deletes the rows that have expired, in a transaction of the platform or of a church.
 * @returns how many rows were deleted
 */
export async function deleteExpired(tx: Tx, table: string, condition: string): Promise<number> {
  const isOfChurch = tx.organizationId !== null;
  const deleted = await tx.sql(
    `delete from ${table} where ${isOfChurch ? 'organization_id = $1 and ' : ''}(${condition}) returning 1`,
    isOfChurch ? [tx.organizationId] : [],
  );
  return deleted.length;
}
