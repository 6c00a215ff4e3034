import { Inject, Injectable, Logger } from '@nestjs/common';
import type Stripe from 'stripe';
import { promoDiscount, type Plan } from '#libs/contracts';
import { conflict, HttpError } from '#libs/http';
import { Config } from '../../config.js';
import { lookupKey } from './subscription-state.js';

const couponId = `church-connect-${promoDiscount}-percent`;
/** Expanded wherever a subscription is read: what the card is still to be confirmed for. */
const expand = ['pending_setup_intent', 'latest_invoice.confirmation_secret'];

/** Our account at Stripe: the client, and what it must hold for us. Loaded at its first use. */
@Injectable()
export class StripeAccount {
  readonly #log = new Logger('stripe');
  readonly #prices = new Map<string, Promise<string>>();
  #client: Promise<Stripe> | undefined;

  constructor(@Inject(Config) private readonly config: Config) {}

  /** Cards are taken where events can be received as well: a payment that fails later is told by them. */
  get isSetUp(): boolean {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = this.config;
    return [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET].every((key) => key !== undefined);
  }

  /**
   * One conversation with Stripe.
   * @throws HttpError 503 without keys and while Stripe cannot be reached, 402 with Stripe's own words for a card that
   *   is declined, 502 for what else it refuses
   */
  async talk<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.config.STRIPE_SECRET_KEY) throw new HttpError(503, 'Card payments are not set up here. Please contact whoever runs this portal.', 'payments-not-set-up');
    try {
      return await work(await (this.#client ??= this.#load(this.config.STRIPE_SECRET_KEY)));
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  /** The event that Stripe signed, by the bytes that came; null for any other, or one that was signed more than five minutes ago. */
  async readEvent(body: Buffer, signature: string): Promise<Stripe.Event | null> {
    const secret = this.config.STRIPE_WEBHOOK_SECRET;
    if (!secret || !this.config.STRIPE_SECRET_KEY) return null;
    const { webhooks } = await import('stripe').then(({ default: Stripe }) => Stripe);
    try {
      return webhooks.constructEvent(body, signature, secret, 300);
    } catch {
      return null;
    }
  }

  /** @throws HttpError 502 for a configured price that is not the one that our pages show */
  async priceOf(plan: Plan): Promise<string> {
    const known = this.config.STRIPE_PRICES[plan.id];
    const price = this.#prices.get(plan.id) ?? this.talk((stripe) => (known ? this.#checked(stripe, plan, known) : findOrMakePrice(stripe, plan)));
    this.#prices.set(plan.id, price);
    price.catch(() => this.#prices.delete(plan.id));
    return price;
  }

  /** The coupon that a promo code stands for; the first church that uses one has it made. */
  async coupon(): Promise<string> {
    const codeOf = (error: unknown) => (error as { code?: string }).code;
    return this.talk(async (stripe) => {
      try {
        await stripe.coupons.retrieve(couponId);
      } catch (error) {
        if (codeOf(error) !== 'resource_missing') throw error;
        await stripe.coupons.create({ id: couponId, name: `${promoDiscount}% promo code`, percent_off: promoDiscount, duration: 'forever' }).catch((reason: unknown) => {
          if (codeOf(reason) !== 'resource_already_exists') throw reason;
        });
      }
      return couponId;
    });
  }

  /** All subscriptions that a church ever had. */
  async subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
    return this.talk(async (stripe) => {
      const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: expand.map((path) => `data.${path}`) });
      return list.autoPagingToArray({ limit: 1000 });
    });
  }

  create(params: Stripe.SubscriptionCreateParams): Promise<Stripe.Subscription> {
    return this.talk((stripe) => stripe.subscriptions.create({ ...params, expand }));
  }

  update(id: string, params: Stripe.SubscriptionUpdateParams): Promise<Stripe.Subscription> {
    return this.talk((stripe) => stripe.subscriptions.update(id, { ...params, expand }));
  }

  /**
   * Ends one whose first payment was never made, so that it cannot be paid any more.
   * @throws HttpError 409 when it was paid at this very moment
   */
  async discard({ id, latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
    await this.talk(async (stripe) => {
      const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
      if (invoiceId) {
        await stripe.invoices.voidInvoice(invoiceId).catch(() => {
          throw conflict('A payment for your church is under way at this moment. Please look at this page again in a minute.');
        });
      }
      await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if ((error as { code?: string }).code !== 'resource_missing') throw error; // it ended with its invoice
      });
    });
  }

  async #checked(stripe: Stripe, plan: Plan, id: string): Promise<string> {
    const { unit_amount: amount, currency, recurring } = await stripe.prices.retrieve(id);
    if (amount === plan.price * 100 && currency === 'usd' && recurring?.interval === 'month' && recurring.interval_count === 1) return id;
    this.#log.error({ message: `STRIPE_PRICES names a price for ${plan.id} that is not $${plan.price} a month` });
    throw new HttpError(502, 'The price of this plan is not set up rightly. Nothing was charged; please tell whoever runs this portal.', 'payments-refused');
  }

  async #load(key: string): Promise<Stripe> {
    const { default: Stripe } = await import('stripe');
    const { hostname, port, protocol } = new URL(this.config.STRIPE_API_URL);
    return new Stripe(key, {
      host: hostname, ...(port ? { port } : {}), protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: 10_000, maxNetworkRetries: 1, telemetry: false,
    });
  }

  #inWords(error: unknown): unknown {
    if (!(error instanceof Error) || !('rawType' in error)) return error;
    const { type, statusCode, requestId, message } = error as Error & { type?: string; statusCode?: number; requestId?: string };
    if (type === 'StripeCardError') return new HttpError(402, message, 'card-declined');
    this.#log.error({ message: 'Stripe refused or was away', error, statusCode, stripeRequest: requestId });
    if (type === 'StripeConnectionError' || type === 'StripeRateLimitError' || (statusCode ?? 0) >= 500) {
      return new HttpError(503, 'The payment service cannot be reached at this moment. Nothing was charged; please try again in a minute.', 'payments-away');
    }
    return new HttpError(502, 'The payment service did not accept this. Nothing was charged; please tell whoever runs this portal.', 'payments-refused');
  }
}

/** Prices have a key by which they are found again; the first church that wants one has it made. Of two made at once either serves. */
async function findOrMakePrice(stripe: Stripe, plan: Plan): Promise<string> {
  const key = lookupKey(plan);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  if (data[0]) return data[0].id;
  const made = await stripe.prices.create({
    lookup_key: key, transfer_lookup_key: true, currency: 'usd', unit_amount: plan.price * 100, recurring: { interval: 'month' }, product_data: { name: `Church Connect ${plan.name}` },
  });
  return made.id;
}
