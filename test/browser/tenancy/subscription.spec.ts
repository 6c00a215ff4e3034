import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectInLog } from '../../support/program/log.js';
import { couponShape, discountShape } from '../../support/stripe/shapes.js';
import { until } from '../../support/until.js';
import { standInForStripe } from './stripe.js';
import { describeWithStripe } from './with-stripe.js';
import { goTo, open, violations } from '../support.js';
import { expectToFit } from '../steps/layout.js';

expectInLog(/"message":"a church has two subscriptions in force at Stripe"/);

describeWithStripe('a subscription', (portal, stripe) => {
  const newest = () => [...stripe.account.subscriptions.values()].at(-1)!;
  const choosePlan = (page: Page, members: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: members })
      .getByRole('button', { name: /Start Free Trial|Subscribe/ })
      .click();
  const pay = async (page: Page) => {
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
  };

  it('is created once although a confirmation was lost, and shows its invoices', async () => {
    const admin = await portal.visit('admin@hope.test');
    await standInForStripe(admin, stripe.url);
    const page = await open(admin, '/subscribe');
    await choosePlan(page, 'Up to 300 members');
    await page.getByLabel('Card number').waitFor();

    // The subscription that the page has prepared has ended at Stripe. The program creates a new
    // one, for which the user must enter the card again.
    stripe.account.endSubscription(newest().id);
    await pay(page);
    await page.getByText('Please enter the card again.').waitFor();
    expect(newest().status).toBe('trialing');
    expect(await violations(page)).toEqual([]);

    let isLost = true;
    await admin.route('https://api.stripe.com/**', async (route) => {
      if (!isLost) return route.fallback();
      const request = route.request();
      await fetch(stripe.url + new URL(request.url()).pathname, {
        method: request.method(),
        body: request.postData() ?? '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return route.abort();
    });
    await admin.route('**/api/subscription/refresh', (route) =>
      isLost ? route.abort() : route.fallback(),
    );
    await pay(page);
    await page
      .getByText('Stripe did not answer. Please press the button again: nothing is charged twice.')
      .first()
      .waitFor();
    isLost = false;
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.getByText('Payment Successful').first().waitFor();
    await page.getByRole('heading', { name: 'Your plan: Standard' }).waitFor();
    expect(
      [...stripe.account.subscriptions.values()].filter(
        ({ status, customer }) => status === 'trialing' && customer === newest().customer,
      ),
    ).toHaveLength(1);

    // The page shows the invoices of the subscription.
    const sub = newest();
    stripe.account.endTrial(sub.id);
    const item = sub.items.data[0]!;
    item.current_period_start -= 15 * 86_400;
    item.current_period_end -= 15 * 86_400;
    for (const event of stripe.account.events.slice(-3)) await stripe.deliver(portal.url, event);
    await goTo(page, '/subscribe');
    const paid = page.getByRole('row', { name: /\$80\.00/ });
    await paid.getByText('Paid').waitFor();
    expect(
      await paid.getByRole('link', { name: /^PDF of invoice .+-000\d$/ }).getAttribute('href'),
    ).toMatch(/^https:\/\/pay\.stripe\.com\/.+\/pdf$/);
    await expectToFit(page);

    // Before a change of the plan, the page shows what it costs.
    await page.getByRole('button', { name: 'Switch to Premium' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog
      .getByText(
        /Nothing is charged today\. The next payment is \$228\.50 on .+; after that it is \$179\.00 a month\./,
      )
      .waitFor();
    await dialog.getByRole('row', { name: /Unused time −\$40\.00/ }).waitFor();
    await expectToFit(page);
    await dialog.getByRole('button', { name: 'Keep Plan' }).click();
    expect(item.price.unit_amount).toBe(8000);
    await page.getByRole('button', { name: 'Switch to Premium' }).click();
    await dialog.getByRole('button', { name: 'Change to Premium' }).click();
    await page.getByRole('heading', { name: 'Your plan: Premium' }).waitFor();

    // The subscription has a discount, it is paused, and there is a second subscription.
    stripe.account.coupons.set('friends', {
      ...couponShape('friends'),
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 3,
    });
    stripe.account.discounts.set('di_friends', {
      ...discountShape('di_friends', 'friends', sub),
      end: Math.floor(Date.UTC(2100, 2, 2, 12) / 1000),
    });
    sub.discounts = ['di_friends'];
    const second = stripe.account.addSubscription({
      customer: sub.customer as string,
      items: [{ price: sub.items.data[0]!.price.id }],
      payment_behavior: 'default_incomplete',
    });
    second.status = 'active';
    stripe.account.pause(sub.id);
    await stripe.deliver(portal.url, stripe.account.events.at(-1)!);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('50% off until March 2, 2100').waitFor();
    await page.getByText(/two subscriptions at Stripe/).waitFor();
    await page
      .getByText(
        /It is paused: nothing is charged, .+ the card is charged from today on, \$89\.50 a month\./,
      )
      .waitFor();
    await page.getByText('Your church’s subscription is paused. Please resume it').waitFor();
    expect(await page.getByRole('button', { name: 'Switch to Basic' }).isDisabled()).toBe(true);
    await expectToFit(page);
    stripe.account.endSubscription(second.id);
    await page.getByRole('button', { name: 'Resume Subscription' }).click();
    await page.getByText(/The next payment is on/).waitFor();
    expect(sub.status).toBe('active');

    // An unpaid invoice has a link to pay it.
    stripe.account.charge(sub.id, false);
    for (const event of stripe.account.events.slice(-2)) await stripe.deliver(portal.url, event);
    await page.reload({ waitUntil: 'networkidle' });
    expect(
      await page
        .getByRole('link', { name: /^Pay now: invoice / })
        .first()
        .getAttribute('href'),
    ).toMatch(/^https:\/\/invoice\.stripe\.com\//);
    await expectToFit(page);

    await page.setViewportSize({ width: 320, height: 800 });
    expect(
      await page.evaluate(
        "document.querySelector('main table').getBoundingClientRect().right <= " +
          "document.querySelector('main table').closest('section').getBoundingClientRect().right",
      ),
    ).toBe(true);

    // After the end of the subscription, its invoices are still shown.
    stripe.account.endSubscription(sub.id);
    await stripe.deliver(portal.url, stripe.account.events.at(-1)!);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByRole('row', { name: /\$80\.00/ }).waitFor();
    await expectToFit(page);
    await page.getByRole('button', { name: 'Card and Invoices' }).click();
    await page.waitForURL(`${stripe.url}/p/session/test`);
    await admin.close();
  });

  it('continues while the church is paused, unless its payments are stopped', async () => {
    const admin = await portal.visit('admin@grace.test');
    await standInForStripe(admin, stripe.url);
    const page = await open(admin, '/subscribe');
    await choosePlan(page, 'Up to 300 members');
    await pay(page);
    await page.getByText('Payment Successful').first().waitFor();
    const sub = newest();
    const superAdmin = await portal.visit('owner@platform.test');
    const organizations = await open(superAdmin, '/admin/organizations');
    await organizations.getByRole('button', { name: 'Actions for Grace' }).click();
    await organizations.getByRole('menuitem', { name: 'Pause…' }).click();
    await organizations
      .getByText(
        /Its subscription at Stripe goes on: the card is charged \$80\.00 a month, next on .+\./,
      )
      .waitFor();
    await expectToFit(organizations);
    await organizations.getByLabel('Stop collecting payments until it is resumed').check();
    await organizations.getByRole('button', { name: 'Pause Organization' }).click();
    await organizations.getByRole('row', { name: /Grace/ }).getByText('Paused').waitFor();
    await until(() => sub.pause_collection);
    expect(sub.pause_collection).toMatchObject({ behavior: 'void' });
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText('Nothing is collected while your church’s account is paused.').waitFor();
    await Promise.all([admin.close(), superAdmin.close()]);
  });
});
