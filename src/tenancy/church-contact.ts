import type { Tx } from '#libs/database';
import { findWaitingChurch, storeAwaitsContact } from './churches.sql.js';

/**
 * Whether a church waits for its contact to confirm the email address. Until then a stranger may
 * have entered the church's name. So the church is not listed, nobody can join it, and its name
 * appears neither on pages nor in emails.
 */
export async function awaitsContact(tx: Tx, organizationId: string): Promise<boolean> {
  return (await findWaitingChurch(tx, { id: organizationId })).length > 0;
}

/** Records whether the church of the transaction waits for its contact. */
export async function setAwaitsContact(tx: Tx, awaits: boolean): Promise<void> {
  await storeAwaitsContact(tx, { awaits });
}
