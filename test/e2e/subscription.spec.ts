import fs from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import type { AuditEntry, BillingPortal, Organization, PromoCodeChecked, Standing, Subscription, SubscriptionMade } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../support/app.js';
import { signed, StripeDouble } from '../support/stripe/server.js';

let app: TestApp;
let stripe: StripeDouble;
let owner: Client;
beforeAll(async () => {
  stripe = await StripeDouble.start();
  app = await startApp({ env: { ...stripe.env, PROMO_CODES: 'FAITH20,HOPE20' } });
  await app.superAdmin('owner@platform.test');
  owner = app.as('owner@platform.test');
});
afterAll(async () => {
  await app.close();
  await stripe.stop();
});
beforeEach(() => {
  stripe.isBroken = false;
  stripe.delay = 0;
  stripe.requests.length = 0;
});

const card = '4242424242424242';
let serial = 0;
/** A church in the seven days that an operator gives, with an admin of its own. */
async function church(options: { plan?: string } = {}): Promise<{ id: string; admin: Client; email: string }> {
  const slug = `paying-${++serial}`;
  const id = await app.church(slug);
  await app.database.asSuperuser(`update organization set member_limit = 100 where id = '${id}'`);
  const email = `admin@${slug}.test`;
  await app.person(id, { email, role: 'admin' });
  if (options.plan) await subscribe(app.as(email), options.plan);
  return { id, admin: app.as(email), email };
}
const choose = (admin: Client, planId: string, more: object = {}) => admin.post<SubscriptionMade>('/api/create-subscription', { planId, ...more });
const seen = async (admin: Client) => (await admin.get<Subscription>('/api/subscription')).body;
const books = async (id: string) => (await owner.get<Organization[]>('/api/organizations')).body.find((one) => one.id === id)!;
async function subscribe(admin: Client, planId: string, more: object = {}): Promise<void> {
  const { status, body } = await choose(admin, planId, more);
  expect(status).toBe(201);
  stripe.account.confirm(body.clientSecret!, card);
  expect((await admin.post('/api/subscription/refresh')).status).toBe(200);
}
const subscriptionsOf = (id: string) => [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata.organization === id);
const eventsOf = (id: string) => {
  const customers = new Set(subscriptionsOf(id).map(({ customer }) => customer));
  return stripe.account.events.filter(({ customer }) => customers.has(customer));
};
const actions = async (admin: Client) => (await admin.get<AuditEntry[]>('/api/admin/audit')).body.map(({ action }) => action);
const daysFromNow = (at: string) => Math.round((new Date(at).getTime() - Date.now()) / 86_400_000);

