import type Stripe from 'stripe';
import { planIds, plans, promoDiscount, type Plan } from '#libs/contracts';

/** What Stripe says of a subscription, in the words of our own books. */
export interface SubscriptionState {
  id: string;
  status: 'trial' | 'active' | 'past_due' | 'canceled' | 'expired';
  /** null: for a price that is none of ours */
  plan: Plan['id'] | null;
  /** cents a month, discount taken off */
  price: number;
  isDiscounted: boolean;
  trialEndsAt: Date | null;
  renewsAt: Date | null;
  /** when it ends or ended, if somebody canceled it */
  endsAt: Date | null;
}

const statuses: Partial<Record<Stripe.Subscription.Status, SubscriptionState['status']>> = {
  trialing: 'trial', active: 'active', past_due: 'past_due', unpaid: 'past_due', canceled: 'canceled', paused: 'expired',
};

/** Ended for good; another one may be made. */
export const isOver = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired';

/** The set-up that a card is still to be confirmed for; null once it was. Stripe's object must have been expanded. */
export function pendingSetUp({ pending_setup_intent: intent }: Stripe.Subscription): Stripe.SetupIntent | null {
  return intent !== null && typeof intent === 'object' && intent.status !== 'succeeded' ? intent : null;
}

/** Whether its card was confirmed: with a trial Stripe calls it trialing before that. One that has counted may wait for a newer card. */
const isConfirmed = (subscription: Stripe.Subscription) => statuses[subscription.status] !== undefined && pendingSetUp(subscription) === null;

/** Whether it is in force. @param countedId the one that the church's books know as theirs */
export const isInForce = (subscription: Stripe.Subscription, countedId: string | null) =>
  !isOver(subscription) && statuses[subscription.status] !== undefined && (subscription.id === countedId || isConfirmed(subscription));

/** Whether the church's one trial began with it: an abandoned try has no card. */
export const usedTrial = ({ trial_start: start, default_payment_method: card }: Stripe.Subscription) => start !== null && card !== null;

/** @throws Error for one whose first payment is not made */
export function stateOf(subscription: Stripe.Subscription, prices: PriceIds): SubscriptionState {
  const status = statuses[subscription.status];
  if (!status) throw new Error(`A subscription that is ${subscription.status} does not count.`);
  const item = subscription.items.data[0];
  const isDiscounted = subscription.discounts.length > 0;
  const full = item?.price.unit_amount ?? 0;
  const end = subscription.ended_at ?? subscription.cancel_at ?? (subscription.cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: subscription.id, status, plan: planOf(subscription, prices), isDiscounted,
    price: isDiscounted ? Math.round((full * (100 - promoDiscount)) / 100) : full,
    trialEndsAt: instant(subscription.trial_end),
    renewsAt: end ? null : instant(item?.current_period_end),
    endsAt: instant(end),
  };
}

const instant = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null);

/** By the price that the configuration names, else the key that we gave it, else what we noted at the subscription. */
function planOf({ items, metadata }: Stripe.Subscription, prices: PriceIds): Plan['id'] | null {
  const price = items.data[0]?.price;
  return planIds.find((id) => prices[id] !== undefined && prices[id] === price?.id) ?? plans.find((plan) => lookupKey(plan) === price?.lookup_key)?.id ?? planIds.find((id) => id === metadata.plan) ?? null;
}
/** Prices made at Stripe by hand. */
type PriceIds = Partial<Record<Plan['id'], string>>;

/** The name of a plan's price at Stripe. It holds the amount: another amount is another price. */
export const lookupKey = ({ id, price }: Plan) => `church-connect-${id}-${price * 100}`;

/** Which of a customer's subscriptions the church's books are about: the one that counts already, else one that is under way. */
export function chosenOf(all: Stripe.Subscription[], countedId: string | null): Stripe.Subscription | null {
  const counted = all.find(({ id }) => id === countedId);
  if (counted && !isOver(counted)) return counted;
  const newest = [...all].sort((a, b) => b.created - a.created);
  return newest.find((one) => isInForce(one, countedId)) ?? newest.find((one) => !isOver(one)) ?? counted ?? null;
}

/** Ruling 1 and the rule: one trial a church, which ends at the later of its current end and seven days from now. Unix seconds. */
export function trialEnd(currentEnd: Date | null, now: Date, days: number): number {
  return Math.floor(Math.max(currentEnd?.getTime() ?? 0, now.getTime() + days * 86_400_000) / 1000);
}
