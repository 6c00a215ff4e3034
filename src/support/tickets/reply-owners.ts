import { readRole } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import type { ReplyPlace } from './reply-addresses.js';

/** The person to whom a reply address belongs. */
export interface ReplyOwner {
  place: ReplyPlace;
  /** null for a person who may not open the portal at present */
  actor: Actor | null;
  email: string;
  /** null where it is unknown, and for super administrators */
  firstName: string | null;
}

/** Finds the owner of a reply address. Returns null for a person who was removed. */
export const ownerOf = (tx: Tx, place: ReplyPlace): Promise<ReplyOwner | null> =>
  place.isPlatform ? platformOwner(tx, place) : churchOwner(tx, place);

const portalActor = {
  sessionId: '',
  name: '',
  isSuspended: false,
  isApproved: true,
  standing: null,
};

interface PersonRow {
  email: string;
  firstName: string | null;
  role: string;
  accountId: string | null;
  isSuspended: boolean;
  isApproved: boolean;
  isVerified: boolean;
}

/** Finds the owner of a reply address in a church. */
async function churchOwner(tx: Tx, place: ReplyPlace): Promise<ReplyOwner | null> {
  const { organizationId, personId } = place;
  await tx.sql(`select set_config('app.org', $1, true)`, [organizationId]);
  const [row] = await tx.sql<PersonRow>(
    `select lower(email) as email, first_name as "firstName", role, account_id as "accountId",
            is_suspended as "isSuspended", is_approved as "isApproved", email_verified as "isVerified"
       from app_user
      where organization_id = $1 and id = $2 and removed_at is null`,
    [organizationId, personId],
  );
  if (!row) return null;
  const { email, firstName } = row;
  const role = readRole(row.role);
  const isShutOut = row.isSuspended && role !== 'admin';
  const mayOpenPortal = row.isApproved && row.isVerified && !isShutOut;
  if (!mayOpenPortal) return { place, email, firstName, actor: null };
  const accountId = row.accountId ?? personId;
  const actor = {
    ...portalActor,
    id: personId,
    accountId,
    organizationId,
    role,
    isSuperAdmin: false,
  };
  return { place, email, firstName, actor };
}

/** Finds the owner of a reply address among the super administrators. */
async function platformOwner(tx: Tx, place: ReplyPlace): Promise<ReplyOwner | null> {
  const { personId } = place;
  const [row] = await tx.sql<{ email: string; mayOpenPortal: boolean }>(
    `select lower(email) as email,
            is_super_admin and email_verified_at is not null as "mayOpenPortal"
       from account
      where id = $1`,
    [personId],
  );
  if (!row) return null;
  const actor: Actor = {
    ...portalActor,
    id: personId,
    accountId: personId,
    organizationId: null,
    role: 'member',
    isSuperAdmin: true,
  };
  return { place, email: row.email, firstName: null, actor: row.mayOpenPortal ? actor : null };
}
