import { may } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { auditOnce, forbidden, notFound, pathId, type ChurchActor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { findMember } from '../donor/donors.sql.js';
import { sumOfDonor } from './donation.sql.js';

// Whose donations a user may read, and what the audit log says of it.

/**
 * The signed-in person, unless staff who may see giving ask for another (ruling 4).
 * @throws HttpError 403, or 404 for nobody of this church
 */
export async function subjectOf(
  tx: Tx,
  actor: ChurchActor,
  userId: string | undefined,
): Promise<string> {
  if (userId === undefined || userId.toLowerCase() === actor.id) return actor.id;
  if (!may(actor, 'ledger.read')) throw forbidden('You can see your own giving only.');
  const id = pathId(userId, 'This member');
  const known = await findMember(tx, { id });
  if (known.length === 0) throw notFound('This member');
  return id;
}

/** Staff looked at donations of others: of one giver, or of everybody. */
export const noteLook = (
  tx: Tx,
  actor: ChurchActor,
  donorId: string | undefined,
  year: number | undefined,
) =>
  auditOnce(tx, actor.id, 'donations.read', {
    ...(donorId ? { donorId } : {}),
    year: year ?? null,
  });

/** Adds up what a donor has given, in dollars. */
export async function ownTotal(tx: Tx, donorId: string): Promise<string> {
  const [row] = await sumOfDonor(tx, { donorId });
  return toDecimal(row!.total);
}
