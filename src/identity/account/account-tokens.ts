import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';

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

/**
 * 256 random bits for a letter's link; only their hash is stored. Earlier ones of the same purpose are worth nothing from
 * then on; those that lead into a church stay, because whoever asks to join it could end the link of who was asked to.
 */
export async function makeToken(
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
  if (!organizationId)
    await tx.sql(
      'delete from account_token where account_id = $1 and purpose = $2 and organization_id is null',
      [accountId, purpose],
    );
  await tx.sql(
    'insert into account_token (hash, account_id, purpose, organization_id, email, join_as, expires_at) values ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))',
    [
      hashOf(token),
      accountId,
      purpose,
      organizationId,
      email,
      joinAs && JSON.stringify(joinAs),
      hours,
    ],
  );
  return token;
}

const columns =
  'account_id as "accountId", organization_id as "organizationId", email, join_as as "joinAs"';

/** Whose it is, once: null when it was used, has expired or never was. Others that say the same are used up with it. */
export async function takeToken(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await tx.sql<Token>(
    `delete from account_token where hash = $1 and purpose = $2 and expires_at > now() returning ${columns}`,
    [hashOf(token), purpose],
  );
  if (row)
    await tx.sql(
      'delete from account_token where account_id = $1 and purpose = $2 and organization_id is not distinct from $3',
      [row.accountId, purpose, row.organizationId],
    );
  return row ?? null;
}

/** Whose it is, without using it up. */
export async function tokenOf(tx: Tx, token: string, purpose: Purpose): Promise<Token | null> {
  const [row] = await tx.sql<Token>(
    `select ${columns} from account_token where hash = $1 and purpose = $2 and expires_at > now()`,
    [hashOf(token), purpose],
  );
  return row ?? null;
}

/** The church that the account was asked into last, by a letter that it may have lost. */
export async function wantedBy(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await tx.sql<{ organization_id: string }>(
    `select organization_id from account_token where account_id = $1 and purpose = 'verify-email' and organization_id is not null order by created_at desc limit 1`,
    [accountId],
  );
  return row?.organization_id ?? null;
}
