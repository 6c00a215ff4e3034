import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { TestAccount } from './account.js';
import { checkAnswer, checkExpand } from './answers.js';
import { readForm } from './form.js';
import { readParams, type Params } from './params.js';
import { StripeRefusal } from './refusal.js';
import { routesOf } from './routes.js';
import type { StripeEvent } from './store.js';
import { callOf } from './types.js';

interface Signing {
  secret?: string;
  /** in seconds since 1970 */
  signedAt?: number;
}

/** Returns an event as Stripe sends it, with the signature for its header. */
export function signed(
  { id, type, object }: StripeEvent,
  { secret = StripeDouble.webhookSecret, signedAt = Math.floor(Date.now() / 1000) }: Signing = {},
): { body: string; signature: string } {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    api_version: Stripe.API_VERSION,
    created: signedAt,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object },
  });
  return {
    body: payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: signedAt }),
  };
}

/**
 * A test double of Stripe's API, which the real client calls over HTTP. It refuses what Stripe
 * refuses: wrong keys, other API versions, an idempotency key that was used for another request,
 * and everything that the types of the package `stripe` do not allow.
 */
export class StripeDouble {
  readonly account = new TestAccount();
  readonly requests: { method: string; path: string; params: Params }[] = [];
  /** whether it answers 500 to all calls, or to calls that match a pattern (`POST /v1/invoices`) */
  isBroken: boolean | RegExp = false;
  /** the time of each answer in milliseconds */
  delay = 0;
  readonly #answered = new Map<
    string,
    { body: string; answer: { status: number; body: object } }
  >();
  readonly #routes = routesOf(this.account, () => this.url);
  #server: http.Server | undefined;

  static readonly secretKey = 'sk_test_double';
  static readonly publishableKey = 'pk_test_double';
  static readonly webhookSecret = 'whsec_double';

  static async start(): Promise<StripeDouble> {
    const double = new StripeDouble();
    double.#server = http.createServer(
      (request, response) => void double.#answer(request, response),
    );
    await new Promise<void>((resolve) => double.#server!.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: StripeDouble.secretKey,
      STRIPE_PUBLISHABLE_KEY: StripeDouble.publishableKey,
      STRIPE_WEBHOOK_SECRET: StripeDouble.webhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  async stop(): Promise<void> {
    this.#server!.closeAllConnections();
    await new Promise((resolve) => this.#server!.close(resolve));
  }

  /** Sends an event like Stripe. @returns the status of the answer */
  async deliver(app: string, event: StripeEvent, options: Signing = {}): Promise<number> {
    const { body, signature } = signed(event, options);
    const response = await fetch(`${app}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    });
    await response.arrayBuffer();
    return response.status;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const { status, body } = this.#once(request, Buffer.concat(chunks).toString('utf8'));
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': 'req_test',
        'access-control-allow-origin': '*',
      })
      .end(JSON.stringify(body));
  }

  /** Returns the first answer to an idempotency key again if the key is repeated. */
  #once(request: http.IncomingMessage, body: string): { status: number; body: object } {
    const key = request.headers['idempotency-key'];
    const answeredCall = typeof key === 'string' ? this.#answered.get(key) : undefined;
    const requestKey = `${request.method} ${request.url} ${body}`;
    if (answeredCall) {
      if (answeredCall.body === requestKey) return answeredCall.answer;
      return {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message:
              'Keys for idempotent requests can only be used with the same parameters they ' +
              'were first used with.',
          },
        },
      };
    }
    const answer = this.#handle(request, body);
    if (typeof key === 'string') this.#answered.set(key, { body: requestKey, answer });
    return answer;
  }

  #handle(request: http.IncomingMessage, body: string): { status: number; body: object } {
    const url = new URL(request.url!, 'http://stripe');
    const routeName = `${request.method} ${url.pathname}`;
    const params = readForm(request.method === 'POST' ? body : url.search.slice(1));
    this.requests.push({ method: request.method!, path: url.pathname, params });
    try {
      if (this.isBroken instanceof RegExp ? this.isBroken.test(routeName) : this.isBroken)
        throw new StripeRefusal(500, { type: 'api_error', message: 'Something went wrong.' });
      const isBrowsers = url.pathname.endsWith('/confirm');
      const expectedKey = isBrowsers ? StripeDouble.publishableKey : StripeDouble.secretKey;
      const sentKey = isBrowsers
        ? params.key
        : request.headers.authorization?.replace(/^Bearer /, '');
      if (sentKey !== expectedKey)
        throw new StripeRefusal(401, {
          type: 'invalid_request_error',
          message: 'Invalid API Key provided',
        });
      if (isBrowsers)
        return {
          status: 200,
          body: this.account.confirm(String(params.client_secret), String(params.card)),
        };
      if (request.headers['stripe-version'] !== Stripe.API_VERSION)
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          message: 'Invalid Stripe API version',
        });
      return { status: 200, body: this.#route(routeName, params) };
    } catch (error) {
      if (error instanceof StripeRefusal)
        return { status: error.status, body: { error: error.error } };
      return { status: 500, body: { error: { type: 'api_error', message: String(error) } } };
    }
  }

  /** Executes a call, and checks its parameters and its answer against the types of the call. */
  #route(path: string, form: Params): object {
    for (const { at: pattern, call: name, handle } of this.#routes) {
      const match = new RegExp(`^${pattern.replace(/\{id\}/, '([^/]+)')}$`).exec(path);
      if (!match) continue;
      const call = callOf(name);
      const params = readParams(call, form);
      checkExpand(call, params.expand);
      const expand = (params.expand ?? []) as string[];
      const answer = this.account.shown(handle(params as never, match[1] ?? ''), expand);
      checkAnswer(call, answer);
      return answer;
    }
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${path}).`,
    });
  }
}
