import type Stripe from 'stripe';
import { Billing, month } from './billing.js';
import { missing, invalidRequest, StripeRefusal } from './refusal.js';
import { now } from './shapes.js';
import { itemShape, subscriptionShape } from './subscription-shapes.js';
import { add } from './store.js';

/** Whether a subscription has ended. */
export const isOver = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/** The calls of Stripe's API that the portal makes for subscriptions. */
export class Subscriptions extends Billing {
  addSubscription(params: Stripe.SubscriptionCreateParams): Stripe.Subscription {
    const customer = this.customer(params.customer ?? '', 'customer');
    const price = this.#usable(params.items?.[0]?.price, 'items[0][price]');
    if (params.payment_behavior !== 'default_incomplete')
      throw invalidRequest(
        'This customer has no attached payment source or default payment method.',
      );
    const trialEnd = typeof params.trial_end === 'number' ? assertTrialEnd(params.trial_end) : null;
    const sub = subscriptionShape(this.id('sub'), customer.id);
    sub.created += this.subscriptions.size; // Subscriptions of the same second need an order.
    sub.items.data = [itemShape(this.id('si'), sub.id, price, now(), trialEnd ?? now() + month)];
    sub.discounts = this.discount(sub, params.discounts);
    Object.assign(sub.metadata, params.metadata);
    if (params.payment_settings)
      sub.payment_settings = {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: 'off',
        ...(params.payment_settings as object),
      };
    Object.assign(sub.trial_settings!.end_behavior, params.trial_settings?.end_behavior);
    add(this.subscriptions, sub);
    if (trialEnd) {
      Object.assign(sub, { status: 'trialing', trial_start: now(), trial_end: trialEnd });
      if (!this.cardOf(sub)) sub.pending_setup_intent = this.addSetup(customer.id).id;
    }
    this.bill(sub, 'subscription_create', trialEnd !== null);
    this.emit('customer.subscription.created', customer.id, sub);
    return sub;
  }

