import type { Role } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';

/** Returns a user of a demo church as an actor. */
export const actorOf = (tx: Tx, id: string, role: Role): ChurchActor => ({
  id,
  role,
  organizationId: tx.organizationId!,
  accountId: id,
  sessionId: 'demo',
  name: 'Demo',
  isApproved: true,
  isSuspended: false,
  isSuperAdmin: false,
  standing: null,
});
