import type { Tx } from '#libs/database';
import { countEntries, findLastEntry, sumCounts } from './audit.sql.js';

/** Selects entries of the audit log of the transaction's church. */
export interface AuditFilter {
  action: string;
  /** only entries of the last hours */
  hours: number;
  /** only entries of this user */
  actorId?: string;
  /** only entries that list this field in `details.fields` */
  field?: string;
}

/** Counts entries of the audit log. */
export async function countAuditEntries(
  tx: Tx,
  { action, hours, actorId, field }: AuditFilter,
): Promise<number> {
  const [row] = await countEntries(tx, {
    action,
    hours,
    actorId: actorId ?? null,
    field: field ?? null,
  });
  return row!.count;
}

/** Adds up `details.count` of the entries of an action in the last hours. */
export async function sumAuditCounts(tx: Tx, action: string, hours: number): Promise<number> {
  const [row] = await sumCounts(tx, { action, hours });
  return row!.sum;
}

/**
 * Finds the newest entry of an action that changed a field of a user.
 * @returns the user who did it; `actorId` is null for the operator. Undefined if there is no such
 *   entry.
 */
export async function findLastChange(
  tx: Tx,
  action: string,
  subjectId: string,
  field: string,
): Promise<{ actorId: string | null } | undefined> {
  const [entry] = await findLastEntry(tx, { subjectId, action, field });
  return entry;
}
