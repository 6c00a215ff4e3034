import { plans } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { HttpError } from '#libs/http';
import { selectMembershipForUpdate } from './churches.sql.js';

/** What a church needs to know of itself when somebody joins or leaves it. */
export interface LockedChurch {
  name: string;
  email: string | null;
  phone: string | null;
  plan: string;
  /** null: as many as come */
  memberLimit: number | null;
}

/** Of the church of the transaction. Until its end nobody else changes who belongs to it, so that counts hold. */
export async function lockMembership(tx: Tx): Promise<LockedChurch> {
  const [church] = await selectMembershipForUpdate(tx);
  return church!;
}

/** @throws HttpError 409 that names the plan that would do, when `members` are there and there is no room for `more` */
export function assertMemberLimit(
  { plan, memberLimit }: LockedChurch,
  members: number,
  more = 1,
): void {
  if (memberLimit === null || members + more <= memberLimit) return;
  const larger = plans
    .slice(plans.findIndex(({ id }) => id === plan) + 1)
    .find((one) => one.memberLimit === null || one.memberLimit >= members + more);
  const way = larger
    ? `The ${larger.name} plan has room for ${larger.memberLimit === null ? 'as many as come' : count(larger.memberLimit)}, for $${larger.price} a month.`
    : 'Please contact us for more.';
  const places = `${count(memberLimit)} places of your church’s plan`;
  const free = memberLimit - members;
  const problem =
    free <= 0
      ? `All ${places} are taken.`
      : `Of the ${places} ${count(free)} ${free === 1 ? 'is' : 'are'} free; ${count(more)} are needed.`;
  throw new HttpError(409, `${problem} ${way}`, 'member-limit', {
    memberLimit,
    plan: larger?.id ?? null,
  });
}

const count = (n: number) => n.toLocaleString('en-US');
