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

/** Makes a sign-in identity, verified: for operators and the demo. Gives its id. @throws when the email is taken */
export async function createAccount(
  tx: Tx,
  account: { email: string; password: string; isSuperAdmin?: boolean; madeByOperator?: boolean },
): Promise<string> {
  const id = newId();
  const made = await insertVerifiedAccount.count(tx, {
    id,
    email: account.email.toLowerCase(),
    passwordHash: await hashPassword(account.password),
    isSuperAdmin: account.isSuperAdmin ?? false,
    madeByOperator: account.madeByOperator ?? false,
  });
  if (made === 0) throw new Error(`There is an account for ${account.email} already.`);
  return id;
}

/** Does something in each church of an account, one after the other: people lie behind row-level security. Gives the churches' ids. */
export async function inChurchesOf(
  db: Database,
  accountId: string,
  work: (tx: Tx, userId: string, organizationId: string) => Promise<void>,
): Promise<string[]> {
  const places = await db.platform((tx) => listChurchesOf(tx, { accountId }));
  for (const { id, userId } of places) await db.tenant(id, (tx) => work(tx, userId, id));
  return places.map(({ id }) => id);
}

/** Stores on a user of the transaction's church whether the account has a second factor. */
export async function storeUserFactor(tx: Tx, userId: string, isOn: boolean): Promise<void> {
  const user = { organizationId: tx.organizationId!, id: userId };
  await tx.em.nativeUpdate(AppUser, user, { mfaEnabled: isOn, updatedAt: new Date() });
}

/**
 * What was set on an account before anybody showed that its address is theirs, sessions, factors and ways in by a provider,
 * may be somebody else's, who waits for the owner: nothing of it opens the account any longer.
 * @param kept what the owner has shown to be theirs: their password, the session in which they ask
 */
export async function removeUnconfirmedAccess(
  tx: Tx,
  accountId: string,
  kept: { password?: boolean; session?: string | undefined } = {},
): Promise<void> {
  await deleteSessionsOf(tx, { accountId, kept: kept.session ?? null });
  await deleteIdentities(tx, { accountId });
  await removeFactor(tx, accountId);
  await deleteEmailChanges(tx, { accountId });
  if (!kept.password) await removePassword(tx, { accountId });
}

/** The second factor with everything that belongs to it. */
export async function removeFactor(tx: Tx, accountId: string): Promise<void> {
  await clearFactor(tx, { accountId });
  await deleteRecoveryCodes(tx, { accountId });
  await deleteChallenge(tx, { accountId });
  await deleteCode(tx, { subject: `factor:${accountId}` });
}
