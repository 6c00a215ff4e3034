import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { StripeDouble } from './server.js';

let double: StripeDouble;
let stripe: Stripe;
beforeAll(async () => {
  double = await StripeDouble.start();
  const { hostname, port } = new URL(double.url);
  stripe = new Stripe(StripeDouble.secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
});
afterAll(() => double.stop());

const seconds = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;
const refusal = (work: () => Promise<unknown>) =>
  work().then(
    () => 'accepted',
    (error: unknown) => {
      const { code, param, message } = error as InstanceType<typeof Stripe.errors.StripeError>;
      return { code, param, message };
    },
  );
/** Passes a value that the types do not allow, like a program without types. */
const untyped = (value: unknown) => value as never;

async function subscribed(more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { id: customer } = await stripe.customers.create({ name: 'Grace' });
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 3500,
    recurring: { interval: 'month' },
    product_data: { name: 'Basic' },
  });
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    ...more,
  });
  return { customer, price, subscription };
}

describe('the test double of Stripe', () => {
  it('refuses unknown parameters at any depth', async () => {
    expect(await refusal(() => stripe.customers.create(untyped({ nam: 'Grace' })))).toMatchObject({
      code: 'parameter_unknown',
      param: 'nam',
    });
    expect(
      await refusal(() =>
        stripe.customers.create(untyped({ invoice_settings: { default_card: 'pm_1' } })),
      ),
    ).toMatchObject({ code: 'parameter_unknown', param: 'invoice_settings[default_card]' });
    const { customer, price } = await subscribed();
    const refusalOfSubscription = (more: object) =>
      refusal(() =>
        stripe.subscriptions.create(
          untyped({
            customer,
            items: [{ price: price.id }],
            payment_behavior: 'default_incomplete',
            ...more,
          }),
        ),
      );
    expect(await refusalOfSubscription({ items: [{ prise: price.id }] })).toMatchObject({
      code: 'parameter_unknown',
      param: 'items[0][prise]',
    });
    expect(
      await refusalOfSubscription({
        trial_settings: { end_behavior: { missing_payment_method: 'cancel', then: 'x' } },
      }),
    ).toMatchObject({ code: 'parameter_unknown', param: 'trial_settings[end_behavior][then]' });
    expect(
      await refusalOfSubscription({
        payment_settings: { payment_method_options: { card: { three_d_secure: 'any' } } },
      }),
    ).toMatchObject({ param: 'payment_settings[payment_method_options][card][three_d_secure]' });
  });

  it('refuses wrong types, wrong values of an enum, and missing parameters', async () => {
    const { customer, price, subscription } = await subscribed();
    const change = (params: object) =>
      refusal(() => stripe.subscriptions.update(subscription.id, untyped(params)));
    expect(await change({ cancel_at_period_end: 'perhaps' })).toMatchObject({
      param: 'cancel_at_period_end',
    });
    expect(await change({ proration_behavior: 'sometimes' })).toMatchObject({
      param: 'proration_behavior',
    });
    expect(
      await change({ payment_settings: { payment_method_types: ['card', 'shells'] } }),
    ).toMatchObject({ param: 'payment_settings[payment_method_types][1]' });
    expect(await change({ items: { id: 'si_1' } })).toMatchObject({ param: 'items' });
    expect(await change({ metadata: 'x' })).toMatchObject({ param: 'metadata' });
    expect(
      await change({ items: [{ id: subscription.items.data[0]!.id, quantity: 'two' }] }),
    ).toMatchObject({ param: 'items[0][quantity]' });
    expect(await change({ pause_collection: { resumes_at: seconds(3) } })).toMatchObject({
      code: 'parameter_missing',
      param: 'pause_collection[behavior]',
    });
    expect(await refusal(() => stripe.prices.create(untyped({ unit_amount: 3500 })))).toMatchObject(
      { code: 'parameter_missing', param: 'currency' },
    );
    expect(
      await refusal(() => stripe.subscriptions.list(untyped({ customer, status: 'alive' }))),
    ).toMatchObject({ param: 'status' });
    expect(
      await refusal(() =>
        stripe.prices.create(
          untyped({
            currency: 'usd',
            unit_amount: 35.5,
            recurring: { interval: 'month' },
            product_data: { name: 'x' },
          }),
        ),
      ),
    ).toMatchObject({ param: 'unit_amount' });
    expect(
      await refusal(() =>
        stripe.coupons.create({ id: 'once-more', percent_off: 12.5, duration: 'once' }),
      ),
    ).toBe('accepted');
    expect(
      await refusal(() =>
        stripe.subscriptions.resume(subscription.id, untyped({ billing_cycle_anchor: 'now' })),
      ),
    ).toMatchObject({ param: 'billing_cycle_anchor' });
    expect(price.unit_amount).toBe(3500);
  });

  it('refuses dates out of range', async () => {
    const { subscription } = await subscribed({ trial_end: seconds(7) });
    const change = (params: Stripe.SubscriptionUpdateParams) =>
      refusal(() => stripe.subscriptions.update(subscription.id, params));
    expect(await change({ trial_end: seconds(-1) })).toMatchObject({ param: 'trial_end' });
    expect(await change({ trial_end: seconds(3 * 365) })).toMatchObject({ param: 'trial_end' });
    expect(await change({ trial_end: seconds(7) * 1000 })).toMatchObject({ param: 'trial_end' });
    expect(await change({ cancel_at: seconds(-1) })).toMatchObject({ param: 'cancel_at' });
    expect(await refusal(() => subscribed({ trial_end: seconds(731) }))).toMatchObject({
      param: 'trial_end',
    });
    expect(await change({ proration_date: seconds(-40) })).toMatchObject({
      param: 'proration_date',
    });
  });

  it('refuses to expand unknown properties, and contains only the requested ones', async () => {
    const { customer, subscription } = await subscribed({
      expand: [
        'latest_invoice.confirmation_secret',
        'discounts.source.coupon',
        'default_payment_method',
      ],
    });
    expect(subscription.latest_invoice).toMatchObject({
      object: 'invoice',
      confirmation_secret: { client_secret: expect.stringMatching(/^pi_/) },
    });
    const list = (expand: string[]) =>
      refusal(() => stripe.subscriptions.list({ customer, expand }));
    for (const path of [
      'data.latest_invoices',
      'latest_invoice',
      'data.status',
      'data.items',
      'data.metadata',
      'data.latest_invoice.customer.invoice_settings.default_payment_method',
    ]) {
      expect(await list([path])).toMatchObject({ message: expect.stringMatching(/expand/) });
    }
    const { data } = await stripe.subscriptions.list({ customer, expand: ['data.latest_invoice'] });
    expect(data[0]!.latest_invoice).toMatchObject({ object: 'invoice' });
    expect(data[0]!.latest_invoice).not.toHaveProperty('confirmation_secret');
    expect((await stripe.subscriptions.list({ customer })).data[0]!.latest_invoice).toMatch(/^in_/);
  });

  it('answers with all required properties, and throws if its own answer lacks one', async () => {
    const { subscription } = await subscribed({ trial_end: seconds(7) });
    expect(subscription).toMatchObject({
      collection_method: 'charge_automatically',
      automatic_tax: { enabled: false },
      billing_mode: { type: 'flexible' },
      pause_collection: null,
    });
    Reflect.deleteProperty(double.account.subscription(subscription.id), 'billing_mode');
    expect(await refusal(() => stripe.subscriptions.retrieve(subscription.id))).toMatchObject({
      message: expect.stringContaining('billing_mode'),
    });
    const { id } = await stripe.customers.create({ name: 'Grace' });
    Object.assign(double.account.customers.get(id)!, { nick: 'G' });
    expect(await refusal(() => stripe.customers.retrieve(id))).toMatchObject({
      message: expect.stringContaining('nick'),
    });
  });

  it('sends only events that agree with the types of the package `stripe`', async () => {
    const { customer } = await subscribed();
    expect(
      double.account.events.filter((event) => event.customer === customer).map(({ type }) => type),
    ).toEqual(
      expect.arrayContaining([
        'customer.created',
        'customer.subscription.created',
        'invoice.finalized',
      ]),
    );
    expect(() => double.account.emit('customer.subscription.vanished', customer, {})).toThrow(
      'customer.subscription.vanished',
    );
    expect(() =>
      double.account.emit('invoice.paid', customer, { id: 'in_1', object: 'invoice' }),
    ).toThrow('account_country');
  });
});
