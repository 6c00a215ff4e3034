import { planIds, plans, type Plan, type SubscriptionDiscount } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit } from '#libs/http';
import type { SubscriptionState } from './subscription-state.js';

/** What our own books say of a church's subscription. */
export interface ChurchBooks {
  name: string;
  email: string | null;
  plan: string;
  status: 'trial' | 'active' | 'past_due' | 'canceled' | 'expired';
  price: string;
  memberLimit: number | null;
  trialEndsAt: Date | null;
  renewsAt: Date | null;
  endsAt: Date | null;
  /** at Stripe; its status is expired then */
  isPaused: boolean;
  isCollectionStopped: boolean;
  discounts: SubscriptionDiscount[];
  /** another one in force at Stripe, beside the one that counts */
  secondId: string | null;
  customerId: string | null;
  /** the one that counts, or counted last */
  subscriptionId: string | null;
  cardTrialUsedAt: Date | null;
  promoCode: string | null;
  usedPromoCodes: string[];
}

/** Of the church of the transaction. */
export async function readBooks(tx: Tx): Promise<ChurchBooks> {
  const [row] = await tx.sql<ChurchBooks>(
    `select name, email, subscription_plan as plan, subscription_status as status, subscription_price::text as price, member_limit as "memberLimit", trial_ends_at as "trialEndsAt",
            subscription_renews_at as "renewsAt", subscription_ends_at as "endsAt", subscription_paused as "isPaused",
            collection_stopped as "isCollectionStopped", subscription_discounts as discounts, second_subscription_id as "secondId", stripe_customer_id as "customerId", stripe_subscription_id as "subscriptionId",
            card_trial_used_at as "cardTrialUsedAt", promo_code as "promoCode", used_promo_codes as "usedPromoCodes"
       from organization where id = $1`,
    [tx.organizationId],
  );
  return row!;
}

/** The plan that a church has, by card or by agreement, also while it is paused; null while it has none but its trial. */
export function planInForce({
  plan,
  status,
  subscriptionId,
  isPaused,
}: ChurchBooks): Plan['id'] | null {
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
export function changesBetween(before: ChurchBooks, after: SubscriptionState): Change[] {
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
export async function writeBooks(
  tx: Tx,
  before: ChurchBooks,
  after: SubscriptionState,
  actorId: string | null,
): Promise<Change[]> {
  const changes = changesBetween(before, after);
  const plan = plans.find(({ id }) => id === after.plan && id !== before.plan);
  const usedUp = after.hasOurs && before.promoCode !== null;
  await tx.sql(
    `update organization set stripe_subscription_id = $2, subscription_status = $3, subscription_price = $4::numeric / 100, trial_ends_at = coalesce($5, trial_ends_at),
       subscription_renews_at = $6, subscription_ends_at = $7, card_trial_used_at = coalesce(card_trial_used_at, case when $5::timestamptz is not null then now() end),
       subscription_plan = coalesce($8, subscription_plan), subscription_tier = coalesce($8, subscription_tier),
       member_limit = case when $8::text is null then member_limit else $9 end,
       promo_code = case when $10 then null else promo_code end,
       used_promo_codes = case when $10 and not promo_code = any(used_promo_codes) then array_append(used_promo_codes, promo_code) else used_promo_codes end,
       subscription_paused = $11, subscription_discounts = $12::jsonb, updated_at = now() where id = $1`,
    [
      tx.organizationId,
      after.id,
      after.status,
      after.price,
      after.trialEndsAt,
      after.renewsAt,
      after.endsAt,
      plan?.id ?? null,
      plan?.memberLimit ?? null,
      usedUp,
      after.isPaused,
      JSON.stringify(after.discounts),
    ],
  );
  for (const change of changes)
    await audit(tx, actorId, change, { plan: after.plan ?? before.plan });
  return changes;
}

/**
 * Ends what Stripe does not know anymore: it was deleted there, or the keys are of another account.
 * @returns what is new; nothing where it had ended before
 */
export async function writeEnd(tx: Tx, { plan, status, isPaused }: ChurchBooks): Promise<Change[]> {
  if (status === 'canceled' || (status === 'expired' && !isPaused)) return [];
  await tx.sql(
    `update organization set subscription_status = 'canceled', subscription_ends_at = now(), subscription_renews_at = null, subscription_paused = false, subscription_discounts = '[]', updated_at = now() where id = $1`,
    [tx.organizationId],
  );
  await audit(tx, null, 'subscription-ended', { plan });
  return ['subscription-ended'];
}

/** Notes another one that is in force at Stripe, or that there is none anymore. @returns what is new */
export async function writeSecond(
  tx: Tx,
  { plan, secondId }: ChurchBooks,
  id: string | null,
): Promise<Change[]> {
  if (secondId === id) return [];
  await tx.sql('update organization set second_subscription_id = $2 where id = $1', [
    tx.organizationId,
    id,
  ]);
  if (id === null) return [];
  await audit(tx, null, 'second-subscription-found', { plan });
  return ['second-subscription-found'];
}

/** Whether a letter about this has not been sent yet; it counts as sent from now on. @param about `paid in_…` */
export async function isFirstLetter(tx: Tx, about: string): Promise<boolean> {
  const rows = await tx.sql(
    'insert into subscription_letter (organization_id, about) values ($1, $2) on conflict do nothing returning 1',
    [tx.organizationId, about],
  );
  return rows.length > 0;
}
