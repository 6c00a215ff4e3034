import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';

export type Purpose = 'verify-email' | 'reset-password';

/** How long a letter's link works. */
export const hoursOf: Record<Purpose, number> = { 'verify-email': 72, 'reset-password': 1 };

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * 256 random bits for a letter's link; only their hash is stored. Earlier ones of the same purpose are worth nothing from
 * then on; the church that an earlier one was for stays.
 */
export async function makeToken(tx: Tx, accountId: string, purpose: Purpose, organizationId: string | null = null, hours = hoursOf[purpose]): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [earlier] = await tx.sql<{ organization_id: string | null }>('delete from account_token where account_id = $1 and purpose = $2 returning organization_id', [accountId, purpose]);
  await tx.sql('delete from account_token where expires_at < now()');
  await tx.sql(
    'insert into account_token (hash, account_id, purpose, organization_id, expires_at) values ($1, $2, $3, $4, now() + make_interval(hours => $5))',
    [hashOf(token), accountId, purpose, organizationId ?? earlier?.organization_id ?? null, hours],
  );
  return token;
}

/** Whose it is, once: null when it was used, has expired or never was. */
export async function takeToken(tx: Tx, token: string, purpose: Purpose): Promise<{ accountId: string; organizationId: string | null } | null> {
  const [row] = await tx.sql<{ account_id: string; organization_id: string | null }>(
    'delete from account_token where hash = $1 and purpose = $2 and expires_at > now() returning account_id, organization_id',
    [hashOf(token), purpose],
  );
  return row ? { accountId: row.account_id, organizationId: row.organization_id } : null;
}
