import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BillingPortal, PromoCodeChecked, Standing, Subscription } from '#libs/contracts';
import { expectInLog } from '../../support/program/log.js';
import { actions, card, choose, PayingChurches, seen } from '../../support/stripe/churches.js';
import { until } from '../../support/until.js';

expectInLog(/"message":"Stripe refused or was away".*"statusCode":500/);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => {
  paying.stripe.isBroken = false;
  paying.stripe.delay = 0;
});

const daysFromNow = (at: string) => Math.round((new Date(at).getTime() - Date.now()) / 86_400_000);

describe('a church that subscribes', () => {
  it('has its plan as soon as the card is confirmed', async () => {
    const { id, admin } = await paying.church();
    const made = await choose(admin, 'standard', { discount: 99 });
    expect(made).toMatchObject({
      status: 201,
      body: { clientSecret: expect.stringMatching(/^seti_.+_secret_/), discount: 0 },
    });
    expect(daysFromNow(made.body.trialEndsAt!)).toBe(7);
    expect(await seen(admin)).toMatchObject({
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
    expect(await seen(admin)).toMatchObject({ planId: null, isByCard: false });

    paying.stripe.account.confirm(made.body.clientSecret!, card);
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

  it('has its plan by events alone if the browser does not return', async () => {
    const { id, admin } = await paying.church();
    const { body } = await choose(admin, 'premium');
    paying.stripe.account.confirm(body.clientSecret!, card);
    for (const event of paying.eventsOf(id)) await paying.stripe.deliver(paying.app.url, event);
    expect(await seen(admin)).toMatchObject({ planId: 'premium', status: 'trial', isByCard: true });
  });

  it('keeps a longer trial, and does not become read-only after it', async () => {
    const { id, admin } = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set trial_ends_at = now() + interval '15 days' where id = '${id}'`,
    );
    expect(daysFromNow((await choose(admin, 'basic')).body.trialEndsAt!)).toBe(15);
    await paying.subscribe(admin, 'basic');
    expect(daysFromNow((await seen(admin)).trialEndsAt!)).toBe(15);
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

  it('has one subscription after many attempts; other plans change it', async () => {
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
    expect(await seen(admin)).toMatchObject({ planId: 'premium' });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
  });

  it('changes its plan without a new card or trial, unless it is too large', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const { trialEndsAt } = await seen(admin);
    expect(await choose(admin, 'standard')).toMatchObject({
      status: 201,
      body: { clientSecret: null },
    });
    expect(await seen(admin)).toMatchObject({ planId: 'standard', price: '80.00', trialEndsAt });
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
    expect(await seen(admin)).toMatchObject({ planId: 'standard' });
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
    expect(await actions(admin)).toContain('plan-changed');
  });

  it('can keep an agreed limit as long as the plan stays', async () => {
    const { id, admin } = await paying.church();
    await paying.owner.put(`/api/organizations/${id}`, { memberLimit: 120 });
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
    expect(await seen(admin)).toMatchObject({ planId: null, status: 'canceled', isByCard: false });
    expect((await admin.get<Standing>('/api/church/standing')).body).toMatchObject({
      state: 'read-only',
      notice: expect.stringContaining('has ended'),
    });
    const words = await paying.emails(email, 4);
    for (const part of ['has subscribed to Church Connect', 'was canceled', 'has ended'])
      expect(words).toEqual(expect.arrayContaining([expect.stringContaining(part)]));

    // back again: the one trial was used, so the first month is paid at once
    const again = await choose(admin, 'basic');
    expect(again.body).toMatchObject({
      clientSecret: expect.stringMatching(/^pi_.+_secret_/),
      trialEndsAt: null,
    });
    expect((await choose(admin, 'basic')).body.clientSecret).toBe(again.body.clientSecret);
    expect(await seen(admin)).toMatchObject({ planId: null, status: 'canceled' });
    paying.stripe.account.confirm(again.body.clientSecret!, card);
    await admin.post('/api/subscription/refresh');
    expect(await seen(admin)).toMatchObject({ planId: 'basic', status: 'active', isByCard: true });
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
    expect(await seen(admin)).toMatchObject({ status: 'past_due', planId: 'basic' });
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
    expect(await seen(admin)).toMatchObject({ status: 'active' });
    expect((await write()).status).toBe(201);
  });

  it('sees Stripe’s reason for a declined card, or that Stripe is away', async () => {
    const { id, admin } = await paying.church();
    paying.stripe.isBroken = true;
    expect(await choose(admin, 'basic', { promoCode: 'FAITH20' })).toMatchObject({
      status: 503,
      body: { code: 'payments-away', message: expect.stringContaining('Nothing was charged') },
    });
    paying.stripe.isBroken = false;
    expect(await paying.books(id)).toMatchObject({ subscriptionStatus: 'trial' });
    expect((await choose(admin, 'basic')).status).toBe(201);
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
  });

  it('that returns pays once, and never loses a payment', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    const first = (await choose(admin, 'basic')).body.clientSecret!;
    const second = (await choose(admin, 'premium')).body.clientSecret!;
    expect(() => paying.stripe.account.confirm(first, card)).toThrow('canceled');
    // the browser does not come back, and somebody else chooses
    paying.stripe.account.confirm(second, card);
    expect((await choose(admin, 'standard')).body).toEqual({
      clientSecret: null,
      discount: 0,
      trialEndsAt: null,
    });
    expect(paying.subscriptionsOf(id).map(({ status }) => status)).toEqual([
      'canceled',
      'incomplete_expired',
      'active',
    ]);
    expect(await seen(admin)).toMatchObject({ planId: 'standard', status: 'active' });
  });

  it('sees that a subscription has ended, also while it subscribes again', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    await choose(admin, 'standard');
    expect(await seen(admin)).toMatchObject({ status: 'canceled', planId: null });
    expect((await admin.get<Standing>('/api/church/standing')).body.state).toBe('read-only');
  });

  it('keeps its subscription while its card is replaced', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.askForNewCard(sub!.id);
    expect((await choose(admin, 'standard')).body).toMatchObject({ clientSecret: null });
    expect((await admin.post('/api/subscription/cancel')).status).toBe(200);
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
  });

  it('is checked at Stripe if events are lost, by the page and by a job', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    const jobs = () =>
      paying.app.database.asSuperuser<{ id: string; start_after: Date }>(
        `select id, start_after from jobs.job where name = 'check-subscription'
           and state = 'created' and data ->> 'organizationId' = '${id}' order by start_after desc`,
      );
    const [job, reminder] = await jobs();
    expect([job!, reminder!].map(({ start_after: at }) => daysFromNow(at.toISOString()))).toEqual([
      7, 4,
    ]);
    paying.stripe.account.endTrial(sub!.id, false);
    expect(await seen(admin)).toMatchObject({ status: 'trial' });
    await paying.app.database.asSuperuser(
      `update organization set trial_ends_at = now() - interval '1 minute' where id = '${id}'`,
    );
    expect(await seen(admin)).toMatchObject({ status: 'past_due' });
    paying.stripe.account.charge(sub!.id, true);
    await paying.app.database.asSuperuser(
      `update jobs.job set start_after = now() where id = '${job!.id}'`,
    );
    await until(async () => (await paying.books(id)).subscriptionStatus === 'active');
  });

  it('that canceled at Stripe can keep its subscription, too', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.cancelInPortal(paying.subscriptionsOf(id)[0]!.id);
    expect(
      (await admin.post<Subscription>('/api/subscription/refresh')).body.endsAt,
    ).not.toBeNull();
    expect((await admin.post<Subscription>('/api/subscription/resume')).body.endsAt).toBeNull();
  });

  it('keeps the plan that Stripe charges, whatever else is attempted', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    expect(
      await paying.owner.put(`/api/organizations/${id}`, { subscriptionPlan: 'premium' }),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining('pays by card') } });
    expect(
      (
        await paying.owner.put(`/api/organizations/${id}`, {
          subscriptionPlan: 'basic',
          memberLimit: 120,
        })
      ).status,
    ).toBe(200);
    await paying.app.database.asSuperuser(
      `insert into app_user (organization_id, id, email, first_name, last_name, is_approved)
         select '${id}', gen_random_uuid(), 'm' || n || '@agreed.test', 'M', 'N', true
         from generate_series(1, 110) n`,
    );
    await admin.post('/api/subscription/cancel');
    expect((await choose(admin, 'basic')).status).toBe(201);
    expect(await seen(admin)).toMatchObject({ planId: 'basic', endsAt: null });
  });

  it('leaves nothing behind from an abandoned attempt', async () => {
    const { id, admin } = await paying.church();
    await choose(admin, 'basic');
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id);
    for (const event of paying.eventsOf(id)) await paying.stripe.deliver(paying.app.url, event);
    expect(await seen(admin)).toMatchObject({ planId: null, status: 'trial', trialDays: 7 });
    await paying.subscribe(admin, 'basic');
    expect(await seen(admin)).toMatchObject({ planId: 'basic', status: 'trial' });
    expect(daysFromNow((await seen(admin)).trialEndsAt!)).toBe(7);
  });
});

describe('a promo code', () => {
  it('is checked in any case, and guessing is slowed down', async () => {
    expect(
      await paying.app.visitor.post<PromoCodeChecked>('/api/promo-codes/check', {
        code: ' faith20 ',
      }),
    ).toMatchObject({ status: 200, body: { code: 'FAITH20', discount: 20 } });
    for (const code of ['', 'nothing', 'FAITH2', 'FAITH20,HOPE20'])
      expect(await paying.app.visitor.post('/api/promo-codes/check', { code })).toMatchObject({
        status: 400,
        body: { message: 'Invalid Promo Code' },
      });
    for (let tries = 0; tries < 3; tries++)
      await paying.app.visitor.post('/api/promo-codes/check', { code: 'guess' });
    expect(
      (await paying.app.visitor.post('/api/promo-codes/check', { code: 'FAITH20' })).status,
    ).toBe(429);
    await paying.app.database.asSuperuser('delete from sign_in_failure');
  });

  it('is reserved by an attempt, and used up by the confirmed card', async () => {
    const { id, admin } = await paying.church();
    expect(await choose(admin, 'basic', { promoCode: 'nonsense' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Promo Code' },
    });
    expect(
      (await choose(admin, 'basic', { promoCode: 'faith20', discount: 90 })).body,
    ).toMatchObject({ discount: 20 });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: [] });
    expect(await seen(admin)).toMatchObject({ promoCode: 'FAITH20' });
    expect((await choose(admin, 'standard', { promoCode: 'FAITH20' })).body).toMatchObject({
      discount: 20,
    });
    expect((await choose(admin, 'standard')).body).toMatchObject({ discount: 0 });
    await paying.subscribe(admin, 'standard', { promoCode: 'FAITH20' });
    expect(await seen(admin)).toMatchObject({ price: '64.00', promoCode: null });
    expect(await paying.books(id)).toMatchObject({
      usedPromoCodes: ['FAITH20'],
      subscriptionPrice: '64.00',
    });
    expect(await choose(admin, 'premium', { promoCode: 'Faith20' })).toMatchObject({
      status: 409,
      body: { message: 'This promo code has already been used by your organization.' },
    });
    expect((await choose(admin, 'premium')).body).toMatchObject({
      clientSecret: null,
      discount: 20,
    });
    expect(await seen(admin)).toMatchObject({ planId: 'premium', price: '143.20' });
    expect(paying.couponsOf(paying.subscriptionsOf(id)[0]!)).toEqual(['church-connect-20-percent']);
  });

  it('is used once by a subscription; an expired one blocks nobody', async () => {
    const { id, admin } = await paying.church();
    await paying.subscribe(admin, 'basic', { promoCode: 'FAITH20' });
    expect(await choose(admin, 'standard', { promoCode: 'HOPE20' })).toMatchObject({
      status: 409,
      body: { message: 'Your subscription has its discount already.' },
    });
    expect(await paying.books(id)).toMatchObject({ usedPromoCodes: ['FAITH20'] });
    const other = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'EASTER' where id = '${other.id}'`,
    );
    expect(await seen(other.admin)).toMatchObject({ promoCode: null });
  });

  it('named at registration waits for the subscription', async () => {
    const { id, admin, slug } = await paying.church();
    await paying.app.database.asSuperuser(
      `update organization set promo_code = 'HOPE20' where id = '${id}'`,
    );
    expect(await seen(admin)).toMatchObject({ promoCode: 'HOPE20' });
    await paying.app.person(id, { email: `plain@${slug}.test` });
    expect(await seen(paying.app.as(`plain@${slug}.test`))).toMatchObject({ promoCode: null });
  });
});
