import type { Tx } from '#libs/database';
import { findWaitingChurch, storeAwaitsContact } from './churches.sql.js';

/**
 * Until the contact of a church has confirmed the email address, the church's name is the text of a stranger. The church is
 * not listed, nobody can join it, and its name appears neither on pages nor in emails to others.
 */
export async function awaitsContact(tx: Tx, organizationId: string): Promise<boolean> {
  return (await findWaitingChurch(tx, { id: organizationId })).length > 0;
}

/** Records whether the church of the transaction waits for its contact. */
export async function setAwaitsContact(tx: Tx, awaits: boolean): Promise<void> {
  await storeAwaitsContact(tx, { awaits });
}
