import type { Tx } from '#libs/database';
import { staleVersion } from '#libs/http';
import { AppUser } from './user.entity.js';
import { lockUser } from './users.sql.js';

/**
 * The fields of a user that people edit or decide about. A change of one of them is a new version.
 * The picture, the notifications and the second factor are not among them: no form saves them
 * together with these fields, so that a change of them cannot be lost.
 */
const versionedFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'bio',
  'role',
  'isApproved',
  'isSuspended',
  'removedAt',
] as const;

/** Locks and reads a user of the transaction's church; null if there is none, or it was removed. */
export async function findUserForChange(tx: Tx, id: string): Promise<AppUser | null> {
  await lockUser(tx, { id });
  const user = { organizationId: tx.organizationId!, id, removedAt: null };
  return tx.em.findOne(AppUser, user, { refresh: true });
}

/**
 * Changes a user that is locked, stores it, and increases its version if one of `versionedFields`
 * changed.
 */
export async function changeUser(
  tx: Tx,
  user: AppUser,
  change: () => Promise<void> | void,
): Promise<void> {
  const before = versionedFields.map((field) => user[field] ?? null);
  await change();
  const isChanged = versionedFields.some((field, index) => (user[field] ?? null) !== before[index]);
  if (isChanged) user.version += 1;
  await tx.em.flush();
}

/**
 * Checks that nobody has changed a user since the version that the user of the portal has seen.
 * @param expected the version of the header `If-Match`; null for any
 * @param refusal the message, and what is saved now as the route returns it
 * @throws HttpError 409 with the code `stale` if somebody has
 */
export function assertUserVersion(
  user: AppUser,
  expected: number | null,
  refusal: { message: string; current: object },
): void {
  if (expected !== null && expected !== user.version)
    throw staleVersion(refusal.message, refusal.current);
}
