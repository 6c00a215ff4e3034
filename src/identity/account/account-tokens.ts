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

/** Links of one account and purpose that work at the same time. */
const liveLinks = 5;

/**
 * Makes the link of an email: 256 random bits, of which only the hash is stored. The newest links of the same purpose work
 * until one of them is used: a second request, perhaps by a stranger, must not end the link that somebody is about to
 * open. Links that lead into a church are not counted.
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
      `delete from account_token where account_id = $1 and purpose = $2 and organization_id is null
          and hash not in (
            select hash from account_token where account_id = $1 and purpose = $2 and organization_id is null
             order by created_at desc limit ${liveLinks - 1})`,
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

/** When an email with a newer link of the same account, purpose and church was made; null where there is none. */
export async function newerLinkAt(tx: Tx, token: string): Promise<Date | null> {
  const [row] = await tx.sql<{ at: Date | null }>(
    `select max(newer.created_at) as at
       from account_token this join account_token newer
         on newer.account_id = this.account_id and newer.purpose = this.purpose
        and newer.organization_id is not distinct from this.organization_id
        and newer.created_at > this.created_at and newer.expires_at > now()
      where this.hash = $1`,
    [hashOf(token)],
  );
  return row?.at ?? null;
}

/** The church that the account was asked into last, by a letter that it may have lost. */
export async function wantedBy(tx: Tx, accountId: string): Promise<string | null> {
  const [row] = await tx.sql<{ organization_id: string }>(
    `select organization_id from account_token where account_id = $1 and purpose = 'verify-email' and organization_id is not null order by created_at desc limit 1`,
    [accountId],
  );
  return row?.organization_id ?? null;
}