describe('a church that subscribes', () => {
  it('gets a set-up to confirm its card for, and has its plan from that moment on, not before', async () => {
    const { id, admin } = await church();
    const made = await choose(admin, 'standard', { discount: 99 });
    expect(made).toMatchObject({ status: 201, body: { clientSecret: expect.stringMatching(/^seti_.+_secret_/), discount: 0 } });
    expect(daysFromNow(made.body.trialEndsAt!)).toBe(7);
    expect(await seen(admin)).toMatchObject({ isSetUp: true, publishableKey: 'pk_test_double', planId: null, isByCard: false, trialDays: 7 });
    expect(await books(id)).toMatchObject({ subscriptionPlan: 'basic', subscriptionStatus: 'trial' });
    for (const event of eventsOf(id)) expect(await stripe.deliver(app.url, event)).toBe(200);
    expect(await seen(admin)).toMatchObject({ planId: null, isByCard: false });

    stripe.account.confirm(made.body.clientSecret!, card);
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({ planId: 'standard', status: 'trial', isByCard: true, price: '80.00', trialDays: 0 });
    expect(await books(id)).toMatchObject({ subscriptionPlan: 'standard', subscriptionTier: 'standard', subscriptionPrice: '80.00', memberLimit: 300 });
    expect(subscriptionsOf(id)).toHaveLength(1);
    expect(await actions(admin)).toContain('subscription-started');
  });

  it('is trusted by the events alone as well, when the browser never comes back', async () => {
    const { id, admin } = await church();
    const { body } = await choose(admin, 'premium');
    stripe.account.confirm(body.clientSecret!, card);
    for (const event of eventsOf(id)) await stripe.deliver(app.url, event);
    expect(await seen(admin)).toMatchObject({ planId: 'premium', status: 'trial', isByCard: true });
  });

  it('keeps the longer trial it has, and does not lapse when it ends', async () => {
    const { id, admin } = await church();
    await app.database.asSuperuser(`update organization set trial_ends_at = now() + interval '15 days' where id = '${id}'`);
    expect(daysFromNow((await choose(admin, 'basic')).body.trialEndsAt!)).toBe(15);
    await subscribe(admin, 'basic');
    expect(daysFromNow((await seen(admin)).trialEndsAt!)).toBe(15);
    await app.database.asSuperuser(`update organization set trial_ends_at = now() - interval '1 minute' where id = '${id}'`);
    expect((await admin.get<Standing>('/api/church/standing')).body).toEqual({ state: 'open', notice: null, canPay: false });
  });

  it('has one subscription however often and at once it tries, and other plans change that one', async () => {
    const { id, admin } = await church();
    stripe.delay = 20;
    const answers = await Promise.all([choose(admin, 'basic'), choose(admin, 'basic'), choose(admin, 'standard')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(subscriptionsOf(id)).toHaveLength(1);
    stripe.delay = 0;
    await subscribe(admin, 'premium');
    expect(await seen(admin)).toMatchObject({ planId: 'premium' });
    expect(subscriptionsOf(id)).toHaveLength(1);
  });

  it('changes its plan without a second card or trial, and is told kindly when it is too large for one', async () => {
    const { id, admin } = await church({ plan: 'basic' });
    const { trialEndsAt } = await seen(admin);
    expect(await choose(admin, 'standard')).toMatchObject({ status: 201, body: { clientSecret: null } });
    expect(await seen(admin)).toMatchObject({ planId: 'standard', price: '80.00', trialEndsAt });
    expect(await books(id)).toMatchObject({ memberLimit: 300 });
    expect(await choose(admin, 'standard')).toMatchObject({ status: 409, body: { message: 'Your church has the Standard plan already.' } });
    await app.database.asSuperuser(
      `insert into app_user (organization_id, id, email, first_name, last_name, is_approved) select '${id}', gen_random_uuid(), 'm' || n || '@crowd.test', 'M', 'N', true from generate_series(1, 119) n`,
    );
    expect(await choose(admin, 'basic')).toMatchObject({ status: 409, body: { message: 'Your church has 120 members; the Basic plan has room for 100. The Standard plan would do.' } });
    expect(await seen(admin)).toMatchObject({ planId: 'standard' });
    expect(subscriptionsOf(id)).toHaveLength(1);
    expect(await actions(admin)).toContain('plan-changed');
  });

  it('may leave a limit as it was agreed upon while the plan stays', async () => {
    const { id, admin } = await church();
    await owner.put(`/api/organizations/${id}`, { memberLimit: 120 });
    await subscribe(admin, 'basic');
    expect(await books(id)).toMatchObject({ subscriptionPlan: 'basic', memberLimit: 120 });
  });

  it('cancels at the end of what is paid, may think again, and ends read-only, with letters', async () => {
    const { id, admin, email } = await church({ plan: 'basic' });
    expect((await admin.post<Subscription>('/api/subscription/cancel')).body).toMatchObject({ planId: 'basic', renewsAt: null, endsAt: expect.any(String) });
    expect((await admin.post<Subscription>('/api/subscription/resume')).body).toMatchObject({ endsAt: null, renewsAt: expect.any(String) });
    await admin.post('/api/subscription/cancel');
    expect((await admin.get<Standing>('/api/church/standing')).body.state).toBe('open');
    stripe.account.endSubscription(subscriptionsOf(id)[0]!.id);
    await stripe.deliver(app.url, eventsOf(id).at(-1)!);
    expect(await seen(admin)).toMatchObject({ planId: null, status: 'canceled', isByCard: false });
    expect((await admin.get<Standing>('/api/church/standing')).body).toMatchObject({ state: 'read-only', notice: expect.stringContaining('has ended') });
    const words = await letters(email, 4);
    for (const part of ['has subscribed to Church Connect', 'was canceled', 'has ended']) expect(words).toEqual(expect.arrayContaining([expect.stringContaining(part)]));

    // back again: the one trial was used, so the first month is paid at once
    const again = await choose(admin, 'basic');
    expect(again.body).toMatchObject({ trialEndsAt: null });
    const secret = again.body.clientSecret;
    if (secret) stripe.account.confirm(secret, card);
    await admin.post('/api/subscription/refresh');
    expect(await seen(admin)).toMatchObject({ planId: 'basic', status: 'active', isByCard: true });
    expect(subscriptionsOf(id)).toHaveLength(2);
  });

  it('whose payment fails reads on and cannot write, but can pay, and is open again then', async () => {
    const { id, admin, email } = await church({ plan: 'basic' });
    await app.person(id, { email: `office${serial}@paying.test`, role: 'secretary' });
    const write = () => app.as(`office${serial}@paying.test`).post('/api/fundraisers', { title: `Roof ${Math.random()}`, description: 'A new roof for us', goal: '100' });
    const [sub] = subscriptionsOf(id);
    stripe.account.endTrial(sub!.id, false);
    for (const event of eventsOf(id).slice(-2)) await stripe.deliver(app.url, event);
    expect(await seen(admin)).toMatchObject({ status: 'past_due', planId: 'basic' });
    expect(await write()).toMatchObject({ status: 403, body: { code: 'read-only' } });
    expect((await admin.post<BillingPortal>('/api/subscription/portal')).body.url).toBe(`${stripe.url}/p/session/test`);
    expect(await letters(email, 2)).toEqual(expect.arrayContaining([expect.stringContaining('failed')]));
    stripe.account.charge(sub!.id, true);
    for (const event of eventsOf(id).slice(-2)) await stripe.deliver(app.url, event);
    expect(await seen(admin)).toMatchObject({ status: 'active' });
    expect((await write()).status).toBe(201);
  });

  it('is told what Stripe says of a declined card, and of a Stripe that is away; nothing has changed then', async () => {
    const { id, admin } = await church();
    stripe.isBroken = true;
    expect(await choose(admin, 'basic')).toMatchObject({ status: 503, body: { code: 'payments-away', message: expect.stringContaining('Nothing was charged') } });
    stripe.isBroken = false;
    expect(await books(id)).toMatchObject({ subscriptionStatus: 'trial' });
    expect((await choose(admin, 'basic')).status).toBe(201);
    expect(subscriptionsOf(id)).toHaveLength(1);
  });

  it('leaves an abandoned try behind without a trace', async () => {
    const { id, admin } = await church();
    await choose(admin, 'basic');
    const [sub] = subscriptionsOf(id);
    stripe.account.endTrial(sub!.id);
    for (const event of eventsOf(id)) await stripe.deliver(app.url, event);
    expect(await seen(admin)).toMatchObject({ planId: null, status: 'trial', trialDays: 7 });
    await subscribe(admin, 'basic');
    expect(await seen(admin)).toMatchObject({ planId: 'basic', status: 'trial' });
    expect(daysFromNow((await seen(admin)).trialEndsAt!)).toBe(7);
  });
});

describe('a promo code', () => {
  it('is checked without regard to case, and guessing is slowed down', async () => {
    expect(await app.visitor.post<PromoCodeChecked>('/api/promo-codes/check', { code: ' faith20 ' })).toMatchObject({ status: 200, body: { code: 'FAITH20', discount: 20 } });
    for (const code of ['', 'nothing', 'FAITH2', 'FAITH20,HOPE20']) expect(await app.visitor.post('/api/promo-codes/check', { code })).toMatchObject({ status: 400, body: { message: 'Invalid Promo Code' } });
    for (let tries = 0; tries < 3; tries++) await app.visitor.post('/api/promo-codes/check', { code: 'guess' });
    expect((await app.visitor.post('/api/promo-codes/check', { code: 'FAITH20' })).status).toBe(429);
    await app.database.asSuperuser('delete from sign_in_failure');
  });

  it('is reserved by a try and used up by the confirmed card, once', async () => {
    const { id, admin } = await church();
    expect(await choose(admin, 'basic', { promoCode: 'nonsense' })).toMatchObject({ status: 400, body: { message: 'Invalid Promo Code' } });
    expect((await choose(admin, 'basic', { promoCode: 'faith20', discount: 90 })).body).toMatchObject({ discount: 20 });
    expect(await books(id)).toMatchObject({ usedPromoCodes: [] });
    expect(await seen(admin)).toMatchObject({ promoCode: 'FAITH20' });
    expect((await choose(admin, 'standard', { promoCode: 'FAITH20' })).body).toMatchObject({ discount: 20 });
    expect((await choose(admin, 'standard')).body).toMatchObject({ discount: 0 });
    await subscribe(admin, 'standard', { promoCode: 'FAITH20' });
    expect(await seen(admin)).toMatchObject({ price: '64.00', promoCode: null });
    expect(await books(id)).toMatchObject({ usedPromoCodes: ['FAITH20'], subscriptionPrice: '64.00' });
    expect(await choose(admin, 'premium', { promoCode: 'Faith20' })).toMatchObject({ status: 409, body: { message: 'This promo code has already been used by your organization.' } });
    expect((await choose(admin, 'premium')).body).toMatchObject({ clientSecret: null, discount: 20 });
    expect(await seen(admin)).toMatchObject({ planId: 'premium', price: '143.20' });
    expect(stripe.account.subscription(subscriptionsOf(id)[0]!.id).coupon).toBe('church-connect-20-percent');
  });

  it('named at registration waits for the subscription', async () => {
    const { id, admin } = await church();
    await app.database.asSuperuser(`update organization set promo_code = 'HOPE20' where id = '${id}'`);
    expect(await seen(admin)).toMatchObject({ promoCode: 'HOPE20' });
    await app.person(id, { email: `plain${serial}@paying.test` });
    expect(await seen(app.as(`plain${serial}@paying.test`))).toMatchObject({ promoCode: null });
  });
});

describe('the webhook', () => {
  it('ends in the same state whatever the order, five times each, with one effect and one letter each', async () => {
    const { id, admin, email } = await church();
    const { body } = await choose(admin, 'basic', { promoCode: 'FAITH20' });
    stripe.account.confirm(body.clientSecret!, card);
    stripe.account.endTrial(subscriptionsOf(id)[0]!.id, true);
    const once = [...eventsOf(id)];
    const states: object[] = [];
    const clear = `update organization set stripe_subscription_id = null, subscription_status = 'trial', subscription_plan = 'basic', used_promo_codes = '{}', promo_code = 'FAITH20', trial_ends_at = now(), card_trial_used_at = null where id = '${id}'`;
    for (const order of [once, [...once].reverse(), [...once].sort((a, b) => a.type.localeCompare(b.type))]) {
      await app.database.asSuperuser(`${clear}; delete from stripe_event where organization_id = '${id}'`);
      const answers = await Promise.all([...order, ...order, ...order, ...order, ...order].map((event) => stripe.deliver(app.url, event)));
      expect(new Set(answers)).toEqual(new Set([200]));
      const { updatedAt: _, ...state } = await books(id);
      states.push(state);
      const kept = await app.database.asSuperuser<{ n: number }>(`select count(*)::int as n from stripe_event where organization_id = '${id}'`);
      expect(kept).toEqual([{ n: once.length }]);
    }
    expect(states[0]).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'basic', subscriptionPrice: '28.00', usedPromoCodes: ['FAITH20'] });
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    expect((await actions(admin)).filter((action) => action === 'subscription-started')).toHaveLength(3); // one for each time that everything was forgotten
    expect((await letters(email, 3)).filter((subject) => subject.includes('has subscribed'))).toHaveLength(3);
  });

  it('is refused without a right, recent signature over the very bytes', async () => {
    const { id, admin } = await church();
    await choose(admin, 'basic');
    const event = eventsOf(id)[0]!;
    const now = Math.floor(Date.now() / 1000);
    expect(await stripe.deliver(app.url, event, { secret: 'whsec_other' })).toBe(400);
    expect(await stripe.deliver(app.url, event, { signedAt: now - 310 })).toBe(400);
    expect(await stripe.deliver(app.url, event, { signedAt: now - 290 })).toBe(200);
    const send = (body: string | undefined, headers: Record<string, string>) => app.visitor.send('POST', '/api/stripe/webhook', body, headers);
    for (const headers of [{}, { 'stripe-signature': '' }, { 'stripe-signature': 't=1,v1=00' }, { 'content-type': 'text/plain', 'stripe-signature': 'x' }, { 'content-type': 'application/json' }]) {
      for (const body of ['{"id":"evt_1"}', '{', undefined]) expect((await send(body, headers as Record<string, string>)).status).toBe(400);
    }
    const { body: altered, signature } = signed(event);
    expect((await send(altered.replace('evt_', 'evt_x'), { 'stripe-signature': signature })).status).toBe(400);
    expect((await app.visitor.send('POST', '/api/login', '{}', { 'content-type': 'application/x-stripe-event' })).status).toBe(415);
  });

  it('finds the church by its customer record and by nothing that the event says', async () => {
    const [one, other] = [await church(), await church()];
    const { body } = await choose(one.admin, 'premium');
    stripe.account.confirm(body.clientSecret!, card);
    const event = eventsOf(one.id).at(-1)!;
    const lying = { ...event, id: 'evt_lying', object: { ...event.object, metadata: { organization: other.id } } };
    expect(await stripe.deliver(app.url, lying)).toBe(200);
    expect(await seen(one.admin)).toMatchObject({ planId: 'premium' });
    expect(await seen(other.admin)).toMatchObject({ planId: null });
    expect(await stripe.deliver(app.url, { ...event, id: 'evt_stranger', object: { ...event.object, customer: 'cus_stranger' } })).toBe(200);
  });

  it('asks Stripe to send again what could not be done', async () => {
    const { id, admin } = await church();
    const { body } = await choose(admin, 'basic');
    stripe.account.confirm(body.clientSecret!, card);
    stripe.isBroken = true;
    const event = eventsOf(id).at(-1)!;
    expect(await stripe.deliver(app.url, event)).toBe(503);
    stripe.isBroken = false;
    expect(await seen(admin)).toMatchObject({ planId: null });
    expect(await stripe.deliver(app.url, event)).toBe(200);
    expect(await seen(admin)).toMatchObject({ planId: 'basic' });
  });
});

