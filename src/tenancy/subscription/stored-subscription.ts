import { planIds, plans, type Plan } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit } from '#libs/http';
import {
  cancelSubscription,
  insertEmail,
  selectSubscription,
  storeSecondSubscription,
  storeState,
} from './subscription.sql.js';
import type { SubscriptionState } from './subscription-state.js';

/** What our own books say of a church's subscription. */
export type StoredSubscription = Awaited<ReturnType<typeof selectSubscription>>[number];

/** Of the church of the transaction. */
export async function readStoredSubscription(tx: Tx): Promise<StoredSubscription> {
  const [row] = await selectSubscription(tx);
  return row!;
}

/** The plan that a church has, by card or by agreement, also while it is paused; null while it has none but its trial. */
export function planInForce({
  plan,
  status,
  subscriptionId,
  isPaused,
}: StoredSubscription): Plan['id'] | null {
  const isInForce =
    status === 'active' ||
    status === 'past_due' ||
    isPaused ||
    (status === 'trial' && subscriptionId !== null);
  return isInForce ? (planIds.find((id) => id === plan) ?? null) : null;
}

export type Change =
  | 'subscription-started'
  | 'plan-changed'
  | 'payment-failed'
  | 'payment-succeeded'
  | 'subscription-canceled'
  | 'subscription-resumed'
  | 'subscription-paused'
  | 'subscription-ended'
  | 'second-subscription-found';

/** What is new to whoever kept the books so far: for the audit log and letters. The same state twice is nothing new. */
export function changesBetween(before: StoredSubscription, after: SubscriptionState): Change[] {
  const changes: Change[] = [];
  const isStart = before.subscriptionId !== after.id;
  if (isStart) changes.push('subscription-started');
  else if (after.plan && after.plan !== before.plan) changes.push('plan-changed');
  if (after.isPaused) {
    if (isStart || !before.isPaused) changes.push('subscription-paused');
  } else if (isStart || before.status !== after.status) {
    if (after.status === 'past_due') changes.push('payment-failed');
    else if (after.status === 'canceled' || after.status === 'expired')
      changes.push('subscription-ended');
    else if (!isStart && before.status === 'past_due') changes.push('payment-succeeded');
  }
  const isGoingOn = after.status !== 'canceled' && !isStart;
  if (isGoingOn && !before.endsAt && after.endsAt) changes.push('subscription-canceled');
  const isPausedNoMore = before.isPaused && !after.isPaused;
  if (isGoingOn && ((before.endsAt && !after.endsAt) || isPausedNoMore))
    changes.push('subscription-resumed');
  return changes;
}

/**
 * Brings the books up to what Stripe says. A plan's member limit comes with the plan, so that one that was agreed upon
 * stays as long as the plan does. A reserved promo code is used up by a subscription that counts and carries what it stands for.
 */
export async function storeSubscriptionState(
  tx: Tx,
  before: StoredSubscription,
  after: SubscriptionState,
  actorId: string | null,
): Promise<Change[]> {
  const changes = changesBetween(before, after);
  const plan = plans.find(({ id }) => id === after.plan && id !== before.plan);
  const usedUp = after.hasOurs && before.promoCode !== null;
  await storeState(tx, {
    subscriptionId: after.id,
    status: after.status,
    cents: after.price,
    trialEndsAt: after.trialEndsAt,
    renewsAt: after.renewsAt,
    endsAt: after.endsAt,
    plan: plan?.id ?? null,
    memberLimit: plan?.memberLimit ?? null,
    usesPromoCode: usedUp,
    isPaused: after.isPaused,
    discounts: after.discounts,
  });
  for (const change of changes)
    await audit(tx, actorId, change, { plan: after.plan ?? before.plan });
  return changes;
}

/**
 * Ends what Stripe does not know anymore: it was deleted there, or the keys are of another account.
 * @returns what is new; nothing where it had ended before
 */
export async function storeEnd(
  tx: Tx,
  { plan, status, isPaused }: StoredSubscription,
): Promise<Change[]> {
  if (status === 'canceled' || (status === 'expired' && !isPaused)) return [];
  await cancelSubscription(tx);
  await audit(tx, null, 'subscription-ended', { plan });
  return ['subscription-ended'];
}

/** Notes another one that is in force at Stripe, or that there is none anymore. @returns what is new */
export async function recordSecondSubscription(
  tx: Tx,
  { plan, secondId }: StoredSubscription,
  id: string | null,
): Promise<Change[]> {
  if (secondId === id) return [];
  await storeSecondSubscription(tx, { id });
  if (id === null) return [];
  await audit(tx, null, 'second-subscription-found', { plan });
  return ['second-subscription-found'];
}

/** Whether a letter about this has not been sent yet; it counts as sent from now on. @param about `paid in_…` */
export async function isFirstEmail(tx: Tx, about: string): Promise<boolean> {
  return (await insertEmail.count(tx, { about })) > 0;
}
