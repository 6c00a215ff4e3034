import type Stripe from 'stripe';
import type { StripeAccount } from './stripe.js';
import { isOver } from './subscription-state.js';

/**
 * Makes a subscription's own card the customer's: Stripe's pages change the customer's, and a subscription that had one of
 * its own would go on charging that. Of two the newer one is meant. Changed at Stripe only; what was read stays as it is.
 */
export async function shareCard(
  stripe: StripeAccount,
  subscription: Stripe.Subscription,
): Promise<void> {
  const own = subscription.default_payment_method;
  if (own === null || typeof own === 'string' || isOver(subscription)) return;
  const customerId = customerOf(subscription);
  const known = await cardOf(stripe, customerId);
  if (!known || known.created <= own.created)
    await stripe.call(({ customers }) =>
      customers.update(customerId, { invoice_settings: { default_payment_method: own.id } }),
    );
  await stripe.update(subscription.id, { default_payment_method: '' });
}

/** Whether there is one to charge, of its own or of the customer. */
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
