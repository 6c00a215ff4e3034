import { readRole, type Role } from '#libs/contracts';
import type { Tx } from '#libs/database';

/** What other contexts need to know about a user of a church. */
export interface UserRecord {
  id: string;
  /** as the church wrote it, in upper and lower case */
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** null for a user whom staff created and nobody has taken over */
  accountId: string | null;
  isEmailVerified: boolean;
  isApproved: boolean;
  isSuspended: boolean;
  isRemoved: boolean;
}

const columns = `id,
       email,
       first_name as "firstName",
       last_name as "lastName",
       role,
       account_id as "accountId",
       email_verified as "isEmailVerified",
       is_approved as "isApproved",
       is_suspended as "isSuspended",
       removed_at is not null as "isRemoved"`;

const withRole = (row: UserRecord): UserRecord => ({ ...row, role: readRole(row.role) });

/**
 * Finds users of a church by their ids, removed users included, in no particular order.
 * @param organizationId the church, for a platform transaction that has set `app.org`
 */
export async function findUsers(
  tx: Tx,
  ids: readonly string[],
  organizationId = tx.organizationId,
): Promise<UserRecord[]> {
  if (ids.length === 0) return [];
  const rows = await tx.sql<UserRecord>(
    `select ${columns}
       from app_user
      where organization_id = $1 and id = any($2::uuid[])`,
    [organizationId, ids],
  );
  return rows.map(withRole);
}

/** Finds the users of the transaction's church who have one of the roles and were not removed, by name. */
export async function findUsersByRole(tx: Tx, roles: readonly Role[]): Promise<UserRecord[]> {
  const rows = await tx.sql<UserRecord>(
    `select ${columns}
       from app_user
      where organization_id = $1 and removed_at is null and role = any($2)
      order by first_name, last_name, id`,
    [tx.organizationId, roles],
  );
  return rows.map(withRole);
}

/**
 * Finds users of the transaction's church whose names or email address contain words that begin with each of `words`.
 * @returns at most `limit` users that were not removed, by name
 */
export async function searchUsers(
  tx: Tx,
  words: readonly string[],
  limit: number,
): Promise<UserRecord[]> {
  const matches = words.map(
    (_, index) => `concat_ws(' ', ' ', first_name, last_name, email) ilike $${index + 2}`,
  );
  const rows = await tx.sql<UserRecord>(
    `select ${columns}
       from app_user
      where organization_id = $1 and removed_at is null and ${matches.join(' and ')}
      order by first_name, last_name, id
      limit ${limit}`,
    [tx.organizationId, ...words.map((word) => `% ${word}%`)],
  );
  return rows.map(withRole);
}

/** Counts the users who take up a place of the church's plan: approved, neither suspended nor removed. */
export async function countMembers(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count
       from app_user
      where organization_id = $1 and is_approved and not is_suspended and removed_at is null`,
    [tx.organizationId],
  );
  return row!.count;
}

/**
 * Whether a user may open the portal. A suspended admin may, so that nobody locks a church out.
 */
export const mayOpenPortal = ({ isRemoved, isApproved, isSuspended, role }: UserRecord): boolean =>
  !isRemoved && isApproved && (!isSuspended || role === 'admin');

/**
 * SQL: the ids of the users with one of the roles who may open the portal (`mayOpenPortal`). For lists that compare many
 * rows with them in one statement of the church.
 */
export const portalUserIdsSql = (roles: readonly Role[]): string =>
  `select id
     from app_user
    where organization_id = :church
      and removed_at is null
      and is_approved
      and (not is_suspended or role = 'admin')
      and role in (${roles.map((role) => `'${role}'`).join(', ')})`;

/** SQL: the ids of the super administrators' accounts. */
export const superAdminIdsSql = 'select id from account where is_super_admin';

/** What other contexts need to know about an account. */
export interface AccountRecord {
  id: string;
  /** in lower case */
  email: string;
  isSuperAdmin: boolean;
  isEmailVerified: boolean;
}

const accountColumns = `id,
       email,
       is_super_admin as "isSuperAdmin",
       email_verified_at is not null as "isEmailVerified"`;

/** Finds accounts by their ids, in no particular order. */
export const findAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRecord[]> =>
  tx.sql<AccountRecord>(`select ${accountColumns} from account where id = any($1::uuid[])`, [ids]);

/** Finds the accounts of the super administrators, by their addresses. */
export const findSuperAdmins = (tx: Tx): Promise<AccountRecord[]> =>
  tx.sql<AccountRecord>(
    `select ${accountColumns} from account where is_super_admin order by email`,
  );

/** Returns those of the email addresses, given in lower case, that have an account. */
export async function emailsWithAccount(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ email: string }>('select email from account where email = any($1)', [
    emails,
  ]);
  return rows.map(({ email }) => email);
}
