import { may, type Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, forbidden, type ChurchActor } from '#libs/http';
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
  const [lastChange] = await tx.sql<{ byAdmin: boolean }>(lastAddressChangeSql, [
    tx.organizationId,
    person.id,
  ]);
  if (!lastChange || lastChange.byAdmin) return;
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
  throw conflict(
    `The email address of ${name} was changed to ${person.email} and has not been confirmed. Wait until they have confirmed it, or check the address, enter it yourself and give them the role in the same step.`,
  );
}

/** The newest change of a person's address, and whether an administrator made it. */
const lastAddressChangeSql = `
select coalesce(actor.role = 'admin', true) as "byAdmin"
  from audit_entry entry
  -- an entry without an actor was made by the operator
  left join app_user actor
    on actor.organization_id = entry.organization_id
   and actor.id = entry.actor_id
 where entry.organization_id = $1
   and entry.subject_id = $2
   and entry.action = 'member-changed'
   and entry.details::jsonb -> 'fields' ? 'email'
 order by entry.id desc
 limit 1`;
