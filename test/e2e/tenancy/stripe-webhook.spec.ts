import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import pino from 'pino';
import type { Subscription } from '#libs/contracts';
import { startApp } from '../../support/app.js';
import { expectInLog } from '../../support/program/log.js';
import { actions, card, choose, PayingChurches, readPlan } from '../../support/stripe/churches.js';
import { signed } from '../../support/stripe/server.js';
import { priceShape } from '../../support/stripe/shapes.js';

expectInLog(
  /"message":"Stripe refused or was away".*"statusCode":500/,
  /"message":"a webhook with a bad or missing signature was refused"/,
  /"message":"the price \S+ for \w+ is not/,
  /"path":"\/api\/create-subscription".*"code":"payments-refused"/,
);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => paying.repairStripe());

describe('the webhook for events of Stripe', () => {
  it('leads to the same state in any order of the events, with one email', async () => {
    const { id, admin, email } = await paying.church();
    const { body } = await choose(admin, 'basic', { promoCode: 'FAITH20' });
    paying.stripe.account.confirm(body.clientSecret!, card);
    paying.stripe.account.endTrial(paying.subscriptionsOf(id)[0]!.id, true);
    const once = [...paying.eventsOf(id)];
    const states: object[] = [];
    const clear = `update organization set stripe_subscription_id = null,
       subscription_status = 'trial', subscription_plan = 'basic', used_promo_codes = '{}',
       promo_code = 'FAITH20', trial_ends_at = now(), card_trial_used_at = null where id = '${id}'`;
    for (const order of [
      once,
      [...once].reverse(),
      [...once].sort((a, b) => a.type.localeCompare(b.type)),
    ]) {
      await paying.app.database.asSuperuser(
        `${clear}; delete from stripe_event where organization_id = '${id}'`,
      );
      const answers = await Promise.all(
        [...order, ...order, ...order, ...order, ...order].map((event) =>
          paying.stripe.deliver(paying.app.url, event),
        ),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
      const { updatedAt: _, ...state } = await paying.books(id);
      states.push(state);
      const storedEvents = await paying.app.database.asSuperuser<{ n: number }>(
        `select count(*)::int as n from stripe_event where organization_id = '${id}'`,
      );
      expect(storedEvents).toEqual([{ n: once.length }]);
    }
    expect(states[0]).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'basic',
      subscriptionPrice: '28.00',
      usedPromoCodes: ['FAITH20'],
    });
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    expect(
      (await actions(admin)).filter((action) => action === 'subscription-started'),
    ).toHaveLength(3); // one for each reset of the state
    expect(
      (await paying.emails(email, 3)).filter((subject) => subject.includes('has subscribed')),
    ).toHaveLength(3);
  });

  it('refuses events without a valid, recent signature of their bytes', async () => {
    const { id, admin } = await paying.church();
    await choose(admin, 'basic');
    const event = paying.eventsOf(id)[0]!;
    const now = Math.floor(Date.now() / 1000);
    expect(await paying.stripe.deliver(paying.app.url, event, { secret: 'whsec_other' })).toBe(400);
    expect(await paying.stripe.deliver(paying.app.url, event, { signedAt: now - 310 })).toBe(400);
    expect(await paying.stripe.deliver(paying.app.url, event, { signedAt: now - 290 })).toBe(200);
    const send = (body: string | undefined, headers: Record<string, string>) =>
      paying.app.visitor.send('POST', '/api/stripe/webhook', body, headers);
    for (const headers of [
      {},
      { 'stripe-signature': '' },
      { 'stripe-signature': 't=1,v1=00' },
      { 'content-type': 'text/plain', 'stripe-signature': 'x' },
      { 'content-type': 'application/json' },
    ]) {
      for (const body of ['{"id":"evt_1"}', '{', undefined])
        expect((await send(body, headers as Record<string, string>)).status).toBe(400);
    }
    const { body: altered, signature } = signed(event);
    expect(
      (await send(altered.replace('evt_', 'evt_x'), { 'stripe-signature': signature })).status,
    ).toBe(400);
    expect(
      (
        await paying.app.visitor.send('POST', '/api/login', '{}', {
          'content-type': 'application/x-stripe-event',
        })
      ).status,
    ).toBe(415);
  });

  it('refuses signed bodies that are not events, and accepts unusual events', async () => {
    const good = { id: 'evt_odd', type: 'invoice.paid', customer: 'cus_odd', object: {} };
    const odd = (change: object) => paying.stripe.deliver(paying.app.url, { ...good, ...change });
    for (const change of [
      { id: undefined },
      { id: 7 },
      { id: 'evt_\u0000' },
      { id: 'e'.repeat(1000) },
      { type: null },
      { type: 'invoice.\ud800' },
      { object: null },
      { object: 'x' },
      { object: undefined },
    ])
      expect(await odd(change)).toBe(400);
    for (const customer of [
      'cus_\u0000',
      '\ud800',
      7,
      null,
      {},
      { id: 'cus_\u0000' },
      [],
      'c'.repeat(100_000),
    ])
      expect(
        await odd({
          id: `evt_odd_${Math.random().toString(36).slice(2)}`,
          object: { object: 'invoice', customer },
        }),
      ).toBe(200);
    const { id, admin } = await paying.church({ plan: 'basic' });
    const customer = paying.subscriptionsOf(id)[0]!.customer as string;
    for (const invoice of ['in_\u0000', '../customers', 7, null, 'in_gone'])
      expect(
        await odd({
          id: `evt_odd_${Math.random().toString(36).slice(2)}`,
          object: { object: 'invoice', id: invoice, customer },
        }),
      ).toBe(200);
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic' });
  });

  it('finds the church only by its customer record', async () => {
    const [first, second] = [await paying.church(), await paying.church()];
    const { body } = await choose(first.admin, 'premium');
    paying.stripe.account.confirm(body.clientSecret!, card);
    const event = paying.eventsOf(first.id).at(-1)!;
    const lying = {
      ...event,
      id: 'evt_lying',
      object: { ...event.object, metadata: { organization: second.id } },
    };
    expect(await paying.stripe.deliver(paying.app.url, lying)).toBe(200);
    expect(await readPlan(first.admin)).toMatchObject({ planId: 'premium' });
    expect(await readPlan(second.admin)).toMatchObject({ planId: null });
    expect(
      await paying.stripe.deliver(paying.app.url, {
        ...event,
        id: 'evt_stranger',
        object: { ...event.object, customer: 'cus_stranger' },
      }),
    ).toBe(200);
  });

  it('asks Stripe to send an event again if it could not be processed', async () => {
    const { id, admin } = await paying.church();
    const { body } = await choose(admin, 'basic');
    paying.stripe.account.confirm(body.clientSecret!, card);
    paying.stripe.isBroken = true;
    const event = paying.eventsOf(id).at(-1)!;
    expect(await paying.stripe.deliver(paying.app.url, event)).toBe(503);
    paying.stripe.isBroken = false;
    expect(await readPlan(admin)).toMatchObject({ planId: null });
    expect(await paying.stripe.deliver(paying.app.url, event)).toBe(200);
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic' });
  });
});

