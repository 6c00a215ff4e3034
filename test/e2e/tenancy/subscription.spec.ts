import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BillingPortal, Standing, Subscription } from '#libs/contracts';
import { expectInLog } from '../../support/program/log.js';
import {
  actions,
  card,
  choose,
  daysFromNow,
  PayingChurches,
  readPlan,
} from '../../support/stripe/churches.js';

expectInLog(/"message":"Stripe refused or was away".*"statusCode":500/);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => paying.repairStripe());

describe('a church that subscribes', () => {
  it('has its plan as soon as the card is confirmed', async () => {
    const { id, admin } = await paying.church();
    const created = await choose(admin, 'standard', { discount: 99 });
    expect(created).toMatchObject({
      status: 201,
      body: { clientSecret: expect.stringMatching(/^seti_.+_secret_/), discount: 0 },
    });
    expect(daysFromNow(created.body.trialEndsAt!)).toBe(7);
    expect(await readPlan(admin)).toMatchObject({
      isSetUp: true,
      publishableKey: 'pk_test_double',
      planId: null,
      isByCard: false,
      trialDays: 7,
    });
    expect(await paying.books(id)).toMatchObject({
      subscriptionPlan: 'basic',
      subscriptionStatus: 'trial',
    });
    for (const event of paying.eventsOf(id))
      expect(await paying.stripe.deliver(paying.app.url, event)).toBe(200);
    expect(await readPlan(admin)).toMatchObject({ planId: null, isByCard: false });

    paying.stripe.account.confirm(created.body.clientSecret!, card);
    expect((await admin.post<Subscription>('/api/subscription/refresh')).body).toMatchObject({
      planId: 'standard',
      status: 'trial',
      isByCard: true,
      price: '80.00',
      trialDays: 0,
    });
    expect(await paying.books(id)).toMatchObject({
      subscriptionPlan: 'standard',
      subscriptionTier: 'standard',
      subscriptionPrice: '80.00',
      memberLimit: 300,
    });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
    expect(await actions(admin)).toContain('subscription-started');
  });

  it('gets its plan by the events from Stripe, even if the browser does not return', async () => {
    const { id, admin } = await paying.church();
    const { body } = await choose(admin, 'premium');
    paying.stripe.account.confirm(body.clientSecret!, card);
    for (const event of paying.eventsOf(id)) await paying.stripe.deliver(paying.app.url, event);
    expect(await readPlan(admin)).toMatchObject({
      planId: 'premium',
      status: 'trial',
      isByCard: true,
    });
  });

  it('keeps a longer trial, and is not read-only after it', async () => {
    const { id, admin } = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set trial_ends_at = now() + interval '15 days' where id = '${id}'`,
    );
    expect(daysFromNow((await choose(admin, 'basic')).body.trialEndsAt!)).toBe(15);
    await paying.subscribe(admin, 'basic');
    expect(daysFromNow((await readPlan(admin)).trialEndsAt!)).toBe(15);
    await paying.app.database.asSuperuser(
      `update organization set trial_ends_at = now() - interval '1 minute' where id = '${id}'`,
    );
    expect((await admin.get<Standing>('/api/church/standing')).body).toEqual({
      state: 'open',
      notice: null,
      canPay: false,
      trialDaysLeft: null,
    });
  });

  it('has one subscription after many attempts, and keeps it with another plan', async () => {
    const { id, admin } = await paying.church();
    paying.stripe.delay = 20;
    const answers = await Promise.all([
      choose(admin, 'basic'),
      choose(admin, 'basic'),
      choose(admin, 'standard'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
    paying.stripe.delay = 0;
    await paying.subscribe(admin, 'premium');
    expect(await readPlan(admin)).toMatchObject({ planId: 'premium' });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
  });

  it('changes its plan without a new card or trial, if the plan has enough room', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const { trialEndsAt } = await readPlan(admin);
    expect(await choose(admin, 'standard')).toMatchObject({
      status: 201,
      body: { clientSecret: null },
    });
    expect(await readPlan(admin)).toMatchObject({
      planId: 'standard',
      price: '80.00',
      trialEndsAt,
    });
    expect(await paying.books(id)).toMatchObject({ memberLimit: 300 });
    expect(await choose(admin, 'standard')).toMatchObject({
      status: 409,
      body: { message: 'Your church has the Standard plan already.' },
    });
    await paying.app.database.asSuperuser(
      `insert into app_user (organization_id, id, email, first_name, last_name, is_approved)
         select '${id}', gen_random_uuid(), 'm' || n || '@crowd.test', 'M', 'N', true
         from generate_series(1, 119) n`,
    );
    expect(await choose(admin, 'basic')).toMatchObject({
      status: 409,
      body: {
        message:
          'Your church has 120 members; the Basic plan has room for 100. The Standard plan ' +
          'would do.',
      },
    });
    expect(await readPlan(admin)).toMatchObject({ planId: 'standard' });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
    expect(await actions(admin)).toContain('plan-changed');
  });

  it('keeps an agreed member limit if it subscribes to the same plan', async () => {
    const { id, admin } = await paying.church();
    await paying.superAdmin.put(`/api/organizations/${id}`, { memberLimit: 120 });
    await paying.subscribe(admin, 'basic');
    expect(await paying.books(id)).toMatchObject({ subscriptionPlan: 'basic', memberLimit: 120 });
  });

  it('can cancel for the end of the period, undo this, and gets emails', async () => {
    const { id, admin, email } = await paying.church({ plan: 'basic' });
    expect((await admin.post<Subscription>('/api/subscription/cancel')).body).toMatchObject({
      planId: 'basic',
      renewsAt: null,
      endsAt: expect.any(String),
    });
    expect((await admin.post<Subscription>('/api/subscription/resume')).body).toMatchObject({
      endsAt: null,
      renewsAt: expect.any(String),
    });
    await admin.post('/api/subscription/cancel');
    expect((await admin.get<Standing>('/api/church/standing')).body.state).toBe('open');
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    await paying.stripe.deliver(paying.app.url, paying.eventsOf(id).at(-1)!);
    expect(await readPlan(admin)).toMatchObject({
      planId: null,
      status: 'canceled',
      isByCard: false,
    });
    expect((await admin.get<Standing>('/api/church/standing')).body).toMatchObject({
      state: 'read-only',
      notice: expect.stringContaining('has ended'),
    });
    const words = await paying.emails(email, 4);
    for (const part of ['has subscribed to Church Connect', 'was canceled', 'has ended'])
      expect(words).toEqual(expect.arrayContaining([expect.stringContaining(part)]));

    // The church subscribes again. It has used its trial, so it pays for the first month at once.
    const secondAnswer = await choose(admin, 'basic');
    expect(secondAnswer.body).toMatchObject({
      clientSecret: expect.stringMatching(/^pi_.+_secret_/),
      trialEndsAt: null,
    });
    expect((await choose(admin, 'basic')).body.clientSecret).toBe(secondAnswer.body.clientSecret);
    expect(await readPlan(admin)).toMatchObject({ planId: null, status: 'canceled' });
    paying.stripe.account.confirm(secondAnswer.body.clientSecret!, card);
    await admin.post('/api/subscription/refresh');
    expect(await readPlan(admin)).toMatchObject({
      planId: 'basic',
      status: 'active',
      isByCard: true,
    });
    expect(paying.subscriptionsOf(id)).toHaveLength(2);
  });

  it('is read-only after a failed payment until it pays', async () => {
    const { id, admin, email, slug } = await paying.church({ plan: 'basic' });
    await paying.app.person(id, { email: `office@${slug}.test`, role: 'secretary' });
    const write = () =>
      paying.app.as(`office@${slug}.test`).post('/api/fundraisers', {
        title: `Roof ${Math.random()}`,
        description: 'A new roof for us',
        goal: '100',
      });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id, false);
    for (const event of paying.eventsOf(id).slice(-2))
      await paying.stripe.deliver(paying.app.url, event);
    expect(await readPlan(admin)).toMatchObject({ status: 'past_due', planId: 'basic' });
    expect(await write()).toMatchObject({ status: 403, body: { code: 'read-only' } });
    expect((await admin.post<BillingPortal>('/api/subscription/portal')).body.url).toBe(
      `${paying.stripe.url}/p/session/test`,
    );
    expect(await paying.emails(email, 2)).toEqual(
      expect.arrayContaining([expect.stringContaining('failed')]),
    );
    paying.stripe.account.charge(sub!.id, true);
    for (const event of paying.eventsOf(id).slice(-2))
      await paying.stripe.deliver(paying.app.url, event);
    expect(await readPlan(admin)).toMatchObject({ status: 'active' });
    expect((await write()).status).toBe(201);
  });
});
