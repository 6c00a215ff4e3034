import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Standing, Subscription, SubscriptionInvoice } from '#libs/contracts';
import { startApp } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';
import { actions, card, choose, PayingChurches, readPlan } from '../../support/stripe/churches.js';
import { couponShape, discountShape, priceShape } from '../../support/stripe/shapes.js';

expectInLog(
  /"message":"Stripe refused or was away"/,
  /"path":"\/api\/(create-subscription|subscription\/\w+)".*"code":"payments-\w+"/,
  /"message":"STRIPE_PRICES names a price/,
  /"message":"the (price|coupon) \S+ .*is not/,
);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());

const couponId = 'church-connect-20-percent';

describe('a subscription that Stripe no longer knows', () => {
  it('counts as ended if its customer was deleted, and a new customer is created', async () => {
    const { id, admin, email } = await paying.church({ plan: 'standard' });
    const customer = paying.subscriptionsOf(id)[0]!.customer as string;
    paying.stripe.account.deleteCustomer(customer);
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      status: 'canceled',
      planId: null,
      isByCard: false,
    });
    expect(await paying.emails(email, 2)).toEqual(
      expect.arrayContaining([expect.stringContaining('has ended')]),
    );
    await paying.subscribe(admin, 'basic');
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic', isByCard: true });
    expect(paying.subscriptionsOf(id).at(-1)!.customer).not.toBe(customer);
  });

  it('counts as ended after a change from test to live keys, without another trial', async () => {
    const churches = [
      await paying.church({ plan: 'basic' }),
      await paying.church({ plan: 'premium' }),
      await paying.church({ plan: 'standard' }),
    ] as const;
    paying.stripe.account.forgetAll();
    const [first, second, third] = churches;
    expect((await first.admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      status: 'canceled',
      planId: null,
      renewsAt: null,
    });
    expect((await first.admin.get<Standing>('/api/church/standing')).body.state).toBe('read-only');
    expect(await second.admin.post('/api/subscription/portal')).toMatchObject({ status: 409 });
    expect(
      (await second.admin.get<SubscriptionInvoice[]>('/api/subscription/invoices')).body,
    ).toEqual([]);
    expect(await third.admin.post('/api/subscription/cancel')).toMatchObject({
      status: 409,
      body: { message: 'Your church has no subscription by card.' },
    });
    for (const { admin } of churches) {
      const { status, body } = await choose(admin, 'standard', { promoCode: 'FAITH20' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        clientSecret: expect.stringMatching(/^pi_/),
        discount: 20,
        trialEndsAt: null,
      });
      expect(await readPlan(admin)).toMatchObject({ status: 'canceled' });
      paying.stripe.account.confirm(body.clientSecret!, card);
      expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
        planId: 'standard',
        status: 'active',
        price: '64.00',
      });
    }
    expect(await actions(third.admin)).toContain('subscription-ended');
  });

  it('counts as ended even if its customer still exists', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.subscriptions.delete(paying.subscriptionsOf(id)[0]!.id);
    await admin.post('/api/subscription/cancel');
    expect(await readPlan(admin)).toMatchObject({ status: 'canceled', planId: null });
  });

  it('is valid again after the old keys are restored', async () => {
    const { account } = paying.stripe;
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    const customer = account.customer(sub!.customer as string);
    account.subscriptions.delete(sub!.id);
    account.customers.delete(customer.id);
    await admin.post('/api/subscription/refresh');
    expect(await readPlan(admin)).toMatchObject({ status: 'canceled' });
    account.customers.set(customer.id, customer);
    account.subscriptions.set(sub!.id, sub!);
    expect(await choose(admin, 'basic')).toMatchObject({
      status: 201,
      body: { clientSecret: null },
    });
    expect(await readPlan(admin)).toMatchObject({
      planId: 'basic',
      status: 'trial',
      isByCard: true,
      endsAt: null,
    });
  });

  it('is not assumed after other errors', async () => {
    const { admin } = await paying.church({ plan: 'basic' });
    paying.stripe.isBroken = /GET \/v1\/subscriptions/;
    expect(await admin.post('/api/subscription/refresh')).toMatchObject({ status: 503 });
    paying.stripe.isBroken = false;
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic', status: 'trial' });
  });
});

