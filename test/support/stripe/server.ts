import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeRefusal, TestAccount, missing, raise, type StripeEvent } from './account.js';

type Params = Record<string, unknown>;
type Handle = (params: never, id: string) => object;

const customerParams = ['name', 'email', 'metadata', 'phone', 'description'] as const satisfies readonly (keyof Stripe.CustomerCreateParams)[];
const priceParams = ['lookup_key', 'transfer_lookup_key', 'currency', 'unit_amount', 'recurring', 'product_data'] as const satisfies readonly (keyof Stripe.PriceCreateParams)[];
const couponParams = ['id', 'name', 'percent_off', 'duration'] as const satisfies readonly (keyof Stripe.CouponCreateParams)[];
const createParams = ['customer', 'items', 'metadata', 'payment_behavior', 'payment_settings', 'discounts', 'trial_end', 'trial_settings', 'expand', 'proration_behavior'] as const satisfies readonly (keyof Stripe.SubscriptionCreateParams)[];
const updateParams = ['items', 'metadata', 'discounts', 'trial_end', 'cancel_at', 'cancel_at_period_end', 'proration_behavior', 'expand'] as const satisfies readonly (keyof Stripe.SubscriptionUpdateParams)[];

interface Signing {
  secret?: string;
  /** unix seconds */
  signedAt?: number;
}

/** An event as Stripe sends it, with the header that shows that it does. */
export function signed({ id, type, object }: StripeEvent, { secret = StripeDouble.webhookSecret, signedAt = Math.floor(Date.now() / 1000) }: Signing = {}): { body: string; signature: string } {
  const payload = JSON.stringify({ id, object: 'event', type, api_version: Stripe.API_VERSION, created: signedAt, livemode: false, data: { object } });
  return { body: payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: signedAt }) };
}

/**
 * A stand-in for Stripe's API: the real client speaks to it over HTTP. It refuses what Stripe refuses: wrong keys, other
 * API versions, parameters it does not know, the same idempotency key for something else.
 */
export class StripeDouble {
  readonly account = new TestAccount();
  readonly requests: { method: string; path: string; params: Params }[] = [];
  /** answers 500 while set, as Stripe on a bad day */
  isBroken = false;
  /** milliseconds that each answer takes */
  delay = 0;
  readonly #answered = new Map<string, { body: string; answer: { status: number; body: object } }>();
  #server: http.Server | undefined;

  static readonly secretKey = 'sk_test_double';
  static readonly publishableKey = 'pk_test_double';
  static readonly webhookSecret = 'whsec_double';

  static async start(): Promise<StripeDouble> {
    const double = new StripeDouble();
    double.#server = http.createServer((request, response) => void double.#answer(request, response));
    await new Promise<void>((resolve) => double.#server!.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return { STRIPE_SECRET_KEY: StripeDouble.secretKey, STRIPE_PUBLISHABLE_KEY: StripeDouble.publishableKey, STRIPE_WEBHOOK_SECRET: StripeDouble.webhookSecret, STRIPE_API_URL: this.url };
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    await new Promise((resolve) => this.#server!.close(resolve));
  }

  /** Sends an event as Stripe does. @returns the answer's status */
  async deliver(app: string, event: StripeEvent, options: Signing = {}): Promise<number> {
    const { body, signature } = signed(event, options);
    const response = await fetch(`${app}/api/stripe/webhook`, { method: 'POST', body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature } });
    await response.arrayBuffer();
    return response.status;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const { status, body } = this.#once(request, Buffer.concat(chunks).toString('utf8'));
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', 'access-control-allow-origin': '*' }).end(JSON.stringify(body));
  }

  /** The first answer to an idempotency key is the answer to it. */
  #once(request: http.IncomingMessage, body: string): { status: number; body: object } {
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#answered.get(key) : undefined;
    const asked = `${request.method} ${request.url} ${body}`;
    if (known) {
      if (known.body === asked) return known.answer;
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.' } } };
    }
    const answer = this.#handle(request, body);
    if (typeof key === 'string') this.#answered.set(key, { body: asked, answer });
    return answer;
  }

