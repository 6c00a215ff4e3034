import type Stripe from 'stripe';

/** An answer of Stripe that is not what was asked for, in its own shape. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'; code?: string; message: string; param?: string; decline_code?: string },
  ) {
    super(error.message);
  }
}

export const missing = (what: string, id: string, param = 'id') =>
  new StripeRefusal(param === 'id' ? 404 : 400, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param });

export const raise = (error: Error): never => {
  throw error;
};

const refused = (message: string, param?: string) => new StripeRefusal(400, { type: 'invalid_request_error', message, ...(param ? { param } : {}) });

export interface StripeEvent {
  id: string;
  type: string;
  customer: string;
  object: object;
}

interface Intent {
  id: string;
  kind: 'setup_intent' | 'payment_intent';
  client_secret: string;
  status: 'requires_payment_method' | 'succeeded';
  subscription: string;
}

type Sub = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'created' | 'cancel_at_period_end' | 'cancel_at' | 'canceled_at' | 'ended_at' | 'trial_end' | 'trial_start' | 'metadata' | 'livemode' | 'currency' | 'start_date'
> & { customer: string; default_payment_method: string | null; price: string; item: string; coupon: string | null; periodEnd: number; intent: string | null; invoice: string; endOfTrialWithoutCard: string | null };

const now = () => Math.floor(Date.now() / 1000);
const month = 30 * 86_400;

/** What a test account at Stripe holds, and how it moves: as Stripe's published description says, as far as the portal uses it. */
export class TestAccount {
  readonly customers = new Map<string, { id: string; object: 'customer'; email: string | null; name: string | null; metadata: Record<string, string> }>();
  readonly prices = new Map<string, { id: string; object: 'price'; active: boolean; currency: string; unit_amount: number; lookup_key: string | null; type: 'recurring'; recurring: object; product: string }>();
  readonly coupons = new Map<string, { id: string; object: 'coupon'; percent_off: number; duration: string; name: string | null; valid: boolean }>();
  readonly subscriptions = new Map<string, Sub>();
  readonly events: StripeEvent[] = [];
  readonly #intents = new Map<string, Intent>();
  #serial = 0;

  id = (prefix: string) => `${prefix}_test${String(++this.#serial).padStart(6, '0')}`;

  addSubscription(params: Stripe.SubscriptionCreateParams): Sub {
    const customer = this.customers.get(params.customer ?? '');
    if (!customer) throw missing('customer', params.customer ?? '', 'customer');
    const price = this.#price(params.items?.[0]?.price);
    if (params.payment_behavior !== 'default_incomplete') throw refused('This customer has no attached payment source or default payment method.');
    const trialEnd = typeof params.trial_end === 'number' ? params.trial_end : null;
    if (trialEnd !== null && trialEnd <= now()) throw refused('Invalid timestamp: must be in the future', 'trial_end');
    const sub: Sub = {
      id: this.id('sub'), object: 'subscription', created: now() + this.subscriptions.size, start_date: now(), livemode: false, currency: 'usd',
      status: trialEnd ? 'trialing' : 'incomplete', customer: customer.id, default_payment_method: null,
      cancel_at_period_end: false, cancel_at: null, canceled_at: null, ended_at: null, trial_end: trialEnd, trial_start: trialEnd ? now() : null,
      metadata: { ...(params.metadata as Record<string, string>) }, price, item: this.id('si'), coupon: this.#coupon(params.discounts) ?? null,
      periodEnd: trialEnd ?? now() + month, intent: null, invoice: this.id('in'), endOfTrialWithoutCard: params.trial_settings?.end_behavior.missing_payment_method ?? null,
    };
    sub.intent = this.#intent(trialEnd ? 'setup_intent' : 'payment_intent', sub.id);
    this.subscriptions.set(sub.id, sub);
    this.emit('customer.subscription.created', sub);
    return sub;
  }

  changeSubscription(id: string, params: Stripe.SubscriptionUpdateParams): Sub {
    const sub = this.subscription(id);
    if (sub.status === 'canceled') throw missing('subscription', id);
    const [item] = params.items ?? [];
    if (item) {
      if (sub.status === 'incomplete') throw refused('You may not change the items of a subscription whose status is incomplete.', 'items');
      if (item.id !== sub.item) throw refused(`Invalid item: ${item.id ?? 'none'}. One that is not named is added to the others.`, 'items');
      sub.price = this.#price(item.price);
    }
    if (params.trial_end !== undefined) {
      if (typeof params.trial_end !== 'number' || params.trial_end <= now()) throw refused('Invalid timestamp: must be in the future', 'trial_end');
      sub.trial_end = sub.periodEnd = params.trial_end;
    }
    if (params.discounts !== undefined) sub.coupon = this.#coupon(params.discounts) ?? null;
    if (params.cancel_at === '') sub.cancel_at = sub.canceled_at = null;
    if (params.metadata) Object.assign(sub.metadata, params.metadata);
    if (params.cancel_at_period_end !== undefined) {
      const wasAtPeriodEnd = sub.cancel_at_period_end;
      sub.cancel_at_period_end = params.cancel_at_period_end;
      if (params.cancel_at_period_end) [sub.cancel_at, sub.canceled_at] = [sub.periodEnd, now()];
      else if (wasAtPeriodEnd) sub.cancel_at = sub.canceled_at = null; // a date that was set by itself stays
    }
    this.emit('customer.subscription.updated', sub);
    return sub;
  }

  endSubscription(id: string): Sub {
    const sub = this.subscription(id);
    if (sub.status === 'canceled' || sub.status === 'incomplete_expired') throw missing('subscription', id);
    sub.status = sub.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    sub.ended_at = sub.canceled_at = now();
    this.emit('customer.subscription.deleted', sub);
    return sub;
  }

