import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  BillingPortal,
  Organization,
  Standing,
  Subscription,
  SubscriptionInvoice,
} from '#libs/contracts';
import { expectInLog } from '../../support/program/log.js';
import { actions, card, choose, PayingChurches, readPlan } from '../../support/stripe/churches.js';
import { until } from '../../support/until.js';

expectInLog(
  /"message":"Stripe refused or was away"/,
  /"path":"\/api\/(create-subscription|subscription\/\w+)".*"code":"payments-\w+"/,
  /"message":"a church has two subscriptions in force at Stripe"/,
);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => paying.repairStripe());

const refresh = async (admin: { post: PayingChurches['superAdmin']['post'] }) =>
  (await admin.post<Subscription>('/api/subscription/refresh')).body;

describe('a subscription that is paused at Stripe', () => {
  it('is shown as paused, and can be resumed', async () => {
    const { id, admin, email } = await paying.church({ plan: 'standard' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.pause(sub!.id);
    await paying.hear(id);
    expect(await readPlan(admin)).toMatchObject({
      planId: 'standard',
      isPaused: true,
      isByCard: true,
      hasBilling: true,
    });
    expect(await paying.books(id)).toMatchObject({ subscriptionStatus: 'expired' });
    expect((await admin.get<Standing>('/api/church/standing')).body).toMatchObject({
      state: 'read-only',
      notice: expect.stringContaining('is paused. Please resume it'),
      canPay: true,
    });
    expect(await paying.emails(email, 2)).toEqual(
      expect.arrayContaining([expect.stringContaining('is paused')]),
    );
    expect(await choose(admin, 'premium')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('resume it first') },
    });
    expect((await admin.post<Subscription>('/api/subscription/resume')).body).toMatchObject({
      planId: 'standard',
      status: 'active',
      isPaused: false,
    });
    expect(
      paying.stripe.requests.some(
        ({ method, path }) => method === 'POST' && path === `/v1/subscriptions/${sub!.id}/resume`,
      ),
    ).toBe(true);
    expect((await admin.get<Standing>('/api/church/standing')).body.state).toBe('open');
    expect(await actions(admin)).toEqual(
      expect.arrayContaining(['subscription-paused', 'subscription-resumed']),
    );
  });

  it('needs a card to continue, or can be canceled immediately', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    const customer = paying.stripe.account.customer(sub!.customer as string);
    paying.stripe.account.pause(sub!.id);
    sub!.default_payment_method = customer.invoice_settings.default_payment_method = null;
    expect(await admin.post('/api/subscription/resume')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('add one under “Card and Invoices”') },
    });
    expect((await admin.post<BillingPortal>('/api/subscription/portal')).status).toBe(200);
    paying.stripe.account.replaceCardInPortal(customer.id);
    expect((await admin.post<Subscription>('/api/subscription/resume')).body).toMatchObject({
      status: 'active',
    });
    paying.stripe.account.pause(sub!.id);
    await paying.hear(id);
    expect((await admin.post<Subscription>('/api/subscription/cancel')).body).toMatchObject({
      status: 'canceled',
      isPaused: false,
      planId: null,
    });
  });

  it('still shows the card and the invoices after its end', async () => {
    const { id, admin, slug } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endTrial(paying.subscriptionsOf(id)[0]!.id);
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    await paying.hear(id);
    expect(await readPlan(admin)).toMatchObject({ planId: null, hasBilling: true });
    expect((await admin.post<BillingPortal>('/api/subscription/portal')).status).toBe(200);
    expect(
      (await admin.get<SubscriptionInvoice[]>('/api/subscription/invoices')).body[0],
    ).toMatchObject({
      amount: '35.00',
      status: 'paid',
      number: expect.stringMatching(/-0002$/),
      pdfUrl: expect.stringContaining('/pdf'),
    });
    await paying.app.person(id, { email: `plain@${slug}.test` });
    expect(await readPlan(paying.app.as(`plain@${slug}.test`))).toMatchObject({
      hasBilling: false,
    });
    expect(
      (await paying.app.as(`plain@${slug}.test`).get('/api/subscription/invoices')).status,
    ).toBe(403);
  });
});

describe('a payment', () => {
  it('is recognized at the next attempt if its confirmation was lost', async () => {
    const { id, admin } = await paying.church();
    const first = await choose(admin, 'standard', { promoCode: 'FAITH20' });
    paying.stripe.account.confirm(first.body.clientSecret!, card);
    expect(await choose(admin, 'standard', { promoCode: 'FAITH20' })).toMatchObject({
      status: 201,
      body: { clientSecret: null, discount: 20 },
    });
    expect(await readPlan(admin)).toMatchObject({
      planId: 'standard',
      isByCard: true,
      price: '64.00',
    });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: ['FAITH20'] });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);

    const other = await paying.church();
    paying.stripe.account.confirm((await choose(other.admin, 'basic')).body.clientSecret!, card);
    expect(await choose(other.admin, 'basic')).toMatchObject({
      status: 201,
      body: { clientSecret: null },
    });
    expect(await readPlan(other.admin)).toMatchObject({ planId: 'basic', isByCard: true });
  });

  it('that is due prevents a change of plan', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id, false);
    await paying.hear(id);
    for (const plan of ['standard', 'basic'])
      expect(await choose(admin, plan)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('A payment is owed') },
      });
    expect(await admin.post('/api/subscription/preview', { planId: 'standard' })).toMatchObject({
      status: 409,
    });
    expect(sub!.items.data[0]!.price.unit_amount).toBe(3500);
    paying.stripe.account.charge(sub!.id, true);
    expect(await choose(admin, 'standard')).toMatchObject({
      status: 201,
      body: { clientSecret: null },
    });
  });

  it('that cannot be voided causes another error than one in progress', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    expect((await choose(admin, 'basic')).status).toBe(201);
    paying.stripe.isBroken = /\/void$/;
    expect(await choose(admin, 'premium')).toMatchObject({
      status: 503,
      body: { code: 'payments-away' },
    });
    paying.stripe.isBroken = false;
    const sub = paying.subscriptionsOf(id).at(-1)!;
    const invoice = paying.stripe.account.invoice(sub.latest_invoice as string);
    invoice.status = 'draft';
    expect(await choose(admin, 'premium')).toMatchObject({
      status: 502,
      body: { code: 'payments-refused' },
    });
    invoice.status = 'paid'; // The subscription does not have this status yet.
    expect(await choose(admin, 'premium')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is under way') },
    });
  });
});