describe('a price', () => {
  it('is checked each time, and is created again if it was archived or deleted', async () => {
    const { account } = paying.stripe;
    const church = await paying.church();
    expect((await choose(church.admin, 'enterprise')).status).toBe(201);
    const first = paying.subscriptionsOf(church.id)[0]!.items.data[0]!.price.id;
    account.prices.get(first)!.active = false;
    const two = await paying.church();
    expect((await choose(two.admin, 'enterprise')).status).toBe(201);
    const second = paying.subscriptionsOf(two.id)[0]!.items.data[0]!.price.id;
    expect(second).not.toBe(first);
    account.prices.delete(second);
    const three = await paying.church();
    expect((await choose(three.admin, 'enterprise')).status).toBe(201);
  });

  it('that is found by its key is checked like one from the configuration', async () => {
    const { account } = paying.stripe;
    await choose((await paying.church()).admin, 'standard'); // creates the price
    const { admin } = await paying.church();
    const price = [...account.prices.values()].find(
      ({ lookup_key: key, active }) => key === 'church-connect-standard-8000' && active,
    )!;
    const changes: [Partial<typeof price>, Partial<typeof price>][] = [
      [{ unit_amount: 800 }, { unit_amount: 8000 }],
      [{ currency: 'eur' }, { currency: 'usd' }],
      [{ recurring: { ...price.recurring!, interval: 'year' } }, { recurring: price.recurring }],
      [{ recurring: { ...price.recurring!, interval_count: 3 } }, { recurring: price.recurring }],
    ];
    for (const [change, right] of changes) {
      Object.assign(price, change);
      expect(await choose(admin, 'standard')).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining('Nothing was charged') },
      });
      Object.assign(price, right);
    }
    expect((await choose(admin, 'standard')).status).toBe(201);
  });

  it('that is configured but unknown to Stripe is replaced', async () => {
    const app = await startApp({
      env: { ...paying.stripe.env, STRIPE_PRICES: 'basic=price_gone,standard=price_put_away' },
    });
    paying.stripe.account.prices.set('price_put_away', {
      ...priceShape('price_put_away', 8000),
      active: false,
    });
    await app.person(await app.church('named'), { email: 'admin@named.test', role: 'admin' });
    for (const plan of ['basic', 'standard'])
      expect((await choose(app.as('admin@named.test'), plan)).status).toBe(201);
    await app.close();
  });
});

describe('the coupon', () => {
  it('is created again if it was deleted, and is not used if it was changed', async () => {
    const { account } = paying.stripe;
    const { id, admin } = await paying.church();
    account.coupons.delete(couponId);
    expect((await choose(admin, 'basic', { promoCode: 'FAITH20' })).body).toMatchObject({
      discount: 20,
    });
    for (const change of [
      { percent_off: 90 },
      { duration: 'once' as const },
      { valid: false },
      { percent_off: null, amount_off: 2000, currency: 'usd' },
    ]) {
      account.coupons.set(couponId, {
        ...couponShape(couponId),
        percent_off: 20,
        duration: 'forever',
        ...change,
      });
      expect(await choose(admin, 'standard', { promoCode: 'FAITH20' })).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining('Nothing was charged') },
      });
    }
    account.coupons.set(couponId, {
      ...couponShape(couponId),
      percent_off: 20,
      duration: 'forever',
    });
    expect((await choose(admin, 'standard', { promoCode: 'FAITH20' })).status).toBe(201);
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: [] });
  });
});

describe('a discount that was set at Stripe', () => {
  it('is shown unchanged, and does not use up the promo code of the church', async () => {
    const { account } = paying.stripe;
    const { id, admin } = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'HOPE20' where id = '${id}'`,
    );
    await paying.subscribe(admin, 'standard');
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'HOPE20' where id = '${id}'`,
    );
    const [sub] = paying.subscriptionsOf(id);
    const until = Math.floor(Date.now() / 1000) + 90 * 86_400;
    account.coupons.set('friends', {
      ...couponShape('friends'),
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 3,
    });
    account.discounts.set('di_friends', {
      ...discountShape('di_friends', 'friends', sub!),
      end: until,
    });
    sub!.discounts = ['di_friends'];
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      price: '40.00',
      discounts: [
        { percent: 50, amount: null, until: new Date(until * 1000).toISOString(), isOnce: false },
      ],
      promoCode: 'HOPE20',
    });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: [] });
    expect(await choose(admin, 'premium', { promoCode: 'FAITH20' })).toMatchObject({
      status: 409,
      body: { message: 'Your subscription has its discount already.' },
    });
    expect((await choose(admin, 'premium')).body).toMatchObject({
      clientSecret: null,
      discount: 0,
    });
    expect(await readPlan(admin)).toMatchObject({ planId: 'premium', price: '89.50' });

    account.coupons.set('gift', {
      ...couponShape('gift'),
      amount_off: 1000,
      currency: 'usd',
      duration: 'once',
    });
    account.discounts.set('di_gift', discountShape('di_gift', 'gift', sub!));
    sub!.discounts = ['di_gift'];
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      price: '179.00',
      discounts: [{ percent: null, amount: '10.00', until: null, isOnce: true }],
    });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: [] });
  });
});