describe('the program without API keys of Stripe', () => {
  it('starts, and the page can show that payments are not set up', async () => {
    const logged: string[] = [];
    const plain = await startApp({
      logger: pino(
        { level: 'warn' },
        new Writable({
          write: (chunk, _, done) => {
            logged.push(String(chunk));
            done();
          },
        }),
      ),
    });
    const id = await plain.church('plain');
    await plain.person(id, { email: 'admin@plain.test', role: 'admin' });
    const admin = plain.as('admin@plain.test');
    expect((await admin.get<Subscription>('/api/subscription')).body).toMatchObject({
      isSetUp: false,
      publishableKey: null,
    });
    expect(await choose(admin, 'basic')).toMatchObject({
      status: 503,
      body: { code: 'payments-not-set-up', message: expect.stringContaining('not set up') },
    });
    expect(
      (await admin.get('/api/church/standing')).headers.get('content-security-policy'),
    ).not.toContain('stripe');
    expect(
      await paying.stripe.deliver(plain.url, {
        id: 'evt_1',
        type: 'invoice.paid',
        customer: 'cus',
        object: {},
      }),
    ).toBe(400);
    expect(logged.join('')).toContain('a webhook with a bad or missing signature was refused');
    await plain.close();
  });
});

describe('prices from the configuration', () => {
  it('are accepted if they equal the prices on the pages', async () => {
    const { stripe } = paying;
    const price = (id: string, amount: number) =>
      stripe.account.prices.set(id, priceShape(id, amount));
    price('price_hand', 3500);
    price('price_dear', 9000);
    const app = await startApp({
      env: { ...stripe.env, STRIPE_PRICES: 'basic=price_hand, standard=price_dear' },
    });
    await app.person(await app.church('by-hand'), { email: 'admin@by-hand.test', role: 'admin' });
    const admin = app.as('admin@by-hand.test');
    expect(await choose(admin, 'standard')).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('Nothing was charged') },
    });
    const { body } = await choose(admin, 'basic');
    stripe.account.confirm(body.clientSecret!, card);
    expect([...stripe.account.subscriptions.values()].at(-1)).toMatchObject({
      items: { data: [{ price: { id: 'price_hand' } }] },
    });
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      planId: 'basic',
      price: '35.00',
    });
    await app.close();
  });
});
