import { plans } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { HttpError } from '#libs/http';
import { lockForUserChanges } from './churches.sql.js';

/** The data of a church whose users are locked. */
export interface LockedChurch {
  name: string;
  email: string | null;
  phone: string | null;
  plan: string;
  /** null for no limit */
  memberLimit: number | null;
}

/**
 * Locks the users of the transaction's church until the transaction ends. Other transactions that
 * add, change or remove its users wait, so that counts stay valid.
 */
export async function lockUsersOfChurch(tx: Tx): Promise<LockedChurch> {
  const [church] = await lockForUserChanges(tx);
  return church!;
}

/**
 * Checks that the member limit allows more members.
 * @throws HttpError 409, which names a plan with enough room
 */
export function assertMemberLimit(
  { plan, memberLimit }: LockedChurch,
  members: number,
  more = 1,
): void {
  if (memberLimit === null || members + more <= memberLimit) return;
  const larger = plans
    .slice(plans.findIndex(({ id }) => id === plan) + 1)
    .find(({ memberLimit: limit }) => limit === null || limit >= members + more);
  const advice = larger
    ? `The ${larger.name} plan has room for ${roomOf(larger.memberLimit)}, for ` +
      `$${larger.price} a month.`
    : 'Please contact us for more.';
  const places = `${count(memberLimit)} places of your church’s plan`;
  const free = memberLimit - members;
  const problem =
    free <= 0
      ? `All ${places} are taken.`
      : `Of the ${places} ${count(free)} ${free === 1 ? 'is' : 'are'} free; ` +
        `${count(more)} are needed.`;
  throw new HttpError(409, `${problem} ${advice}`, 'member-limit', {
    memberLimit,
    plan: larger?.id ?? null,
  });
}

const roomOf = (limit: number | null) => (limit === null ? 'as many as come' : count(limit));

const count = (n: number) => n.toLocaleString('en-US');
