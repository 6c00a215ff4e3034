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

/** How long a letter's link works. */
export const hoursOf: Record<Purpose, number> = {
  'verify-email': 72,
  'reset-password': 1,
  'change-email': 72,
};

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface Token {
  accountId: string;
  organizationId: string | null;
  /** the new address, of `change-email` only */
  email: string | null;
  /** names for the church that the person asked to join */
  joinAs: JoinAs | null;
}

export interface JoinAs {
  firstName: string;
  lastName: string;
}

/** Links of one account and purpose that work at the same time. */
const maxLiveLinks = 5;

/**
 * Makes the link of an email: 256 random bits, of which only the hash is stored. The newest links of the same purpose work
 * until one of them is used: a second request, perhaps by a stranger, must not end the link that somebody is about to
 * open. Links that lead into a church are not counted.
 */
export async function createToken(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  {
    organizationId = null,
    email = null,
    joinAs = null,
    hours = hoursOf[purpose],
  }: Partial<Omit<Token, 'accountId'>> & { hours?: number } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  if (!organizationId) await deleteOldLinks(tx, { accountId, purpose, kept: maxLiveLinks - 1 });
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

/** For whoever follows a link that was used, has expired or never was. */
export const staleLink = (
  message = 'This link has expired or was used before. Please sign in and ask for a new one.',
) => new HttpError(400, message, 'stale-link');

/** Whose it is, once: null when it was used, has expired or never was. Others that say the same are used up with it. */
export async function takeToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await takeLink(tx, { hash: hashOf(token), purpose });
  if (row) {
    const { accountId, organizationId } = row;
    await deleteSameLinks(tx, { accountId, purpose, organizationId });
  }
  return row ?? null;
}

/** Whose it is, without using it up. */
export async function readToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await readLink(tx, { hash: hashOf(token), purpose });
  return row ?? null;
}

/** When an email with a newer link of the same account, purpose and church was made; null where there is none. */
export async function newerLinkAt(tx: Tx, token: string): Promise<Date | null> {
  const [row] = await readNewerLinkAt(tx, { hash: hashOf(token) });
  return row?.at ?? null;
}

/** The church that the account was asked into last, by a letter that it may have lost. */
export async function findWantedChurch(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await readWantedChurch(tx, { accountId });
  return row?.organizationId ?? null;
}
