import { may, type Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { type ChurchActor, conflict, findLastChange, forbidden } from '#libs/http';
import { findUsers } from '../users.query.js';
import type { AppUser } from '../user.entity.js';

/**
 * Throws HttpError 403 unless the actor may change this person's email address. The owner of the address gets the person's
 * role, either by registering with it or by the emails that the church sends to it. Therefore changing the address of
 * somebody above member requires the right to grant roles.
 */
export function assertMayChangeAddress(actor: ChurchActor, person: AppUser): void {
  if (person.role === 'member' || may(actor, 'role.change')) return;
  throw forbidden(
    'Only an administrator can change the email address of somebody who is more than a member.',
  );
}

/**
 * Throws HttpError 409 if somebody who cannot grant roles changed this person's address and its owner has not confirmed it.
 * Otherwise a secretary could change a
 * member's address shortly before an administrator gives that member a role.
 */
export async function assertAddressMayGetRole(tx: Tx, person: AppUser, role: Role): Promise<void> {
  // an administrator needs a confirmed address in any case (`assertMayBeAdmin`)
  if (role === 'member' || role === 'admin' || person.emailVerified) return;
  const lastChange = await findLastChange(tx, 'member-changed', person.id, 'email');
  if (!lastChange || (await isAdmin(tx, lastChange.actorId))) return;
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  throw conflict(
    `The email address of ${name} was changed to ${person.email} and has not been confirmed. Wait until they have confirmed it, or check the address, enter it yourself and give them the role in the same step.`,
  );
}

/** Whether the author of a change is an admin now. The operator, and a user who is gone, count as admins. */
async function isAdmin(tx: Tx, actorId: string | null): Promise<boolean> {
  const [actor] = actorId === null ? [] : await findUsers(tx, [actorId]);
  return actor === undefined || actor.role === 'admin';
}
