import type Stripe from 'stripe';
import { promoDiscount, type Plan, type SubscriptionMade } from '#libs/contracts';
import { conflict, HttpError } from '#libs/http';
import { toDecimal } from '#libs/money';
import { hasOurDiscount, isOwed, pendingSetUp } from './subscription-state.js';

/** How old a preview may be that a change is reckoned by. */
const previewSeconds = 3600;

export interface Wanted {
  plan: Plan;
  code: string | null;
  price: string;
  /** '': none */
  discounts: { coupon: string }[] | '';
}

export interface NewSubscription extends Pick<Wanted, 'price' | 'discounts'> {
  customer: string;
  metadata: Record<string, string>;
  /** unix seconds; null: no trial anymore */
  trial: number | null;
}

/** Undoes a cancellation: Stripe's own pages set a date, ours the end of the period. */
export const goingOn = ({
  cancel_at: date,
  cancel_at_period_end: atPeriodEnd,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  date !== null && !atPeriodEnd ? { cancel_at: '' } : { cancel_at_period_end: false };

/**
 * What another plan, or a promo code, changes of one that is in force.
 * @throws HttpError 409 for what it is already, while it is paused, and while a payment is owed
 */
export function changeOf(current: Stripe.Subscription, { plan, code, price, discounts }: Wanted) {
  const item = current.items.data[0]!;
  if (current.status === 'paused')
    throw conflict(
      'Your church’s subscription is paused. Please resume it first; then the plan can be changed.',
    );
  if (isOwed(current))
    throw conflict(
      'A payment is owed for your church’s subscription. Please pay it first; then the plan can be changed.',
    );
  if (code && current.discounts.length > 0)
    throw conflict('Your subscription has its discount already.');
  const ends = current.cancel_at !== null || current.cancel_at_period_end;
  if (item.price.id === price && !code && !ends)
    throw conflict(`Your church has the ${plan.name} plan already.`);
  const change = {
    items: [{ id: item.id, price }],
    proration_behavior: 'create_prorations',
  } as const;
  return {
    ...change,
    items: [...change.items],
    ...(ends ? goingOn(current) : {}),
    ...(discounts ? { discounts } : {}),
  } satisfies Stripe.SubscriptionUpdateParams;
}

/** As the preview said, if it was shown just now. */
export function prorated(date: number | undefined): { proration_date?: number } {
  const age = Math.floor(Date.now() / 1000) - (date ?? 0);
  return date !== undefined && age >= 0 && age <= previewSeconds ? { proration_date: date } : {};
}

export const dollars = (cents: number) => toDecimal(BigInt(cents));

export function answer(subscription: Stripe.Subscription, counts: boolean): SubscriptionMade {
  const discount = hasOurDiscount(subscription) ? promoDiscount : 0;
  const trialEndsAt =
    subscription.status === 'trialing' && subscription.trial_end
      ? new Date(subscription.trial_end * 1000).toISOString()
      : null;
  if (counts) return { clientSecret: null, discount, trialEndsAt };
  const invoice = subscription.latest_invoice;
  const clientSecret =
    pendingSetUp(subscription)?.client_secret ??
    (typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined);
  if (!clientSecret)
    throw new HttpError(
      502,
      'The payment service gave nothing to confirm the card with. Nothing was charged; please try again.',
      'payments-refused',
    );
  return { clientSecret, discount, trialEndsAt };
}