  /** What Stripe's script asks for in the browser. Card 4242… works, 4000 0000 0000 0002 is declined. */
  confirm(clientSecret: string, card: string): Intent {
    const intent = [...this.#intents.values()].find((one) => one.client_secret === clientSecret);
    if (!intent) throw missing('intent', clientSecret);
    if (card !== '4242424242424242') throw new StripeRefusal(402, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' });
    const sub = this.subscription(intent.subscription);
    if (sub.status === 'canceled' || sub.status === 'incomplete_expired') throw refused('This intent was canceled.');
    intent.status = 'succeeded';
    sub.default_payment_method = this.id('pm'); // on the subscription, not on the customer
    sub.intent = null;
    if (sub.status === 'incomplete') sub.status = 'active';
    this.emit(`${intent.kind}.succeeded`, sub, this.intentObject(intent));
    this.emit('customer.subscription.updated', sub);
    return intent;
  }

  /** The first invoice of one that was never paid; one that was paid cannot be voided. */
  voidInvoice(id: string): Sub {
    const sub = [...this.subscriptions.values()].find((one) => one.invoice === id) ?? raise(missing('invoice', id));
    if (sub.status !== 'incomplete') throw refused('This invoice cannot be voided.');
    sub.status = 'incomplete_expired';
    sub.ended_at = now();
    this.emit('customer.subscription.updated', sub);
    return sub;
  }

  /** As in Stripe's own pages: a date is set, not the end of the period. */
  cancelInPortal(id: string): void {
    const sub = this.subscription(id);
    [sub.cancel_at, sub.canceled_at] = [sub.periodEnd, now()];
    this.emit('customer.subscription.updated', sub);
  }

  /** The card is being replaced by one that the bank asks about. */
  askForNewCard(id: string): void {
    this.subscription(id).intent = this.#intent('setup_intent', id);
  }

  /** The trial is over: the card is charged, or cannot be. */
  endTrial(id: string, isPaid = true): void {
    const sub = this.subscription(id);
    sub.trial_end = now() - 1;
    if (!sub.default_payment_method) {
      if (sub.endOfTrialWithoutCard === 'cancel') this.endSubscription(id);
      return;
    }
    this.charge(id, isPaid);
  }

  /** A month's invoice. */
  charge(id: string, isPaid: boolean): void {
    const sub = this.subscription(id);
    sub.status = isPaid ? 'active' : 'past_due';
    sub.periodEnd = now() + month;
    this.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', sub, { id: sub.invoice, object: 'invoice', customer: sub.customer });
    this.emit('customer.subscription.updated', sub);
  }

  subscription(id: string): Sub {
    const sub = this.subscriptions.get(id);
    if (!sub) throw missing('subscription', id);
    return sub;
  }

  /** As it is answered: what is not expanded is an id. */
  show(sub: Sub, expand: string[] = []): object {
    const { price, item, coupon, periodEnd, intent, invoice, endOfTrialWithoutCard, ...plain } = sub;
    const pending = intent && this.#intents.get(intent)!;
    const pendingSetup = pending && pending.kind === 'setup_intent' ? pending : null;
    return {
      ...plain,
      items: { object: 'list', has_more: false, url: `/v1/subscription_items?subscription=${sub.id}`, data: [{ id: item, object: 'subscription_item', current_period_start: sub.created, current_period_end: periodEnd, price: this.prices.get(price), quantity: 1, subscription: sub.id, metadata: {}, discounts: [] }] },
      discounts: coupon ? [`di_${coupon}`] : [],
      trial_settings: endOfTrialWithoutCard ? { end_behavior: { missing_payment_method: endOfTrialWithoutCard } } : null,
      pending_setup_intent: pendingSetup && (expand.includes('pending_setup_intent') ? this.intentObject(pendingSetup) : pendingSetup.id),
      latest_invoice: expand.some((one) => one.startsWith('latest_invoice'))
        ? { id: invoice, object: 'invoice', customer: sub.customer, ...(expand.includes('latest_invoice.confirmation_secret') ? { confirmation_secret: pending && pending.kind === 'payment_intent' ? { client_secret: pending.client_secret, type: 'payment_intent' } : null } : {}) }
        : invoice,
    };
  }

  intentObject = ({ id, kind, client_secret, status, subscription }: Intent) => ({ id, object: kind, client_secret, status, customer: this.subscription(subscription).customer, livemode: false });

  emit(type: string, sub: Sub, object: object = this.show(sub)): void {
    this.events.push({ id: this.id('evt'), type, customer: sub.customer, object: structuredClone(object) });
  }

  #price(id: string | undefined): string {
    if (!this.prices.get(id ?? '')?.active) throw missing('price', id ?? '', 'items[0][price]');
    return id!;
  }

  /** undefined: none named */
  #coupon(discounts: Stripe.SubscriptionCreateParams['discounts']): string | undefined {
    const coupon = Array.isArray(discounts) ? discounts[0]?.coupon : undefined;
    if (coupon !== undefined && !this.coupons.has(coupon)) throw missing('coupon', coupon, 'discounts[0][coupon]');
    return coupon;
  }

  #intent(kind: Intent['kind'], subscription: string): string {
    const id = this.id(kind === 'setup_intent' ? 'seti' : 'pi');
    this.#intents.set(id, { id, kind, client_secret: `${id}_secret_${Math.random().toString(36).slice(2)}`, status: 'requires_payment_method', subscription });
    return id;
  }
}
