import type Stripe from 'stripe';
import type { TestAccount } from './account.js';
import { missing, invalidRequest } from './refusal.js';
import { couponShape, customerShape, priceShape } from './shapes.js';
import { add } from './store.js';
import type { callOf } from './types.js';

export interface Route {
  /** `POST /v1/subscriptions/{id}` */
  at: string;
  /** the call of the client, whose types determine the parameters and the answer */
  call: Parameters<typeof callOf>[0];
  handle: (params: never, id: string) => object;
}

const route = (path: string, call: Route['call'], handle: Route['handle']): Route => ({
  at: path,
  call,
  handle,
});

/** Returns the routes of Stripe that the portal uses. */
export function routesOf(account: TestAccount, url: () => string): Route[] {
  return [
    route('POST /v1/customers', 'Customer.create', (params: Stripe.CustomerCreateParams) => {
      const customer = add(account.customers, {
        ...customerShape(account.id('cus')),
        ...plain(params),
      });
      account.emit('customer.created', customer.id, customer);
      return customer;
    }),
    route('GET /v1/customers/{id}', 'Customer.retrieve', (_, id) =>
      account.deletedCustomers.has(id)
        ? { id, object: 'customer', deleted: true }
        : account.customer(id),
    ),
    route(
      'POST /v1/customers/{id}',
      'Customer.update',
      ({ invoice_settings: invoices, ...params }: Stripe.CustomerUpdateParams, id) => {
        const customer = account.customer(id);
        const card = invoices?.default_payment_method;
        if (card && account.cards.get(card)?.customer !== id)
          throw missing('payment_method', card, 'invoice_settings[default_payment_method]');
        if (card !== undefined) customer.invoice_settings.default_payment_method = card || null;
        return Object.assign(customer, plain(params));
      },
    ),
    route(
      'GET /v1/prices',
      'Price.list',
      ({ lookup_keys: keys = [], active }: Stripe.PriceListParams) =>
        listOf(
          '/v1/prices',
          [...account.prices.values()].filter(
            (price) =>
              (active === undefined || price.active === active) &&
              keys.includes(price.lookup_key ?? ''),
          ),
        ),
    ),
    route(
      'POST /v1/prices',
      'Price.create',
      ({
        currency,
        unit_amount: amount,
        lookup_key: key,
        transfer_lookup_key: transfersKey,
        recurring,
      }: Stripe.PriceCreateParams) => {
        const priceWithKey =
          key && [...account.prices.values()].find((price) => price.lookup_key === key);
        if (priceWithKey && !transfersKey)
          throw invalidRequest(
            `A price (\`${priceWithKey.id}\`) already uses that lookup key.`,
            'lookup_key',
          );
        if (priceWithKey) priceWithKey.lookup_key = null;
        const price = priceShape(account.id('price'), amount!);
        return add(account.prices, {
          ...price,
          currency,
          lookup_key: key ?? null,
          product: account.id('prod'),
          recurring: { ...price.recurring!, ...recurring },
        });
      },
    ),
    route('GET /v1/prices/{id}', 'Price.retrieve', (_, id) => account.price(id)),
    route('GET /v1/coupons/{id}', 'Coupon.retrieve', (_, id) => account.coupon(id)),
    route('POST /v1/coupons', 'Coupon.create', (params: Stripe.CouponCreateParams) => {
      const id = params.id ?? account.id('coupon');
      if (account.coupons.has(id))
        throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists');
      return add(account.coupons, { ...couponShape(id), ...plain(params) });
    }),
    route(
      'GET /v1/subscriptions',
      'Subscription.list',
      ({ customer = '', status }: Stripe.SubscriptionListParams) => {
        if (!account.deletedCustomers.has(customer)) account.customer(customer, 'customer');
        const all = [...account.subscriptions.values()].filter(
          (sub) =>
            sub.customer === customer &&
            (status === 'all' ||
              (status === undefined ? sub.status !== 'canceled' : sub.status === status)),
        );
        return listOf('/v1/subscriptions', all.reverse());
      },
    ),
    route(
      'POST /v1/subscriptions',
      'Subscription.create',
      (params: Stripe.SubscriptionCreateParams) => account.addSubscription(params),
    ),
    route('GET /v1/subscriptions/{id}', 'Subscription.retrieve', (_, id) =>
      account.subscription(id),
    ),
    route(
      'POST /v1/subscriptions/{id}',
      'Subscription.update',
      (params: Stripe.SubscriptionUpdateParams, id) => account.changeSubscription(id, params),
    ),
    route('POST /v1/subscriptions/{id}/resume', 'Subscription.resume', (_, id) =>
      account.resumeSubscription(id),
    ),
    route('DELETE /v1/subscriptions/{id}', 'Subscription.cancel', (_, id) =>
      account.endSubscription(id),
    ),
    route(
      'POST /v1/invoices/create_preview',
      'Invoice.createPreview',
      (params: Stripe.InvoiceCreatePreviewParams) => account.previewInvoice(params),
    ),
    route(
      'GET /v1/invoices',
      'Invoice.list',
      ({ customer = '', limit = 10 }: Stripe.InvoiceListParams) => {
        if (!account.deletedCustomers.has(customer)) account.customer(customer, 'customer');
        return listOf(
          '/v1/invoices',
          [...account.invoices.values()]
            .filter((subscription) => subscription.customer === customer)
            .reverse()
            .slice(0, limit),
        );
      },
    ),
    route('GET /v1/invoices/{id}', 'Invoice.retrieve', (_, id) => account.invoice(id)),
    route('POST /v1/invoices/{id}/void', 'Invoice.voidInvoice', (_, id) => account.voidInvoice(id)),
    route(
      'POST /v1/billing_portal/sessions',
      'Session.create',
      ({ customer = '', return_url: back = '' }: Stripe.BillingPortal.SessionCreateParams) => {
        account.customer(customer, 'customer');
        const id = account.id('bps');
        return {
          id,
          object: 'billing_portal.session',
          configuration: 'bpc_test',
          created: Math.floor(Date.now() / 1000),
          customer,
          customer_account: null,
          flow: null,
          livemode: false,
          locale: null,
          on_behalf_of: null,
          return_url: back,
          url: `${url()}/p/session/test`,
        };
      },
    ),
  ];
}

/** Returns the parameters without `expand`, and with null for empty texts. */
function plain(params: object): object {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) =>
      key === 'expand' ? [] : [[key, value === '' ? null : (value as unknown)]],
    ),
  );
}

const listOf = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data });
