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

/** The stored copy of a church's subscription, with the church's name and email address. */
export type StoredSubscription = Awaited<ReturnType<typeof selectSubscription>>[number];

/** Reads the stored subscription of the transaction's church. */
export async function readStoredSubscription(tx: Tx): Promise<StoredSubscription> {
  const [row] = await selectSubscription(tx);
  return row!;
}

/**
 * Returns the plan that a church has subscribed to or that was agreed upon, also while it is
 * paused. Returns null if it has only a trial.
 */
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

/** A change of a subscription. It is an action of the audit log. */
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

/**
 * Returns the changes from the stored subscription to a new state, for the audit log and emails.
 */
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
  const continues = after.status !== 'canceled' && !isStart;
  if (continues && !before.endsAt && after.endsAt) changes.push('subscription-canceled');
  const isResumed = before.isPaused && !after.isPaused;
  const isCancellationWithdrawn = before.endsAt !== null && !after.endsAt;
  if (continues && (isCancellationWithdrawn || isResumed)) changes.push('subscription-resumed');
  return changes;
}

/**
 * Stores a new state, and records the changes in the audit log. The member limit changes only
 * together with the plan, so that a limit that was agreed upon stays. A reserved promo code is used
 * up if the subscription has its discount.
 * @returns the changes
 */
export async function storeSubscriptionState(
  tx: Tx,
  before: StoredSubscription,
  after: SubscriptionState,
  actorId: string | null,
): Promise<Change[]> {
  const changes = changesBetween(before, after);
  const plan = plans.find(({ id }) => id === after.plan && id !== before.plan);
  const usesPromoCode = after.hasOurs && before.promoCode !== null;
  await storeState(tx, {
    subscriptionId: after.id,
    status: after.status,
    cents: after.price,
    trialEndsAt: after.trialEndsAt,
    renewsAt: after.renewsAt,
    endsAt: after.endsAt,
    plan: plan?.id ?? null,
    memberLimit: plan?.memberLimit ?? null,
    usesPromoCode,
    isPaused: after.isPaused,
    discounts: after.discounts,
  });
  for (const change of changes)
    await audit(tx, actorId, change, { plan: after.plan ?? before.plan });
  return changes;
}

/**
 * Stores that the subscription has ended, because Stripe no longer knows it: it was deleted there,
 * or the keys belong to another account.
 * @returns the changes; none if it had ended before
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

/**
 * Stores the id of a second subscription in force at Stripe; null if there is none.
 * @returns the changes
 */
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

/**
 * Records that an email is sent, and returns whether it was not sent before.
 * @param about the subject of the email, such as `paid in_…`
 */
export async function isFirstEmail(tx: Tx, about: string): Promise<boolean> {
  return (await insertEmail.count(tx, { about })) > 0;
}
