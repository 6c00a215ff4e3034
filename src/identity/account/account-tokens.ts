import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';

export type Purpose = 'verify-email' | 'reset-password' | 'change-email';

/** How long a letter's link works. */
export const hoursOf: Record<Purpose, number> = { 'verify-email': 72, 'reset-password': 1, 'change-email': 72 };

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface Token {
  accountId: string;
  organizationId: string | null;
  /** the new address, of `change-email` only */
  email: string | null;
}

/**
 * 256 random bits for a letter's link; only their hash is stored. Earlier ones of the same purpose are worth nothing from
 * then on; the church that an earlier one was for stays.
 */
export async function makeToken(
  tx: Tx,
  accountId: string,
  purpose: Purpose,
  { organizationId = null, email = null, hours = hoursOf[purpose] }: Partial<Omit<Token, 'accountId'>> & { hours?: number } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [earlier] = await tx.sql<{ organization_id: string | null }>('delete from account_token where account_id = $1 and purpose = $2 returning organization_id', [accountId, purpose]);
  await tx.sql('delete from account_token where expires_at < now()');
  await tx.sql(
    'insert into account_token (hash, account_id, purpose, organization_id, email, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))',
    [hashOf(token), accountId, purpose, organizationId ?? earlier?.organization_id ?? null, email, hours],
  );
  return token;
}

const columns = 'account_id as "accountId", organization_id as "organizationId", email';

/** Whose it is, once: null when it was used, has expired or never was. */
export async function takeToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await tx.sql<Token>(`delete from account_token where hash = $1 and purpose = $2 and expires_at > now() returning ${columns}`, [hashOf(token), purpose]);
  return row ?? null;
}

/** Whose it is, without using it up. */
export async function tokenOf(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await tx.sql<Token>(`select ${columns} from account_token where hash = $1 and purpose = $2 and expires_at > now()`, [hashOf(token), purpose]);
  return row ?? null;
}
