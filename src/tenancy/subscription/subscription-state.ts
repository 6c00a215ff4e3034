import type Stripe from 'stripe';
import {
  planIds,
  plans,
  promoDiscount,
  type Plan,
  type SubscriptionDiscount,
} from '#libs/contracts';
import { toDecimal } from '#libs/money';

/** The state of a subscription at Stripe, in the form in which it is stored. */
export interface SubscriptionState {
  id: string;
  status: 'trial' | 'active' | 'past_due' | 'canceled' | 'expired';
  /** null if the price belongs to none of our plans */
  plan: Plan['id'] | null;
  /** cents a month, after discounts */
  price: number;
  discounts: SubscriptionDiscount[];
  /** whether one of the discounts is the one of our promo codes */
  hasOurs: boolean;
  /** whether it is paused at Stripe */
  isPaused: boolean;
  trialEndsAt: Date | null;
  renewsAt: Date | null;
  /** when it ends or ended, if somebody canceled it */
  endsAt: Date | null;
}

const statuses: Partial<Record<Stripe.Subscription.Status, SubscriptionState['status']>> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'canceled',
  paused: 'expired',
};

/** The id of the coupon at Stripe for promo codes. */
export const couponId = `church-connect-${promoDiscount}-percent`;

/** Whether a subscription has ended for good. */
export const isOver = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/**
 * Returns the set-up for which the card must still be confirmed; null if it was confirmed. The
 * subscription must include the expanded object.
 */
export function pendingSetUp({
  pending_setup_intent: intent,
}: Stripe.Subscription): Stripe.SetupIntent | null {
  return intent !== null && typeof intent === 'object' && intent.status !== 'succeeded'
    ? intent
    : null;
}

/**
 * Whether the card was confirmed. With a trial, Stripe reports `trialing` even before. A
 * subscription that has counted may wait for the confirmation of a newer card.
 */
const isConfirmed = (subscription: Stripe.Subscription) =>
  statuses[subscription.status] !== undefined && pendingSetUp(subscription) === null;

/**
 * Whether a subscription is in force.
 * @param countedId the id of the church's stored subscription, which needs no confirmation
 */
export const isInForce = (subscription: Stripe.Subscription, countedId: string | null) =>
  !isOver(subscription) &&
  statuses[subscription.status] !== undefined &&
  (subscription.id === countedId || isConfirmed(subscription));

/**
 * Whether a subscription has used the church's one trial. An abandoned attempt has no card and does
 * not count.
 */
export const hasUsedTrial = ({
  trial_start: start,
  default_payment_method: card,
}: Stripe.Subscription) => start !== null && card !== null;

/**
 * Reads the state to store from a subscription of Stripe.
 * @throws Error if its first payment was not made
 */
export function stateOf(subscription: Stripe.Subscription, prices: PriceIds): SubscriptionState {
  const status = statuses[subscription.status];
  if (!status) throw new Error(`A subscription that is ${subscription.status} does not count.`);
  const item = subscription.items.data[0];
  const discounts = discountsOf(subscription);
  const end =
    subscription.ended_at ??
    subscription.cancel_at ??
    (subscription.cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: subscription.id,
    status,
    plan: planOf(subscription, prices),
    isPaused: subscription.status === 'paused',
    price: discountedPrice(item?.price.unit_amount ?? 0, subscription),
    discounts: discounts.map(inDollars),
    hasOurs: hasOurDiscount(subscription),
    trialEndsAt: instant(subscription.trial_end),
    renewsAt: end ? null : instant(item?.current_period_end),
    endsAt: instant(end),
  };
}

interface Discount {
  percent: number | null;
  cents: number | null;
  until: Date | null;
  isOnce: boolean;
}

