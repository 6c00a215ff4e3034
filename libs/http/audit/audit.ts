import { v7 as newId } from 'uuid';
import { lockName, type Tx } from '#libs/database';
import { insertEntry, insertEntryOnce } from './audit.sql.js';

/**
 * Adds an entry to the audit log of the transaction's church.
 * @param actorId the user who acts; null for the operator or the program
 * @param details must not contain personal data
 */
export async function audit(
  tx: Tx,
  actorId: string | null,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertEntry(tx, { id: newId(), actorId, action, details });
}

/**
 * Like `audit`, for actions that are repeated easily. The same action of the same user is recorded
 * once in a number of seconds, also if requests come at the same time, so that nobody can fill the
 * log.
 */
export async function auditOnce(
  tx: Tx,
  actorId: string | null,
  action: string,
  details: Record<string, unknown> = {},
  seconds = 60,
): Promise<void> {
  const text = JSON.stringify(details);
  lockName.send(tx, { name: [tx.organizationId, actorId, action, text].join(' ') });
  await insertEntryOnce(tx, { id: newId(), actorId, action, details: text, seconds });
}
