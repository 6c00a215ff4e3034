import { Inject, Injectable, Logger } from '@nestjs/common';
import type Stripe from 'stripe';
import { conflict, HttpError } from '#libs/http';
import { Config } from '../../ops/config.js';

/**
 * The objects that Stripe includes in each subscription: the set-up and invoice to confirm,
 * discounts, and the card.
 */
const expand = [
  'pending_setup_intent',
  'latest_invoice.confirmation_secret',
  'discounts.source.coupon',
  'default_payment_method',
];

/** Our account at Stripe. The client is loaded at its first use. */
@Injectable()
export class StripeAccount {
  readonly #log = new Logger('stripe');
  #client: Promise<Stripe> | undefined;

  constructor(@Inject(Config) private readonly config: Config) {}

  /**
   * Whether card payments are set up. The webhook secret is required, because failed payments are
   * reported by events.
   */
  get isSetUp(): boolean {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = this.config;
    return [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET].every(
      (key) => key !== undefined,
    );
  }

  /**
   * Calls Stripe.
   * @throws HttpError 503 without keys or if Stripe cannot be reached, 402 with Stripe's message if
   *   the card is declined, 502 for other refusals
   */
  async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.config.STRIPE_SECRET_KEY)
      throw new HttpError(
        503,
        'Card payments are not set up here. Please contact whoever runs this portal.',
        'payments-not-set-up',
      );
    try {
      return await work(await (this.#client ??= this.#load(this.config.STRIPE_SECRET_KEY)));
    } catch (error) {
      throw this.#toHttpError(error);
    }
  }

  /** Reads an event. Returns null if its signature is wrong or older than five minutes. */
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

  /**
   * Like `call`, for an object that may have been deleted at Stripe, or created with other keys.
   * Returns null then.
   */
  async find<T>(work: (stripe: Stripe) => Promise<T>): Promise<T | null> {
    return this.call((stripe) =>
      work(stripe).catch((error: unknown) => {
        if (codeOf(error) === 'resource_missing') return null;
        throw error;
      }),
    );
  }

  /**
   * Returns all subscriptions that a customer ever had; none if Stripe does not know the customer.
   */
  async subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
    const list = await this.find((stripe) =>
      stripe.subscriptions
        .list({ customer, status: 'all', limit: 100, expand: expand.map((path) => `data.${path}`) })
        .autoPagingToArray({ limit: 1000 }),
    );
    return list ?? [];
  }

  create(params: Stripe.SubscriptionCreateParams): Promise<Stripe.Subscription> {
    return this.call((stripe) => stripe.subscriptions.create({ ...params, expand }));
  }

  update(id: string, params: Stripe.SubscriptionUpdateParams): Promise<Stripe.Subscription> {
    return this.call((stripe) => stripe.subscriptions.update(id, { ...params, expand }));
  }

  /** Resumes a paused subscription. A new month starts and is charged now. */
  resume(id: string): Promise<Stripe.Subscription> {
    return this.call((stripe) => stripe.subscriptions.resume(id, { expand }));
  }

  /** Ends a subscription at once. */
  cancelNow(id: string): Promise<Stripe.Subscription> {
    return this.call((stripe) => stripe.subscriptions.cancel(id, { expand }));
  }

  /**
   * Ends a subscription whose first payment was never made, so that it can no longer be paid.
   * @throws HttpError 409 if its invoice has been paid meanwhile, and the errors of `call`
   */
  async discard({ id, latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
    await this.call(async (stripe) => {
      const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
      if (invoiceId) {
        await stripe.invoices.voidInvoice(invoiceId).catch(async (error: unknown) => {
          if (!isRefusal(error)) throw error;
          const { status } = await stripe.invoices.retrieve(invoiceId);
          if (status === 'paid')
            throw conflict(
              'A payment for your church is under way at this moment. ' +
                'Please look at this page again in a minute.',
            );
          if (status !== 'void') throw error;
        });
      }
      await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if (codeOf(error) !== 'resource_missing') throw error; // voiding the invoice has ended it
      });
    });
  }

  async #load(key: string): Promise<Stripe> {
    const { default: Stripe } = await import('stripe');
    const { hostname, port, protocol } = new URL(this.config.STRIPE_API_URL);
    return new Stripe(key, {
      host: hostname,
      ...(port ? { port } : {}),
      protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: 10_000,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  }

  #toHttpError(error: unknown): unknown {
    if (!(error instanceof Error) || !('rawType' in error)) return error;
    const { type, statusCode, requestId, message } = error as Error & {
      type?: string;
      statusCode?: number;
      requestId?: string;
    };
    if (type === 'StripeCardError') return new HttpError(402, message, 'card-declined');
    this.#log.error({
      message: 'Stripe refused or was away',
      error,
      statusCode,
      stripeRequest: requestId,
    });
    if (
      type === 'StripeConnectionError' ||
      type === 'StripeRateLimitError' ||
      (statusCode ?? 0) >= 500
    ) {
      return new HttpError(
        503,
        'The payment service cannot be reached at this moment. ' +
          'Nothing was charged; please try again in a minute.',
        'payments-away',
      );
    }
    return new HttpError(
      502,
      'The payment service did not accept this. Nothing was charged; please tell whoever ' +
        'runs this portal.',
      'payments-refused',
    );
  }
}

export const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Whether an error means that Stripe refused the request as invalid, and not that it failed. */
const isRefusal = (error: unknown) =>
  (error as { type?: string }).type === 'StripeInvalidRequestError';