  #handle(request: http.IncomingMessage, body: string): { status: number; body: object } {
    const url = new URL(request.url!, 'http://stripe');
    const method = request.method!;
    const params = readForm(method === 'POST' ? body : url.search.slice(1));
    this.requests.push({ method, path: url.pathname, params });
    try {
      if (this.isBroken) throw new StripeRefusal(500, { type: 'api_error', message: 'Something went wrong.' });
      const isBrowsers = url.pathname.endsWith('/confirm');
      const wanted = isBrowsers ? StripeDouble.publishableKey : StripeDouble.secretKey;
      const given = isBrowsers ? params.key : request.headers.authorization?.replace(/^Bearer /, '');
      if (given !== wanted) throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
      if (!isBrowsers && request.headers['stripe-version'] !== Stripe.API_VERSION) throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid Stripe API version' });
      return { status: 200, body: this.#route(method, url.pathname, params) };
    } catch (error) {
      if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } };
      return { status: 500, body: { error: { type: 'api_error', message: String(error) } } };
    }
  }

  #route(method: string, path: string, params: Params): object {
    for (const [pattern, known, handle] of this.#routes) {
      const match = new RegExp(`^${pattern.replace(/\{id\}/, '([^/]+)')}$`).exec(`${method} ${path}`);
      if (!match) continue;
      const foreign = Object.keys(params).find((name) => !(known).includes(name));
      if (foreign) throw new StripeRefusal(400, { type: 'invalid_request_error', code: 'parameter_unknown', message: `Received unknown parameter: ${foreign}`, param: foreign });
      return handle(params as never, match[1] ?? '');
    }
    throw new StripeRefusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
  }

  readonly #routes: [string, readonly string[], Handle][] = [
    ['POST /v1/customers', customerParams, ({ name, email, metadata }: { name?: string; email?: string; metadata?: Record<string, string> }) =>
      add(this.account.customers, { id: this.account.id('cus'), object: 'customer', name: name ?? null, email: email ?? null, metadata: metadata ?? {} })],
    ['GET /v1/prices', ['lookup_keys', 'active', 'limit'], ({ lookup_keys: keys }: { lookup_keys: string[] }) =>
      listOf('/v1/prices', [...this.account.prices.values()].filter((price) => price.active && keys.includes(price.lookup_key ?? '')))],
    ['POST /v1/prices', priceParams, ({ currency, unit_amount: amount, lookup_key: key, recurring, product_data: product }: Stripe.PriceCreateParams) => {
      if (!product?.name) throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Missing required param: product_data[name].' });
      return add(this.account.prices, { id: this.account.id('price'), object: 'price', active: true, currency, unit_amount: Number(amount), lookup_key: key ?? null, type: 'recurring', recurring: { ...recurring, interval_count: 1 }, product: this.account.id('prod') });
    }],
    ['GET /v1/prices/{id}', [], (_, id) => this.account.prices.get(id) ?? raise(missing('price', id))],
    ['POST /v1/invoices/{id}/void', [], (_, id) => ({ id, object: 'invoice', status: 'void', customer: this.account.voidInvoice(id).customer })],
    ['GET /v1/coupons/{id}', [], (_, id) => this.account.coupons.get(id) ?? raise(missing('coupon', id))],
    ['POST /v1/coupons', couponParams, ({ id, name, percent_off: percent, duration }: Stripe.CouponCreateParams) =>
      this.account.coupons.has(id ?? '') ? raise(new StripeRefusal(400, { type: 'invalid_request_error', code: 'resource_already_exists', message: 'Coupon already exists.' })) :
      add(this.account.coupons, { id: id ?? this.account.id('coupon'), object: 'coupon', name: name ?? null, percent_off: Number(percent), duration: duration ?? 'once', valid: true })],
    ['GET /v1/subscriptions', ['customer', 'status', 'limit', 'expand'], ({ customer, expand }: { customer: string; expand?: string[] }) => {
      if (!this.account.customers.has(customer)) throw missing('customer', customer, 'customer');
      const inside = expand?.map((path) => path.replace(/^data\./, ''));
      return listOf('/v1/subscriptions', [...this.account.subscriptions.values()].filter((sub) => sub.customer === customer).reverse().map((sub) => this.account.show(sub, inside)));
    }],
    ['POST /v1/subscriptions', createParams, (params: Stripe.SubscriptionCreateParams) => this.account.show(this.account.addSubscription(numbers(params)), params.expand)],
    ['POST /v1/subscriptions/{id}', updateParams, (params: Stripe.SubscriptionUpdateParams, id) => this.account.show(this.account.changeSubscription(id, numbers(params)), params.expand)],
    ['DELETE /v1/subscriptions/{id}', [], (_, id) => this.account.show(this.account.endSubscription(id))],
    ['POST /v1/billing_portal/sessions', ['customer', 'return_url'], ({ customer, return_url: back }: Stripe.BillingPortal.SessionCreateParams) => {
      if (!this.account.customers.has(customer!)) throw missing('customer', customer!, 'customer');
      return { id: this.account.id('bps'), object: 'billing_portal.session', customer, return_url: back, url: `${this.url}/p/session/test` };
    }],
    ['POST /v1/setup_intents/{id}/confirm', ['key', 'client_secret', 'card'], ({ client_secret: secret, card }: { client_secret: string; card: string }) => this.account.intentObject(this.account.confirm(secret, card))],
    ['POST /v1/payment_intents/{id}/confirm', ['key', 'client_secret', 'card'], ({ client_secret: secret, card }: { client_secret: string; card: string }) => this.account.intentObject(this.account.confirm(secret, card))],
  ];
}

function add<T extends { id: string }>(to: Map<string, T>, one: T): T {
  to.set(one.id, one);
  return one;
}

const listOf = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data });

/** `items[0][price]=x` as objects and arrays, as Stripe reads forms. */
function readForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[');
    let at: Params = root;
    for (const [index, key] of keys.entries()) {
      if (index === keys.length - 1) at[key] = value;
      else at = (at[key] ??= {}) as Params;
    }
  }
  return arrays(root) as Params;
}

function arrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, arrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Forms carry text: numbers and truth are read back where Stripe's description says so. */
function numbers<P extends Stripe.SubscriptionCreateParams | Stripe.SubscriptionUpdateParams>(params: P): P {
  const { trial_end: end, cancel_at_period_end: ends } = params as { trial_end?: unknown; cancel_at_period_end?: unknown };
  return { ...params, ...(end === undefined ? {} : { trial_end: Number(end) }), ...(ends === undefined ? {} : { cancel_at_period_end: ends === 'true' }) };
}
