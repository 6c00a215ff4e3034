import { v7 as newId } from 'uuid';
import type { Database, Tx } from '#libs/database';
import { hashPassword } from '../sessions/password.js';
import { deleteSessionsOf } from '../sessions/sessions.sql.js';
import { AppUser } from '../user.entity.js';
import {
  clearFactor,
  deleteChallenge,
  deleteCode,
  deleteEmailChanges,
  deleteIdentities,
  deleteRecoveryCodes,
  insertVerifiedAccount,
  listChurchesOf,
  removePassword,
} from './accounts.sql.js';

/**
 * Creates an account whose email address counts as confirmed, for operators and the demo churches.
 * @returns the id of the account
 * @throws Error if the email address has an account
 */
export async function createAccount(
  tx: Tx,
  account: { email: string; password: string; isSuperAdmin?: boolean; madeByOperator?: boolean },
): Promise<string> {
  const id = newId();
  const inserted = await insertVerifiedAccount.count(tx, {
    id,
    email: account.email.toLowerCase(),
    passwordHash: await hashPassword(account.password),
    isSuperAdmin: account.isSuperAdmin ?? false,
    madeByOperator: account.madeByOperator ?? false,
  });
  if (inserted === 0) throw new Error(`There is an account for ${account.email} already.`);
  return id;
}

/**
 * Calls a function for each church of an account, one after the other, each in a transaction of
 * that church, because row-level security separates the users of different churches.
 * @returns the ids of the churches
 */
export async function inChurchesOf(
  db: Database,
  accountId: string,
  work: (tx: Tx, userId: string, organizationId: string) => Promise<void>,
): Promise<string[]> {
  const churches = await db.platform((tx) => listChurchesOf(tx, { accountId }));
  for (const { id, userId } of churches) await db.tenant(id, (tx) => work(tx, userId, id));
  return churches.map(({ id }) => id);
}

/** Stores on a user of the transaction's church whether the account has a second factor. */
export async function storeUserFactor(tx: Tx, userId: string, isOn: boolean): Promise<void> {
  const user = { organizationId: tx.organizationId!, id: userId };
  await tx.em.nativeUpdate(AppUser, user, { mfaEnabled: isOn, updatedAt: new Date() });
}

/**
 * Removes everything by which somebody could sign in that was set up before the email address was
 * confirmed: sessions, linked OpenID Connect identities, the second factor, requested changes of
 * the address, and the password. An attacker may have created the account with a victim's address
 * and be waiting for the victim to use it.
 * @param kept what the owner of the address has shown to know or use: the password, and the session
 *   of the request
 */
export async function removeUnconfirmedAccess(
  tx: Tx,
  accountId: string,
  kept: { password?: boolean; session?: string | undefined } = {},
): Promise<void> {
  await deleteSessionsOf(tx, { accountId, keptSid: kept.session ?? null });
  await deleteIdentities(tx, { accountId });
  await removeFactor(tx, accountId);
  await deleteEmailChanges(tx, { accountId });
  if (!kept.password) await removePassword(tx, { accountId });
}

/** Removes the second factor of an account with its recovery codes and pending codes. */
export async function removeFactor(tx: Tx, accountId: string): Promise<void> {
  await clearFactor(tx, { accountId });
  await deleteRecoveryCodes(tx, { accountId });
  await deleteChallenge(tx, { accountId });
  await deleteCode(tx, { subject: `factor:${accountId}` });
}
