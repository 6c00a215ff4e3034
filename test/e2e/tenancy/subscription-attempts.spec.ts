import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Standing, Subscription } from '#libs/contracts';
import { expectInLog } from '../../support/program/log.js';
import {
  card,
  choose,
  daysFromNow,
  PayingChurches,
  readPlan,
} from '../../support/stripe/churches.js';
import { until } from '../../support/until.js';

expectInLog(/"message":"Stripe refused or was away".*"statusCode":500/);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());
beforeEach(() => paying.repairStripe());

describe('a church that subscribes', () => {
  it('gets an explanation if Stripe does not answer, and can then try again', async () => {
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

  it('has one paid subscription if it chose two plans after its last one ended', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    const first = (await choose(admin, 'basic')).body.clientSecret!;
    const second = (await choose(admin, 'premium')).body.clientSecret!;
    expect(() => paying.stripe.account.confirm(first, card)).toThrow('canceled');
    // The browser does not return after the payment, and another admin chooses a plan.
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
    expect(await readPlan(admin)).toMatchObject({ planId: 'standard', status: 'active' });
  });

  it('sees that a subscription has ended, even while it subscribes again', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    paying.stripe.account.endSubscription(paying.subscriptionsOf(id)[0]!.id);
    await choose(admin, 'standard');
    expect(await readPlan(admin)).toMatchObject({ status: 'canceled', planId: null });
    expect((await admin.get<Standing>('/api/church/standing')).body.state).toBe('read-only');
  });

  it('gets no second subscription if it changes the plan while a card is replaced', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.askForNewCard(sub!.id);
    expect((await choose(admin, 'standard')).body).toMatchObject({ clientSecret: null });
    expect((await admin.post('/api/subscription/cancel')).status).toBe(200);
    expect(paying.subscriptionsOf(id)).toHaveLength(1);
  });

  it('is checked at Stripe by the page and by a job, in case events are lost', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    const jobs = () =>
      paying.app.database.asSuperuser<{ id: string; start_after: Date }>(
        `select id, start_after from jobs.job where name = 'check-subscription'
           and state = 'created' and data ->> 'organizationId' = '${id}' order by start_after desc`,
      );
    const [job, reminder] = await jobs();
    expect(
      [job!, reminder!].map(({ start_after: startAfter }) => daysFromNow(startAfter.toISOString())),
    ).toEqual([7, 4]);
    paying.stripe.account.endTrial(sub!.id, false);
    expect(await readPlan(admin)).toMatchObject({ status: 'trial' });
    await paying.app.database.asSuperuser(
      `update organization set trial_ends_at = now() - interval '1 minute' where id = '${id}'`,
    );
    expect(await readPlan(admin)).toMatchObject({ status: 'past_due' });
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

  it('has the plan that Stripe charges, whatever else is attempted', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    expect(
      await paying.superAdmin.put(`/api/organizations/${id}`, { subscriptionPlan: 'premium' }),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining('pays by card') } });
    expect(
      (
        await paying.superAdmin.put(`/api/organizations/${id}`, {
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
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic', endsAt: null });
  });

  it('keeps its trial if it abandons an attempt', async () => {
    const { id, admin } = await paying.church();
    await choose(admin, 'basic');
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id);
    for (const event of paying.eventsOf(id)) await paying.stripe.deliver(paying.app.url, event);
    expect(await readPlan(admin)).toMatchObject({
      planId: null,
      status: 'trial',
      trialDays: 7,
    });
    await paying.subscribe(admin, 'basic');
    expect(await readPlan(admin)).toMatchObject({ planId: 'basic', status: 'trial' });
    expect(daysFromNow((await readPlan(admin)).trialEndsAt!)).toBe(7);
  });
});
