import type { Database, Tx } from '#libs/database';
import { audit, invalidField } from '#libs/http';
import { commonPasswordMessage, isCommonPassword } from '../sessions/password.js';
import { removeUnconfirmedAccess, inChurchesOf } from './accounts.js';
import {
  readToken,
  staleLinkError,
  consumeToken,
  type Purpose,
  type Token,
} from './account-tokens.js';
import { deleteSessionsOf } from '../sessions/sessions.sql.js';
import {
  confirmAddress,
  deletePasswordLinks,
  lockAccount,
  readReader,
  storePassword,
} from './credentials.sql.js';

/** The user to whom an email goes. */
export interface Reader {
  /** of the account */
  id: string;
  email: string;
  name: string;
  /** the name of the church that the email comes from, or the platform's */
  from: string;
}

/** Makes the error for a link that no longer works. Its text says how to get another link. */
export const staleLinkErrorFor = (purpose: Purpose) =>
  staleLinkError(
    purpose === 'reset-password'
      ? 'This link has expired or was used before. Please ask for a new one.'
      : undefined,
  );

/**
 * Uses up the token of a link, and confirms the email address to which the link was sent.
 * @param change `hash`: the hash of a new password, absent to keep the password; `session`: a
 *   session that is kept
 * @throws HttpError 400 if another request has used the link first
 */
export async function redeemLink(
  tx: Tx,
  token: string,
  purpose: Purpose,
  change: { hash?: string; session?: string | undefined },
): Promise<Token> {
  const { hash, session } = change;
  const storedToken = await consumeToken(tx, token, purpose);
  if (!storedToken) throw staleLinkError();
  const [account] = await lockAccount(tx, { accountId: storedToken.accountId });
  if (!account!.isConfirmed)
    await removeUnconfirmedAccess(tx, storedToken.accountId, {
      password: hash === undefined,
      session,
    });
  await confirmAddress(tx, { accountId: storedToken.accountId });
  if (hash !== undefined) await setPassword(tx, storedToken.accountId, hash, null);
  return storedToken;
}

/**
 * Stores a new password, ends the sessions of the account, and deletes its links to choose a
 * password, except those that lead into a church.
 * @param keptSession the session that is kept; null for none
 */
export async function setPassword(
  tx: Tx,
  accountId: string,
  hash: string,
  keptSession: string | null,
): Promise<void> {
  await storePassword(tx, { accountId, hash });
  await deleteSessionsOf(tx, { accountId, keptSid: keptSession });
  await deletePasswordLinks(tx, { accountId });
}

/** @throws HttpError 400 for a password that is among the most common ones */
export function assertNotCommon(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw invalidField(field, commonPasswordMessage);
}

/**
 * Finds the user to whom an email about an account goes.
 * @param which the statement that finds the account, and so what `value` is: an id or an email
 *   address
 * @returns null if there is no such account
 */
export async function findReader(
  tx: Tx,
  which: keyof typeof readReader,
  value: string,
): Promise<Reader | null> {
  const [row] = await readReader[which](tx, { value });
  return row ?? null;
}

/** The password that a user enters after following a link: the current one, or a new one. */
export interface Proof {
  password?: string | undefined;
  newPassword?: string | undefined;
}

/** The account whose owner followed a link, and the church that the link leads into. */
export type ConfirmedAccount = Pick<Token, 'accountId' | 'organizationId'>;

/** Records the change of a password in the audit log of each church of the account. */
export async function auditPasswordChange(db: Database, accountId: string): Promise<void> {
  await inChurchesOf(db, accountId, (tx, userId) => audit(tx, userId, 'password-changed'));
}

/**
 * Finds the token of a link. The page that confirms the first address of an account also accepts
 * links that confirm a new address.
 */
export async function findLinkToken(
  tx: Tx,
  token: string,
  purpose: Purpose,
): Promise<Token | null> {
  const storedToken = await readToken(tx, token, purpose);
  if (storedToken || purpose !== 'verify-email') return storedToken;
  return readToken(tx, token, 'change-email');
}
