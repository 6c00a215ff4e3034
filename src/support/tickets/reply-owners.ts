import type { Tx } from '#libs/database';
import type { Actor } from '#libs/http';
import { findAccounts, findUsers, mayOpenPortal } from '../../identity/index.js';
import { findChurch } from '../../tenancy/index.js';
import { enterChurch } from './inbound.sql.js';
import type { ReplyTarget } from './reply-addresses.js';

/** The user or super administrator to whom a reply address belongs. */
export interface ReplyOwner {
  target: ReplyTarget;
  /** null: the user may not use the portal at present, or the church is not active */
  actor: Actor | null;
  email: string;
  /** null for super administrators, or if it is unknown */
  firstName: string | null;
}

/** Finds the owner of a reply address. Returns null for a user who was removed. */
export const findReplyOwner = (tx: Tx, target: ReplyTarget): Promise<ReplyOwner | null> =>
  target.isPlatform ? findOwnerOnPlatform(tx, target) : findOwnerInChurch(tx, target);

const actorWithoutSession = {
  sessionId: '',
  name: '',
  isSuspended: false,
  isApproved: true,
  standing: null,
};

/** Finds the owner of a reply address in a church. */
async function findOwnerInChurch(tx: Tx, target: ReplyTarget): Promise<ReplyOwner | null> {
  const { organizationId, personId } = target;
  await enterChurch(tx, { organizationId });
  const [user] = await findUsers(tx, [personId], organizationId);
  if (!user || user.isRemoved) return null;
  const { firstName, role } = user;
  const email = user.email.toLowerCase();
  const church = await findChurch(tx, organizationId);
  if (!church?.isActive || !mayOpenPortal(user) || !user.isEmailVerified)
    return { target, email, firstName, actor: null };
  const accountId = user.accountId ?? personId;
  const actor = {
    ...actorWithoutSession,
    id: personId,
    accountId,
    organizationId,
    role,
    isSuperAdmin: false,
  };
  return { target, email, firstName, actor };
}

/** Finds the owner of a reply address among the super administrators. */
async function findOwnerOnPlatform(tx: Tx, target: ReplyTarget): Promise<ReplyOwner | null> {
  const { personId } = target;
  const [account] = await findAccounts(tx, [personId]);
  if (!account) return null;
  const getsEmails = account.isSuperAdmin && account.isEmailVerified;
  const actor: Actor = {
    ...actorWithoutSession,
    id: personId,
    accountId: personId,
    organizationId: null,
    role: 'member',
    isSuperAdmin: true,
  };
  return {
    target,
    email: account.email.toLowerCase(),
    firstName: null,
    actor: getsEmails ? actor : null,
  };
}
