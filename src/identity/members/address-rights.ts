import { may, type Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { type ChurchActor, conflict, findLastChange, forbidden } from '#libs/http';
import { findUsers } from '../users.query.js';
import type { AppUser } from '../user.entity.js';

/**
 * Checks that the actor may change this user's email address. The owner of the address gets the
 * user's role, by registering with it or through the emails that the church sends to it. Therefore
 * only actors who may grant roles can change the address of a user with a higher role than member.
 * @throws HttpError 403
 */
export function assertMayChangeAddress(actor: ChurchActor, person: AppUser): void {
  if (person.role === 'member' || may(actor, 'role.change')) return;
  throw forbidden(
    'Only an administrator can change the email address of somebody who is more than a member.',
  );
}

/**
 * Checks that the address of a user who gets a role was confirmed by its owner or entered by an
 * admin. Otherwise a secretary could change the address of a member shortly before an admin gives
 * that member a role.
 * @throws HttpError 409
 */
export async function assertAddressMayGetRole(tx: Tx, person: AppUser, role: Role): Promise<void> {
  // for the role admin, `assertMayBeAdmin` requires a confirmed address
  if (role === 'member' || role === 'admin' || person.emailVerified) return;
  const lastChange = await findLastChange(tx, 'member-changed', person.id, 'email');
  if (!lastChange || (await isAdmin(tx, lastChange.actorId))) return;
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  throw conflict(
    `The email address of ${name} was changed to ${person.email} and has not been confirmed. ` +
      'Wait until they have confirmed it, or check the address, enter it yourself and give ' +
      'them the role in the same step.',
  );
}

/**
 * Whether the author of a change is an admin now. The operator, and a user who is gone, count as
 * admins.
 */
async function isAdmin(tx: Tx, actorId: string | null): Promise<boolean> {
  const [actor] = actorId === null ? [] : await findUsers(tx, [actorId]);
  return actor === undefined || actor.role === 'admin';
}
