import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { findAccounts, findUsers, mayOpenPortal } from '../../identity/index.js';
import { enterChurch } from './inbound.sql.js';
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

/** Finds the owner of a reply address in a church. */
async function churchOwner(tx: Tx, place: ReplyPlace): Promise<ReplyOwner | null> {
  const { organizationId, personId } = place;
  await enterChurch(tx, { organizationId });
  const [user] = await findUsers(tx, [personId], organizationId);
  if (!user || user.isRemoved) return null;
  const { firstName, role } = user;
  const email = user.email.toLowerCase();
  if (!mayOpenPortal(user) || !user.isEmailVerified)
    return { place, email, firstName, actor: null };
  const accountId = user.accountId ?? personId;
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
  const [account] = await findAccounts(tx, [personId]);
  if (!account) return null;
  const isReached = account.isSuperAdmin && account.isEmailVerified;
  const actor: Actor = {
    ...portalActor,
    id: personId,
    accountId: personId,
    organizationId: null,
    role: 'member',
    isSuperAdmin: true,
  };
  return {
    place,
    email: account.email.toLowerCase(),
    firstName: null,
    actor: isReached ? actor : null,
  };
}