describe('a second active subscription', () => {
  it('is shown and announced once, until it ends', async () => {
    const { id, admin, email } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    const second = paying.stripe.account.addSubscription({
      customer: sub!.customer as string,
      items: [{ price: sub!.items.data[0]!.price.id }],
      payment_behavior: 'default_incomplete',
      metadata: { organization: id },
    });
    expect(await refresh(admin)).toMatchObject({ hasSecond: false }); // not paid yet
    second.status = 'active';
    expect(await refresh(admin)).toMatchObject({ hasSecond: true, planId: 'basic' });
    await refresh(admin);
    expect(
      (await paying.emails(email, 2)).filter((subject) => subject.includes('two subscriptions')),
    ).toHaveLength(1);
    expect(
      (await actions(admin)).filter((action) => action === 'second-subscription-found'),
    ).toHaveLength(1);
    paying.stripe.account.endSubscription(second.id);
    expect(await refresh(admin)).toMatchObject({ hasSecond: false, planId: 'basic' });
  });
});

describe('a card that replaced another one at Stripe', () => {
  it('is charged next, even if no event of Stripe has arrived', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const { account } = paying.stripe;
    const [sub] = paying.subscriptionsOf(id);
    const first = account.replaceCardInPortal(sub!.customer as string);
    account.endTrial(sub!.id);
    expect(account.paidWith.get(sub!.latest_invoice as string)).toBe(first);
    await paying.hear(id); // The card that paid is now the subscription's own.
    const second = account.replaceCardInPortal(sub!.customer as string);
    account.charge(sub!.id, true);
    expect(account.paidWith.get(sub!.latest_invoice as string)).toBe(second);
    expect(await readPlan(admin)).toMatchObject({ status: 'active' });
  });

  it('is charged instead of the subscription’s own card after an event', async () => {
    const { id } = await paying.church({ plan: 'basic' });
    const { account } = paying.stripe;
    const [sub] = paying.subscriptionsOf(id);
    sub!.default_payment_method = account.addCard(sub!.customer as string); // as in the past
    const newer = account.replaceCardInPortal(sub!.customer as string);
    await paying.hear(id);
    account.endTrial(sub!.id);
    expect(account.paidWith.get(sub!.latest_invoice as string)).toBe(newer);
  });
});

describe('the customer of a church at Stripe', () => {
  it('has the present name and address', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const customer = () =>
      paying.stripe.account.customer(paying.subscriptionsOf(id)[0]!.customer as string);
    await admin.post('/api/settings', { key: 'churchName', value: 'Grace on the Hill' });
    await admin.post('/api/settings', { key: 'email', value: 'office@hill.test' });
    await until(
      () => customer().name === 'Grace on the Hill' && customer().email === 'office@hill.test',
    );
    await paying.superAdmin.put(`/api/organizations/${id}`, {
      name: 'Grace in the Valley',
      email: null,
    });
    await until(() => customer().name === 'Grace in the Valley' && customer().email === null);
  });

  it('is charged while the church is paused, unless the payments are stopped', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    expect(await paying.books(id)).toMatchObject({
      paysByCard: true,
      isCollectionStopped: false,
      subscriptionRenewsAt: expect.any(String),
    });
    await paying.superAdmin.post(`/api/organizations/${id}/pause`, { reason: 'Non-payment' });
    expect(await paying.books(id)).toMatchObject({ isPaused: true, isCollectionStopped: false });
    await paying.superAdmin.post<Organization>(`/api/organizations/${id}/pause`, {
      reason: 'Non-payment',
      stopCollection: true,
    });
    await until(() => sub!.pause_collection?.behavior === 'void');
    expect(await readPlan(admin)).toMatchObject({ isCollectionStopped: true });
    paying.stripe.account.charge(sub!.id, true);
    expect(paying.stripe.account.invoice(sub!.latest_invoice as string).status).toBe('void');
    await paying.superAdmin.post(`/api/organizations/${id}/resume`);
    await until(() => sub!.pause_collection === null);
    expect(await readPlan(admin)).toMatchObject({ isCollectionStopped: false });
  });

  it('keeps a pause of the payments that was set at Stripe', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    sub!.pause_collection = { behavior: 'keep_as_draft', resumes_at: null };
    await admin.post('/api/settings', { key: 'churchName', value: 'Berea' });
    await until(() => paying.stripe.account.customer(sub!.customer as string).name === 'Berea');
    await paying.superAdmin.post(`/api/organizations/${id}/pause`, { reason: 'Away' });
    await paying.superAdmin.post(`/api/organizations/${id}/resume`);
    await admin.post('/api/settings', { key: 'churchName', value: 'Berea Chapel' });
    await until(
      () => paying.stripe.account.customer(sub!.customer as string).name === 'Berea Chapel',
    );
    expect(sub!.pause_collection).toEqual({ behavior: 'keep_as_draft', resumes_at: null });
  });
});
