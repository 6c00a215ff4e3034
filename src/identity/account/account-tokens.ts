import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';
import { HttpError } from '#libs/http';
import {
  deleteOldLinks,
  deleteSameLinks,
  insertToken,
  readLink,
  readNewerLinkAt,
  readWantedChurch,
  takeLink,
} from './account-tokens.sql.js';

export type Purpose = 'verify-email' | 'reset-password' | 'change-email';

/** How long the link of an email works, in hours. */
export const validHours: Record<Purpose, number> = {
  'verify-email': 72,
  'reset-password': 1,
  'change-email': 72,
};

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface Token {
  accountId: string;
  organizationId: string | null;
  /** the new address; null except for `change-email` */
  email: string | null;
  /** the names given when the person asked to join the church */
  joinAs: JoinAs | null;
}

export interface JoinAs {
  firstName: string;
  lastName: string;
}

/** How many links of one account and purpose work at the same time. */
const maxValidLinks = 5;

/**
 * Creates the secret of a link for an email: 256 random bits, of which only the hash is stored. The
 * newest links of an account and purpose all work until one of them is used, so that a second
 * request, perhaps by a stranger, does not disable the link that the user is about to open. Links
 * that lead into a church are not limited in number.
 */
export async function createToken(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  {
    organizationId = null,
    email = null,
    joinAs = null,
    hours = validHours[purpose],
  }: Partial<Omit<Token, 'accountId'>> & { hours?: number } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  if (!organizationId)
    await deleteOldLinks(tx, { accountId, purpose, keptCount: maxValidLinks - 1 });
  await insertToken(tx, {
    hash: hashOf(token),
    accountId,
    purpose,
    organizationId,
    email,
    joinAs,
    hours,
  });
  return token;
}

/** Makes the error for a link that was used, has expired or never existed. */
export const staleLinkError = (
  message = 'This link has expired or was used before. Please sign in and ask for a new one.',
) => new HttpError(400, message, 'stale-link');

/**
 * Uses up a token together with all other tokens of the same account, purpose and church.
 * @returns null if the token was used, has expired or never existed
 */
export async function consumeToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await takeLink(tx, { hash: hashOf(token), purpose });
  if (row) {
    const { accountId, organizationId } = row;
    await deleteSameLinks(tx, { accountId, purpose, organizationId });
  }
  return row ?? null;
}

/** Reads a token without using it up. Returns null if it does not work. */
export async function readToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await readLink(tx, { hash: hashOf(token), purpose });
  return row ?? null;
}

/**
 * Returns when the newest link of the same account, purpose and church was created; null if the
 * token is the newest.
 */
export async function newerLinkAt(tx: Tx, token: string): Promise<Date | null> {
  const [row] = await readNewerLinkAt(tx, { hash: hashOf(token) });
  return row?.at ?? null;
}

/**
 * Returns the church into which the newest confirmation link of the account leads, so that the link
 * can be sent again. Returns null if no such link is stored.
 */
export async function findWantedChurch(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await readWantedChurch(tx, { accountId });
  return row?.organizationId ?? null;
}
