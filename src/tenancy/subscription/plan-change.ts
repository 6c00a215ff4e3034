import type Stripe from 'stripe';
import { plans, promoDiscount, type Plan, type SubscriptionResult } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { conflict, HttpError } from '#libs/http';
import { toDecimal } from '#libs/money';
import type { ChurchUsers } from '../church-facts.js';
import type { StoredSubscription } from './stored-subscription.js';
import { hasOurDiscount, isOwed, pendingSetUp } from './subscription-state.js';

/** For how many seconds a change is charged as in its preview. */
const previewSeconds = 3600;

/** The plan and promo code that a church has chosen, with their ids at Stripe. */
export interface PlanChoice {
  plan: Plan;
  code: string | null;
  /** the id of Stripe's price */
  price: string;
  /** an empty text for none, as Stripe expects it */
  discounts: { coupon: string }[] | '';
}

/** What Stripe needs to create a subscription. */
export interface NewSubscription extends Pick<PlanChoice, 'price' | 'discounts'> {
  customer: string;
  metadata: Record<string, string>;
  /** the end of the trial in Unix seconds; null for none */
  trial: number | null;
}

/**
 * Returns the change that revokes a cancellation. Stripe's pages cancel at a date, ours at the end
 * of the period.
 */
export const withoutCancellation = ({
  cancel_at: date,
  cancel_at_period_end: atPeriodEnd,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  date !== null && !atPeriodEnd ? { cancel_at: '' } : { cancel_at_period_end: false };

/**
 * Returns the change of a subscription in force to another plan, or with a promo code.
 * @throws HttpError 409 if it has that plan already, is paused, or a payment is owed
 */
export function subscriptionChange(
  current: Stripe.Subscription,
  { plan, code, price, discounts }: PlanChoice,
) {
  const item = current.items.data[0]!;
  if (current.status === 'paused')
    throw conflict(
      'Your church’s subscription is paused. Please resume it first; then the plan can be changed.',
    );
  if (isOwed(current))
    throw conflict(
      'A payment is owed for your church’s subscription. ' +
        'Please pay it first; then the plan can be changed.',
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
    ...(ends ? withoutCancellation(current) : {}),
    ...(discounts ? { discounts } : {}),
  } satisfies Stripe.SubscriptionUpdateParams;
}

/**
 * Checks that the church has not used the promo code before, and has no more members than the plan
 * allows. For the church's current plan, the limit that is stored with the church counts, because
 * it may have been negotiated.
 * @throws HttpError 409
 */
export async function assertPlanAllowed(
  tx: Tx,
  users: ChurchUsers,
  { plan, code }: PlanChoice,
  church: StoredSubscription,
): Promise<void> {
  if (code && church.usedPromoCodes.includes(code))
    throw conflict('This promo code has already been used by your organization.');
  const limit = plan.id === church.plan ? church.memberLimit : plan.memberLimit;
  if (limit === null) return;
  const members = await users.countMembers(tx);
  if (members <= limit) return;
  const larger = plans.find(({ memberLimit }) => memberLimit === null || memberLimit >= members)!;
  throw conflict(
    `Your church has ${members} members; the ${plan.name} plan has room for ${limit}. ` +
      `The ${larger.name} plan would do.`,
    { plan: larger.id },
  );
}

/**
 * Charges from the moment of the preview, if it is recent.
 * @param date the moment of the preview, in Unix seconds
 */
export function prorationOf(date: number | undefined): { proration_date?: number } {
  const age = Math.floor(Date.now() / 1000) - (date ?? 0);
  return date !== undefined && age >= 0 && age <= previewSeconds ? { proration_date: date } : {};
}

/** Writes an amount of Stripe in cents as dollars, such as `80.00`. */
export const dollars = (cents: number) => toDecimal(BigInt(cents));

/**
 * Describes a subscription to the client, which confirms the card with the secret.
 * @param counts whether the subscription is in force already, so that nothing is to be confirmed
 * @throws HttpError 502 if Stripe sent no secret
 */
export function describeSubscription(
  subscription: Stripe.Subscription,
  counts: boolean,
): SubscriptionResult {
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
      'The payment service gave nothing to confirm the card with. ' +
        'Nothing was charged; please try again.',
      'payments-refused',
    );
  return { clientSecret, discount, trialEndsAt };
}
