import { may } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { auditOnce, forbidden, notFound, pathId, type ChurchActor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { findMember } from '../donor/donors.sql.js';
import { sumOfDonor } from './donation.sql.js';

/**
 * Returns the donor id of the user whose donations are read: the signed-in user or, for staff who
 * may see giving, another one (ruling 4).
 * @throws HttpError 403 if the actor may not see the giving of others, 404 for a user who is not a
 *   donor of this church
 */
export async function requireDonorId(
  tx: Tx,
  actor: ChurchActor,
  userId: string | undefined,
): Promise<string> {
  if (userId === undefined || userId.toLowerCase() === actor.id) return actor.id;
  if (!may(actor, 'ledger.read')) throw forbidden('You can see your own giving only.');
  const id = pathId(userId, 'This member');
  const members = await findMember(tx, { id });
  if (members.length === 0) throw notFound('This member');
  return id;
}

/**
 * Records in the audit log that staff read the donations of one donor or, without `donorId`, of all
 * donors.
 */
export const auditDonationsRead = (
  tx: Tx,
  actor: ChurchActor,
  donorId: string | undefined,
  year: number | undefined,
) =>
  auditOnce(tx, actor.id, 'donations.read', {
    ...(donorId ? { donorId } : {}),
    year: year ?? null,
  });

/** Returns the sum of a donor's donations, in dollars. */
export async function ownTotal(tx: Tx, donorId: string): Promise<string> {
  const [row] = await sumOfDonor(tx, { donorId });
  return toDecimal(row!.total);
}