  changeSubscription(id: string, params: Stripe.SubscriptionUpdateParams): Stripe.Subscription {
    const sub = this.subscription(id);
    if (isOver(sub))
      throw invalidRequest(
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    const [item] = sub.items.data;
    const { current_period_start: from, current_period_end: to } = item!;
    const prorationDate = params.proration_date ?? now();
    if (prorationDate < from || prorationDate > to)
      throw invalidRequest(
        'Invalid proration_date: it lies outside of the current period',
        'proration_date',
      );
    const [newItem] = params.items ?? [];
    if (newItem) {
      if (sub.status === 'incomplete')
        throw invalidRequest(
          'You may not change the items of a subscription whose status is incomplete.',
          'items',
        );
      if (newItem.id !== item!.id)
        throw invalidRequest(
          `Invalid item: ${newItem.id ?? 'none'}. One that is not named is added to the others.`,
          'items',
        );
      const price = this.#usable(newItem.price, 'items[0][price]');
      if (params.proration_behavior !== 'none')
        this.addPending(sub, this.prorations(sub, price, prorationDate));
      sub.items.data = [itemShape(item!.id, id, price, from, to)];
    }
    if (params.trial_end !== undefined) {
      sub.trial_end = sub.items.data[0]!.current_period_end = assertTrialEnd(
        params.trial_end as number,
      );
    }
    if (params.discounts !== undefined) sub.discounts = this.discount(sub, params.discounts);
    if (params.default_payment_method !== undefined)
      sub.default_payment_method = params.default_payment_method || null;
    if (params.pause_collection !== undefined)
      sub.pause_collection = params.pause_collection
        ? { resumes_at: null, ...params.pause_collection }
        : null;
    if (params.cancel_at === '') sub.cancel_at = sub.canceled_at = null;
    else if (typeof params.cancel_at === 'number') {
      if (params.cancel_at <= now())
        throw invalidRequest('Invalid timestamp: must be in the future', 'cancel_at');
      [sub.cancel_at, sub.canceled_at] = [params.cancel_at, now()];
    }
    Object.assign(sub.metadata, params.metadata);
    for (const [key, value] of Object.entries(sub.metadata))
      if (value === '') Reflect.deleteProperty(sub.metadata, key);
    if (params.cancel_at_period_end !== undefined) {
      const wasAtPeriodEnd = sub.cancel_at_period_end;
      sub.cancel_at_period_end = params.cancel_at_period_end;
      if (params.cancel_at_period_end) [sub.cancel_at, sub.canceled_at] = [to, now()];
      // A date that was set separately is kept.
      else if (wasAtPeriodEnd) sub.cancel_at = sub.canceled_at = null;
    }
    return this.changed(sub);
  }

  endSubscription(id: string): Stripe.Subscription {
    const sub = this.subscription(id);
    if (isOver(sub)) throw missing('subscription', id);
    sub.status = sub.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    sub.ended_at = sub.canceled_at = now();
    this.emit('customer.subscription.deleted', sub.customer as string, sub);
    return sub;
  }

  /** A subscription whose first invoice is voided has ended. */
  override voidInvoice(id: string): Stripe.Invoice {
    const invoice = super.voidInvoice(id);
    const sub = [...this.subscriptions.values()].find(
      (subscription) => subscription.latest_invoice === id && subscription.status === 'incomplete',
    );
    if (sub) {
      Object.assign(sub, { status: 'incomplete_expired', ended_at: now() });
      this.changed(sub);
    }
    return invoice;
  }

  /** Charges the month that begins now. If this fails, the invoice remains unpaid. */
  resumeSubscription(id: string): Stripe.Subscription {
    const sub = this.subscription(id);
    if (sub.status !== 'paused') throw invalidRequest('Subscription is not paused.');
    const card = this.cardOf(sub);
    if (!card)
      throw invalidRequest(
        'This customer has no attached payment source or default payment method. Please ' +
          'consider adding a default payment method.',
      );
    Object.assign(sub.items.data[0]!, {
      current_period_start: now(),
      current_period_end: now() + month,
    });
    this.pay(this.bill(sub, 'subscription_update'), sub, card);
    sub.status = 'active';
    this.emit('customer.subscription.resumed', sub.customer as string, sub);
    return sub;
  }

  previewInvoice({
    subscription,
    subscription_details: details,
    discounts,
  }: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
    const sub = this.subscription(subscription ?? '');
    if (isOver(sub))
      throw invalidRequest('You cannot preview the upcoming invoice for a canceled subscription.');
    const [item] = details?.items ?? [];
    const price =
      item?.price === undefined
        ? sub.items.data[0]!.price
        : this.#usable(item.price, 'subscription_details[items][0][price]');
    const ids = discounts ? this.discount({ ...sub }, discounts) : (sub.discounts as string[]);
    return this.preview(sub, price, details?.proration_date ?? now(), ids);
  }

  /**
   * Confirms a payment or a card, as Stripe's script does in the browser. Card 4242… works, 4000
   * 0000 0000 0002 is declined.
   */
  confirm(
    secret: string,
    number: string,
  ): { id: string; object: string; client_secret: string; status: string } {
    const isSetUp = secret.startsWith('seti_');
    const setup = isSetUp ? this.setupOf(secret) : null;
    const invoice = isSetUp ? null : this.paymentOf(secret);
    const sub = [...this.subscriptions.values()].find((subscription) =>
      setup
        ? subscription.pending_setup_intent === setup.id
        : subscription.latest_invoice === invoice!.id,
    );
    if (number !== '4242424242424242')
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      });
    if (!sub || isOver(sub)) throw invalidRequest('This intent was canceled.');
    const customer = sub.customer as string;
    // The card belongs to the subscription, not to the customer.
    sub.default_payment_method = this.addCard(customer);
    sub.pending_setup_intent = null;
    if (setup) {
      Object.assign(setup, { status: 'succeeded', payment_method: sub.default_payment_method });
      this.emit('setup_intent.succeeded', customer, setup);
    } else this.pay(invoice!, sub, sub.default_payment_method);
    if (sub.status === 'incomplete') sub.status = 'active';
    this.changed(sub);
    return {
      id: secret.split('_secret_')[0]!,
      object: isSetUp ? 'setup_intent' : 'payment_intent',
      client_secret: secret,
      status: 'succeeded',
    };
  }

  protected changed(sub: Stripe.Subscription): Stripe.Subscription {
    this.emit('customer.subscription.updated', sub.customer as string, sub);
    return sub;
  }

  #usable(id: string | undefined, param: string): Stripe.Price {
    const price = this.price(id ?? '', param);
    if (!price.active)
      throw invalidRequest(
        `The price specified is inactive. This field only accepts active prices.`,
        param,
      );
    return price;
  }
}

/** @throws StripeRefusal unless the end is between now and two years from now */
function assertTrialEnd(trialEnd: number): number {
  if (trialEnd <= now())
    throw invalidRequest('Invalid timestamp: must be in the future', 'trial_end');
  if (trialEnd > now() + 2 * 365 * 86_400)
    throw invalidRequest(
      'Invalid timestamp: can be at most two years from the billing cycle anchor',
      'trial_end',
    );
  return trialEnd;
}
