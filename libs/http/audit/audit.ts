import { v7 as newId } from 'uuid';
import { lockName, type Tx } from '#libs/database';
import { insertEntry, insertEntryOnce } from './audit.sql.js';

/** Records, append-only and in the transaction of the act, who did what in a church. No personal data in `details`. */
export async function audit(
  tx: Tx,
  actorId: string | null,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertEntry(tx, { id: newId(), actorId, action, details });
}

/**
 * Like `audit`, for what is repeated easily: the same act of the same person is recorded once in so many seconds, also of
 * many at once, so that whoever hammers cannot fill the log.
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