/** Returns the current discounts. The subscription must include the expanded objects. */
function discountsOf({ discounts }: Stripe.Subscription): Discount[] {
  return discounts.flatMap((discount) => {
    const coupon = typeof discount === 'object' ? discount.source.coupon : null;
    const until = typeof discount === 'object' ? instant(discount.end) : null;
    if (
      coupon === null ||
      typeof coupon === 'string' ||
      (until !== null && until.getTime() <= Date.now())
    )
      return [];
    return [
      {
        percent: coupon.percent_off,
        cents: coupon.amount_off,
        until,
        isOnce: coupon.duration === 'once',
      },
    ];
  });
}

const inDollars = ({ percent, cents, until, isOnce }: Discount): SubscriptionDiscount => ({
  percent,
  amount: cents === null ? null : toDecimal(BigInt(cents)),
  until: until?.toISOString() ?? null,
  isOnce,
});

/**
 * Calculates the monthly price in cents after discounts. One-time discounts are not subtracted.
 * @param full the price before discounts, in cents
 */
export function discountedPrice(full: number, subscription: Stripe.Subscription): number {
  const subtract = (sum: number, { percent, cents }: Discount) =>
    percent === null ? sum - (cents ?? 0) : Math.round((sum * (100 - percent)) / 100);
  return Math.max(
    0,
    discountsOf(subscription)
      .filter(({ isOnce }) => !isOnce)
      .reduce(subtract, full),
  );
}

export function hasOurDiscount({ discounts }: Stripe.Subscription): boolean {
  return discounts.some((discount) => {
    const coupon = typeof discount === 'object' ? discount.source.coupon : null;
    return (typeof coupon === 'object' ? coupon?.id : coupon) === couponId;
  });
}

/**
 * Returns whether a payment is owed for a subscription. The subscription must be in force: for a
 * new one whose first payment is open, the result would be true although nothing is owed yet.
 */
export function isOwed({ status, latest_invoice: invoice }: Stripe.Subscription): boolean {
  const isOpen =
    typeof invoice === 'object' && invoice?.status === 'open' && invoice.amount_remaining > 0;
  return status === 'past_due' || status === 'unpaid' || isOpen;
}

const instant = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null);

/**
 * Finds the plan by the configured price, otherwise by the lookup key, otherwise by the metadata of
 * the subscription.
 */
function planOf({ items, metadata }: Stripe.Subscription, prices: PriceIds): Plan['id'] | null {
  const price = items.data[0]?.price;
  return (
    planIds.find((id) => prices[id] !== undefined && prices[id] === price?.id) ??
    plans.find((plan) => lookupKey(plan) === price?.lookup_key)?.id ??
    planIds.find((id) => id === metadata.plan) ??
    null
  );
}
/** The configured ids of prices that were created at Stripe by hand. */
type PriceIds = Partial<Record<Plan['id'], string>>;

/**
 * The lookup key of a plan's price at Stripe. It contains the amount, so that another amount is
 * another price.
 */
export const lookupKey = ({ id, price }: Plan) => `church-connect-${id}-${price * 100}`;

/**
 * Chooses the subscription of a church: the stored one unless it has ended, otherwise the newest in
 * force, otherwise the newest that has not ended, otherwise the stored one.
 */
export function chooseSubscription(
  all: Stripe.Subscription[],
  countedId: string | null,
): Stripe.Subscription | null {
  const counted = all.find(({ id }) => id === countedId);
  if (counted && !isOver(counted)) return counted;
  const newest = [...all].sort((a, b) => b.created - a.created);
  return (
    newest.find((candidate) => isInForce(candidate, countedId)) ??
    newest.find((candidate) => !isOver(candidate)) ??
    counted ??
    null
  );
}

/**
 * Calculates the end of the trial of a first subscription: the later one of the current end of the
 * church's trial and `days` days from now (ruling 1).
 * @returns Unix seconds
 */
export function trialEnd(currentEnd: Date | null, now: Date, days: number): number {
  return Math.floor(Math.max(currentEnd?.getTime() ?? 0, now.getTime() + days * 86_400_000) / 1000);
}
