import { plans } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { HttpError } from '#libs/http';

/** What a church needs to know of itself when somebody joins or leaves it. */
export interface Membership {
  name: string;
  email: string | null;
  phone: string | null;
  plan: string;
  /** null: as many as come */
  memberLimit: number | null;
}

/** Of the church of the transaction. Until its end nobody else changes who belongs to it, so that counts hold. */
export async function lockMembership(tx: Tx): Promise<Membership> {
  const [church] = await tx.sql<Membership>(
    `select name, email, phone, subscription_plan as plan, member_limit as "memberLimit" from organization where id = $1 for no key update`,
    [tx.organizationId],
  );
  return church!;
}

/** @throws HttpError 409 that names the plan that would do, when `members` places are taken and there are no more */
export function assertPlaceFor({ plan, memberLimit }: Membership, members: number): void {
  if (memberLimit === null || members < memberLimit) return;
  const larger = plans.slice(plans.findIndex(({ id }) => id === plan) + 1).find((one) => one.memberLimit === null || one.memberLimit > members);
  const way = larger
    ? `The ${larger.name} plan has room for ${larger.memberLimit === null ? 'as many as come' : larger.memberLimit.toLocaleString('en-US')}, for $${larger.price} a month.`
    : 'Please contact us for more.';
  const message = `All ${memberLimit.toLocaleString('en-US')} places of your church’s plan are taken. ${way}`;
  throw new HttpError(409, message, 'member-limit', { memberLimit, plan: larger?.id ?? null });
}
