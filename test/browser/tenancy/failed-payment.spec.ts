import { expect, it } from '@jest/globals';
import { standInForStripe } from './stripe.js';
import { describeWithStripe } from './with-stripe.js';
import { open, phone, violations } from '../support.js';

describeWithStripe('a church that subscribes', (portal, stripe) => {
  it('is told that a payment failed, and that Stripe cannot be reached', async () => {
    const admin = await portal.visit('admin@hope.test', { viewport: phone, colorScheme: 'dark' });
    await standInForStripe(admin, stripe.url);
    const page = await open(admin, '/subscribe');
    await page.getByRole('heading', { name: 'Your plan: Basic' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Up to 300 members' })
      .getByRole('button', { name: 'Start Free Trial' })
      .click();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.getByRole('heading', { name: 'Your plan: Standard' }).waitFor();
    const sub = [...stripe.account.subscriptions.values()].at(-1)!;
    stripe.account.endTrial(sub.id, false);
    for (const event of stripe.account.events.filter(({ customer }) => customer === sub.customer))
      expect(await stripe.deliver(portal.url, event)).toBe(200);
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByText('The last payment of your church’s subscription failed.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the subscription' }).click();
    await page.getByText('Payment failed').waitFor();
    stripe.account.charge(sub.id, true);
    await stripe.deliver(portal.url, stripe.account.events.at(-1)!);
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText(/The next payment is on/).waitFor();
    await admin.close();

    const other = await portal.visit('admin@grace.test');
    await other.route('https://js.stripe.com/**', (route) => route.abort());
    const offline = await open(other, '/subscribe');
    await offline.getByRole('button', { name: 'Start Free Trial' }).first().click();
    await offline.getByText('Stripe, which takes the card, could not be reached.').waitFor();
    await offline.getByRole('button', { name: 'Back to Plans' }).click();
    await offline
      .getByRole('heading', { name: 'Your plan: Standard' })
      .or(offline.getByRole('heading', { name: 'Your plan: Basic' }))
      .waitFor();
    await other.close();
  });
});
