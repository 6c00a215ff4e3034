import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanPreview, SubscriptionInvoice } from '#libs/contracts';
import { waitForEmail } from '../../support/email/emails.js';
import { expectInLog } from '../../support/program/log.js';
import { choose, PayingChurches, readPlan } from '../../support/stripe/churches.js';
import { until } from '../../support/until.js';

expectInLog(/"message":"Stripe refused or was away"/);

let paying: PayingChurches;
beforeAll(async () => {
  paying = await PayingChurches.start();
});
afterAll(() => paying.stop());

/** Waits for an email that is sent after all others, and returns the subjects of all emails. */
const subjects = async (email: string, last: { from: () => Promise<unknown>; says: string }) => {
  await last.from();
  return until(async () => {
    const all = await paying.emails(email, 1);
    return all.some((subject) => subject.includes(last.says)) && all;
  }, `no email says "${last.says}"`);
};

describe('an email to the admins', () => {
  it('is sent once, three days before the first charge', async () => {
    const { id, admin, email } = await paying.church({ plan: 'standard' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.tellTrialEnd(sub!.id);
    await paying.hear(id, 5);
    await admin.post('/api/subscription/refresh');
    const all = await subjects(email, {
      from: () => admin.post('/api/subscription/cancel'),
      says: 'was canceled',
    });
    expect(all.filter((subject) => subject.includes('free trial'))).toHaveLength(1);
    const { text } = await waitForEmail(
      paying.app,
      email,
      all.find((subject) => subject.includes('free trial'))!,
    );
    expect(text).toContain('will be charged $80.00 for the Standard plan');
    expect(text).toMatch(/http\S+\/subscribe/);
  });

  it('is sent before the first charge even if Stripe’s event was lost', async () => {
    const { id, email } = await paying.church({ plan: 'basic' });
    const canceled = await paying.church({ plan: 'basic' });
    await canceled.admin.post('/api/subscription/cancel');
    for (const church of [id, canceled.id]) {
      paying.stripe.account.tellTrialEnd(paying.subscriptionsOf(church)[0]!.id);
      await paying.app.database.asSuperuser(
        `update jobs.job set start_after = now() where name = 'check-subscription'
           and state = 'created' and data ->> 'organizationId' = '${church}'`,
      );
    }
    expect(
      await subjects(email, { from: () => Promise.resolve(), says: 'free trial' }),
    ).toHaveLength(2);
    const all = await subjects(canceled.email, {
      from: () =>
        canceled.admin
          .post('/api/subscription/resume')
          .then(() => canceled.admin.post('/api/subscription/cancel')),
      says: 'free trial',
    });
    // The email is sent only after the cancellation was undone.
    expect(all.filter((subject) => subject.includes('free trial'))).toHaveLength(1);
  });

  it('is sent if a payment fails, and when it arrives', async () => {
    const { id, admin, email, slug } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id, false);
    paying.stripe.account.charge(sub!.id, false); // Stripe repeats the charge without a request.
    await paying.hear(id, 5);
    const failed = await waitForEmail(paying.app, email, `A payment for Church ${slug} failed`);
    expect(failed.text).toContain('We could not charge $35.00');
    expect(failed.text).toContain(
      `Pay now:\nhttps://invoice.stripe.com/i/acct_test/${sub!.latest_invoice as string}`,
    );
    paying.stripe.account.charge(sub!.id, true);
    await paying.hear(id, 5);
    const arrived = await waitForEmail(paying.app, email, `A payment for Church ${slug} arrived`);
    expect(arrived.text).toMatch(
      /We received \$35\.00 for the Basic plan of Church paying-\d+\. The next payment is on/,
    );
    paying.stripe.account.charge(sub!.id, true);
    await paying.hear(id, 5);
    const laterSubjects = await subjects(email, {
      from: () => admin.post('/api/subscription/cancel'),
      says: 'was canceled',
    });
    // the payment of the next month
    expect(laterSubjects.filter((subject) => subject.includes('arrived'))).toHaveLength(1);
    expect(laterSubjects.filter((subject) => subject.includes('failed'))).toHaveLength(0);
  });

  it('is sent after a failed transaction if the event is sent again', async () => {
    const { id, email, slug } = await paying.church({ plan: 'basic' });
    const [sub] = paying.subscriptionsOf(id);
    paying.stripe.account.endTrial(sub!.id);
    const event = paying
      .eventsOf(id)
      .find(({ type }) => type === 'invoice.paid' && paying.eventsOf(id).length > 0)!;
    paying.stripe.isBroken = /GET \/v1\/customers/; // after the update of the church has begun
    expect(await paying.stripe.deliver(paying.app.url, event)).toBe(503);
    paying.stripe.isBroken = false;
    expect(await paying.stripe.deliver(paying.app.url, event)).toBe(200);
    expect(
      (await waitForEmail(paying.app, email, `A payment for Church ${slug} arrived`)).text,
    ).toContain('$35.00');
  });

  it('is also sent for a payment of an older invoice', async () => {
    const { id, email, slug } = await paying.church({ plan: 'basic' });
    const { account } = paying.stripe;
    const [sub] = paying.subscriptionsOf(id);
    account.endTrial(sub!.id, false);
    await paying.hear(id);
    const invoice = account.invoice(sub!.latest_invoice as string);
    sub!.latest_invoice = account.bill(sub!, 'subscription_cycle').id;
    account.pay(invoice, sub!, account.cardOf(sub!));
    await paying.hear(id);
    expect(
      (await waitForEmail(paying.app, email, `A payment for Church ${slug} arrived`)).text,
    ).toContain(`number ${invoice.number!}`);
  });

  it('is sent when the plan changes, whoever changes it', async () => {
    const { admin, email, slug } = await paying.church({ plan: 'basic' });
    await choose(admin, 'standard');
    const { text } = await waitForEmail(
      paying.app,
      email,
      `Church ${slug} has the Standard plan now`,
    );
    expect(text).toMatch(/was changed to Standard, \$80\.00 a month\. The next payment is on/);
  });
});

describe('the preview of a change of plan', () => {
  it('shows the amount that Stripe will charge', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const free = (await admin.post<PlanPreview>('/api/subscription/preview', { planId: 'premium' }))
      .body;
    expect(free).toMatchObject({
      lines: [{ amount: '179.00' }],
      total: '179.00',
      monthly: '179.00',
    });
    expect(free.dueAt).toBe((await readPlan(admin)).trialEndsAt);

    const { account } = paying.stripe;
    const [sub] = paying.subscriptionsOf(id);
    account.endTrial(sub!.id);
    const item = sub!.items.data[0]!;
    item.current_period_start -= 15 * 86_400;
    item.current_period_end -= 15 * 86_400;
    await admin.post('/api/subscription/refresh');
    const preview = (
      await admin.post<PlanPreview>('/api/subscription/preview', {
        planId: 'standard',
        promoCode: 'FAITH20',
      })
    ).body;
    expect(preview.lines.map(({ amount }) => amount)).toEqual(['-17.50', '40.00', '80.00']);
    expect(preview).toMatchObject({ total: '82.00', monthly: '64.00' });
    expect(sub!.items.data[0]!.price.unit_amount).toBe(3500);
    expect(
      (
        await choose(admin, 'standard', {
          promoCode: 'FAITH20',
          prorationDate: preview.prorationDate,
        })
      ).status,
    ).toBe(201);
    expect(
      paying.stripe.requests.some(
        ({ path, params }) =>
          path === `/v1/subscriptions/${sub!.id}` &&
          params.proration_date === String(preview.prorationDate),
      ),
    ).toBe(true);
    account.charge(sub!.id, true);
    expect(account.invoice(sub!.latest_invoice as string).amount_paid).toBe(8200);
  });

  it('cannot be requested for refused changes, or without a subscription', async () => {
    const { admin } = await paying.church({ plan: 'basic' });
    expect(await admin.post('/api/subscription/preview', { planId: 'basic' })).toMatchObject({
      status: 409,
    });
    expect(await admin.post('/api/subscription/preview', { planId: 'gold' })).toMatchObject({
      status: 400,
    });
    expect(
      await (await paying.church()).admin.post('/api/subscription/preview', { planId: 'basic' }),
    ).toMatchObject({ status: 409 });
  });
});

describe('invoices', () => {
  it('are listed with number, date, amount, state and file, newest first', async () => {
    const { id, admin } = await paying.church({ plan: 'basic' });
    const { account } = paying.stripe;
    const [sub] = paying.subscriptionsOf(id);
    account.endTrial(sub!.id);
    account.charge(sub!.id, false);
    const { body } = await admin.get<SubscriptionInvoice[]>('/api/subscription/invoices');
    expect(body.map(({ amount, status }) => [amount, status])).toEqual([
      ['35.00', 'open'],
      ['35.00', 'paid'],
      ['0.00', 'paid'],
    ]);
    for (const { number, date, pdfUrl } of body)
      expect([number, new Date(date).getTime() <= Date.now(), pdfUrl]).toEqual([
        expect.stringMatching(/-000\d$/),
        true,
        expect.stringMatching(/^https:.*\/pdf$/),
      ]);
    expect(body.map(({ payUrl }) => payUrl !== null)).toEqual([true, false, false]);
  });
});