describe('without keys', () => {
  it('everything else works, and the page can say that card payments are not set up', async () => {
    const logged: string[] = [];
    const plain = await startApp({ logger: pino({ level: 'warn' }, new Writable({ write: (chunk, _, done) => { logged.push(String(chunk)); done(); } })) });
    const id = await plain.church('plain');
    await plain.person(id, { email: 'admin@plain.test', role: 'admin' });
    const admin = plain.as('admin@plain.test');
    expect((await admin.get<Subscription>('/api/subscription')).body).toMatchObject({ isSetUp: false, publishableKey: null });
    expect(await choose(admin, 'basic')).toMatchObject({ status: 503, body: { code: 'payments-not-set-up', message: expect.stringContaining('not set up') } });
    expect((await admin.get('/api/church/standing')).headers.get('content-security-policy')).not.toContain('stripe');
    expect(await stripe.deliver(plain.url, { id: 'evt_1', type: 'invoice.paid', customer: 'cus', object: {} })).toBe(400);
    expect(logged.join('')).toContain('a webhook with a bad or missing signature was refused');
    await plain.close();
  });
});

/** Subjects of the letters to an address, once there are so many. */
async function letters(to: string, atLeast: number): Promise<string[]> {
  const outbox = path.join(app.config.DATA_DIR, 'outbox');
  for (let tries = 0; ; tries++) {
    const all = fs.existsSync(outbox) ? fs.readdirSync(outbox).map((file) => fs.readFileSync(path.join(outbox, file), 'utf8')) : [];
    const subjects = all.filter((text) => text.includes(`To: ${to}`)).map((text) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(text)![1]!.replaceAll(/\r?\n /g, ' '));
    if (subjects.length >= atLeast || tries > 200) return subjects;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
