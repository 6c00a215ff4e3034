import type Stripe from 'stripe';
import type { StripeAccount } from './stripe.js';
import { isOver } from './subscription-state.js';

/**
 * Makes the card of a subscription the card of the customer, because Stripe's pages change the card
 * of the customer, and a subscription with a card of its own would still charge that. If both have
 * a card, the newer one is kept. The change is made at Stripe; `subscription` is not updated.
 */
export async function shareCard(
  stripe: StripeAccount,
  subscription: Stripe.Subscription,
): Promise<void> {
  const ownCard = subscription.default_payment_method;
  if (ownCard === null || typeof ownCard === 'string' || isOver(subscription)) return;
  const customerId = customerOf(subscription);
  const customerCard = await cardOf(stripe, customerId);
  if (!customerCard || customerCard.created <= ownCard.created)
    await stripe.call(({ customers }) =>
      customers.update(customerId, { invoice_settings: { default_payment_method: ownCard.id } }),
    );
  await stripe.update(subscription.id, { default_payment_method: '' });
}

/** Whether the subscription or the customer has a card that can be charged. */
export async function hasCard(
  stripe: StripeAccount,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  return (
    subscription.default_payment_method !== null ||
    (await cardOf(stripe, customerOf(subscription))) !== null
  );
}

const customerOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' ? customer : customer.id;

async function cardOf(
  stripe: StripeAccount,
  customerId: string,
): Promise<Stripe.PaymentMethod | null> {
  const customer = await stripe.find(({ customers }) =>
    customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
  );
  const card =
    customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  return typeof card === 'string' ? null : card;
}
