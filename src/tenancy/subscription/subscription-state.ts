import type Stripe from 'stripe';
import {
  planIds,
  plans,
  promoDiscount,
  type Plan,
  type SubscriptionDiscount,
} from '#libs/contracts';
import { toDecimal } from '#libs/money';

/** What Stripe says of a subscription, in the words of our own books. */
export interface SubscriptionState {
  id: string;
  status: 'trial' | 'active' | 'past_due' | 'canceled' | 'expired';
  /** null: for a price that is none of ours */
  plan: Plan['id'] | null;
  /** cents a month, discounts taken off */
  price: number;
  discounts: SubscriptionDiscount[];
  /** whether one of them is what a promo code stands for */
  hasOurs: boolean;
  /** at Stripe, until it is resumed */
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

/** What a promo code stands for at Stripe. */
export const couponId = `church-connect-${promoDiscount}-percent`;

/** Ended for good; another one may be made. */
export const isOver = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/** The set-up that a card is still to be confirmed for; null once it was. Stripe's object must have been expanded. */
export function pendingSetUp({
  pending_setup_intent: intent,
}: Stripe.Subscription): Stripe.SetupIntent | null {
  return intent !== null && typeof intent === 'object' && intent.status !== 'succeeded'
    ? intent
    : null;
}

/** Whether its card was confirmed: with a trial Stripe calls it trialing before that. One that has counted may wait for a newer card. */
const isConfirmed = (subscription: Stripe.Subscription) =>
  statuses[subscription.status] !== undefined && pendingSetUp(subscription) === null;

/** Whether it is in force. @param countedId the one that the church's books know as theirs */
export const isInForce = (subscription: Stripe.Subscription, countedId: string | null) =>
  !isOver(subscription) &&
  statuses[subscription.status] !== undefined &&
  (subscription.id === countedId || isConfirmed(subscription));

/** Whether the church's one trial began with it: an abandoned try has no card. */
export const hasUsedTrial = ({
  trial_start: start,
  default_payment_method: card,
}: Stripe.Subscription) => start !== null && card !== null;

/** @throws Error for one whose first payment is not made */
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

/** What is taken off now. Stripe's objects must have been expanded. */
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

/** Cents a month of a price that this subscription has, or would have. What is taken off once is not of every month. */
export function discountedPrice(full: number, subscription: Stripe.Subscription): number {
  const taken = (sum: number, { percent, cents }: Discount) =>
    percent === null ? sum - (cents ?? 0) : Math.round((sum * (100 - percent)) / 100);
  return Math.max(
    0,
    discountsOf(subscription)
      .filter(({ isOnce }) => !isOnce)
      .reduce(taken, full),
  );
}

export function hasOurDiscount({ discounts }: Stripe.Subscription): boolean {
  return discounts.some((discount) => {
    const coupon = typeof discount === 'object' ? discount.source.coupon : null;
    return (typeof coupon === 'object' ? coupon?.id : coupon) === couponId;
  });
}

/** Whether a payment is owed: of one that counts, not the first of one that is being made. */
export function isOwed({ status, latest_invoice: invoice }: Stripe.Subscription): boolean {
  const isOpen =
    typeof invoice === 'object' && invoice?.status === 'open' && invoice.amount_remaining > 0;
  return status === 'past_due' || status === 'unpaid' || isOpen;
}

const instant = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null);

/** By the price that the configuration names, else the key that we gave it, else what we noted at the subscription. */
function planOf({ items, metadata }: Stripe.Subscription, prices: PriceIds): Plan['id'] | null {
  const price = items.data[0]?.price;
  return (
    planIds.find((id) => prices[id] !== undefined && prices[id] === price?.id) ??
    plans.find((plan) => lookupKey(plan) === price?.lookup_key)?.id ??
    planIds.find((id) => id === metadata.plan) ??
    null
  );
}
/** Prices made at Stripe by hand. */
type PriceIds = Partial<Record<Plan['id'], string>>;

/** The name of a plan's price at Stripe. It holds the amount: another amount is another price. */
export const lookupKey = ({ id, price }: Plan) => `church-connect-${id}-${price * 100}`;

/** Which of a customer's subscriptions the church's books are about: the one that counts already, else one that is under way. */
export function chooseSubscription(
  all: Stripe.Subscription[],
  countedId: string | null,
): Stripe.Subscription | null {
  const counted = all.find(({ id }) => id === countedId);
  if (counted && !isOver(counted)) return counted;
  const newest = [...all].sort((a, b) => b.created - a.created);
  return (
    newest.find((one) => isInForce(one, countedId)) ??
    newest.find((one) => !isOver(one)) ??
    counted ??
    null
  );
}

/** Ruling 1 and the rule: one trial a church, which ends at the later of its current end and seven days from now. Unix seconds. */
export function trialEnd(currentEnd: Date | null, now: Date, days: number): number {
  return Math.floor(Math.max(currentEnd?.getTime() ?? 0, now.getTime() + days * 86_400_000) / 1000);
}
