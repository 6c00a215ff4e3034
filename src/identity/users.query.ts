import { readRole, searchWords, type Role } from '#libs/contracts';
import { wordBeginningWith, type Tx } from '#libs/database';
import {
  countActiveUsers,
  findAccountsById,
  findEmailsWithAccount,
  findUsersById,
  findUsersLike,
  listSuperAdmins,
  listUsersByRole,
} from './users.sql.js';

/** What other contexts need to know about a user of a church. */
export interface UserRecord {
  id: string;
  /** as the church wrote it, in upper and lower case */
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** null if staff added the user and nobody has registered with the address yet */
  accountId: string | null;
  isEmailVerified: boolean;
  isApproved: boolean;
  isSuspended: boolean;
  isRemoved: boolean;
}

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
  const rows = await findUsersById(tx, { organizationId, ids });
  return rows.map(withRole);
}

/**
 * Finds the users of the transaction's church with one of the roles who were not removed, by name.
 */
export async function findUsersByRole(tx: Tx, roles: readonly Role[]): Promise<UserRecord[]> {
  const rows = await listUsersByRole(tx, { roles });
  return rows.map(withRole);
}

/**
 * Finds users of the transaction's church whose names or email address contain words that begin
 * with each word of `search`, whatever its case, accents and apostrophes.
 * @returns at most `limit` users that were not removed, by name
 */
export async function searchUsers(tx: Tx, search: string, limit: number): Promise<UserRecord[]> {
  const words = searchWords(search);
  if (words.length === 0) return [];
  const patterns = words.map(wordBeginningWith);
  const rows = await findUsersLike(tx, { patterns, limit });
  return rows.map(withRole);
}

/** Counts the users for the member limit: those who are approved, not suspended and not removed. */
export async function countMembers(tx: Tx): Promise<number> {
  const [row] = await countActiveUsers(tx);
  return row!.count;
}

/**
 * Whether a user may open the portal. A suspended admin may, so that nobody locks a church out.
 */
export const mayOpenPortal = ({ isRemoved, isApproved, isSuspended, role }: UserRecord): boolean =>
  !isRemoved && isApproved && (!isSuspended || role === 'admin');

/** What other contexts need to know about an account. */
export interface AccountRecord {
  id: string;
  /** in lower case */
  email: string;
  isSuperAdmin: boolean;
  isEmailVerified: boolean;
}

/** Finds accounts by their ids, in no particular order. */
export const findAccounts = (tx: Tx, ids: readonly string[]): Promise<AccountRecord[]> =>
  findAccountsById(tx, { ids });

/** Finds the accounts of the super administrators, by their addresses. */
export const findSuperAdmins = (tx: Tx): Promise<AccountRecord[]> => listSuperAdmins(tx);

/** Returns those of the email addresses, given in lower case, that have an account. */
export async function emailsWithAccount(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await findEmailsWithAccount(tx, { emails });
  return rows.map(({ email }) => email);
}
