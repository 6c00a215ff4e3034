import type { Database, Tx } from '#libs/database';
import { audit, refusedAt } from '#libs/http';
import { guessedFirst, isCommonPassword } from '../sessions/password.js';
import { forgetUnproven, inChurchesOf } from './accounts.js';
import { takeToken, tokenOf, type Purpose, type Token } from './account-tokens.js';
import { staleLink } from './letters.js';
import { deleteSessionsOf } from '../sessions/sessions.sql.js';
import {
  confirmAddress,
  deletePasswordLinks,
  lockAccount,
  readReader,
  storePassword,
} from './credentials.sql.js';

export interface Reader {
  id: string;
  email: string;
  name: string;
  from: string;
}

/** Nobody signs in for another link to a new password. */
export const staleLinkOf = (purpose: Purpose) =>
  staleLink(
    purpose === 'reset-password'
      ? 'This link has expired or was used before. Please ask for a new one.'
      : undefined,
  );

/** Uses the link up: the account is its reader's from now on. @throws HttpError 400 when another was faster */
export async function take(
  tx: Tx,
  token: string,
  purpose: Purpose,
  { hash, session }: { hash?: string; session?: string | undefined },
): Promise<Token> {
  const found = await takeToken(tx, token, purpose);
  if (!found) throw staleLink();
  const [account] = await lockAccount(tx, { accountId: found.accountId });
  if (!account!.proven)
    await forgetUnproven(tx, found.accountId, { password: hash === undefined, session });
  await confirmAddress(tx, { accountId: found.accountId });
  if (hash !== undefined) await setPassword(tx, found.accountId, hash, null);
  return found;
}

/** Signs every other device out; links to choose one are worth nothing from then on, but for those that lead into a church. */
export async function setPassword(
  tx: Tx,
  accountId: string,
  hash: string,
  keptSession: string | null,
): Promise<void> {
  await storePassword(tx, { accountId, hash });
  await deleteSessionsOf(tx, { accountId, kept: keptSession });
  await deletePasswordLinks(tx, { accountId });
}

export function assertGood(password: string, field = 'password'): void {
  if (isCommonPassword(password)) throw refusedAt(field, guessedFirst);
}

/** Whom a letter goes to, and in whose name: the church's where the account has one. */
export async function readerOf(
  tx: Tx,
  which: keyof typeof readReader,
  value: string,
): Promise<Reader | null> {
  const [row] = await readReader[which](tx, { value });
  return row ?? null;
}

/** How somebody who follows a letter's link shows that the account is theirs: the password that they know, or a new one. */
export interface Proof {
  password?: string | undefined;
  newPassword?: string | undefined;
}

/** Who has shown by a letter's link that the account is theirs, and the church that the link leads into. */
export type Proven = Pick<Token, 'accountId' | 'organizationId'>;

/** Records the change of a password in the audit log of each church of the account. */
export async function noteChange(db: Database, accountId: string): Promise<void> {
  await inChurchesOf(db, accountId, (tx, userId) => audit(tx, userId, 'password-changed'));
}

/** Finds the token of a link. A link that confirms a new address of an account is followed like one that confirms the first. */
export async function findLinkToken(
  tx: Tx,
  token: string,
  purpose: Purpose,
): Promise<Token | null> {
  const found = await tokenOf(tx, token, purpose);
  if (found || purpose !== 'verify-email') return found;
  return tokenOf(tx, token, 'change-email');
}
