import { afterAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { waitForEmailText } from '../../support/email/emails.js';
import { picture } from '../../support/pictures.js';
import { standInForStripe } from './stripe.js';
import { describeWithStripe } from './with-stripe.js';
import { open, violations } from '../support.js';

describeWithStripe('a new church', (portal, stripe) => {
  const urlOf = (host: string, path = '/') => `http://${host}:${new URL(portal.url).port}${path}`;

  const churchUrl = (path: string) => urlOf('antioch-fellowship.localhost', path);
  const row = (name: RegExp) => admin.getByRole('row', { name });
  let visitor: BrowserContext;
  let page: Page;
  let superAdmin: BrowserContext;
  let admin: Page;
  afterAll(() => Promise.all([visitor.close(), superAdmin.close()]));

  it('registers after the errors of its form were corrected', async () => {
    visitor = await portal.visit(null);
    page = await open(visitor, urlOf('portal.localhost', '/donations'));
    await page
      .getByRole('heading', { name: 'Everything your church runs on, in one portal' })
      .waitFor();
    expect(await page.getByText('Up to 300 members').count()).toBe(0);
    await page.getByRole('button', { name: 'View Pricing' }).click();
    await page.getByText('Up to 300 members').waitFor();
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Up to 300 members' })
      .getByRole('button', { name: 'Start Free Trial' })
      .click();
    const form = page.locator('form');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    for (const message of [
      'Organization name must be at least 2 characters',
      'Contact name must be at least 2 characters',
      'Please enter a valid email address',
      'Domain must be at least 3 characters',
    ])
      await page.getByText(message).waitFor();
    await form.getByLabel('Organization name').fill('Antioch Fellowship');
    await form.getByLabel('Contact name').fill('Barnabas of Cyprus');
    await form.getByLabel('Email').fill('barnabas@antioch.test');
    await form.getByLabel('Custom domain').fill('portal');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByText('Please enter a valid domain name').waitFor();
    await form.getByLabel('Custom domain').fill(' HTTPS://Portal.Antioch.test/ ');
    await form.getByLabel('Website').fill('our site');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByText('Please enter a web address that begins with https://').waitFor();
    await form.getByLabel('Website').fill('www.antioch.test');
    await form.getByLabel('Promo code').fill('NO SUCH');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await form.getByText('Invalid Promo Code').waitFor();
    await form.getByLabel('Promo code').fill('');
    expect(await form.getByLabel('Plan').inputValue()).toBe('standard');
    await form.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByText('15-Day Free Trial Active').waitFor();
    await page.getByText('antioch-fellowship.localhost').waitFor();
  });

  it('gets emails with the DNS records of its domain and the link to become an admin', async () => {
    await waitForEmailText(
      portal,
      'barnabas@antioch.test',
      /TXT {2}_church-connect\.portal\.antioch\.test/,
    );
    await page.goto(
      await waitForEmailText(
        portal,
        'barnabas@antioch.test',
        /http:\/\/antioch-fellowship\.localhost:\d+\/reset-password\?token=\S+/,
      ),
    );
    await page.getByLabel('New password').fill('son of encouragement');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Barnabas!' }).waitFor();
    await page.getByText('Admin Controls').first().waitFor();
  });

  it('gets its own color and logo', async () => {
    await page.goto(churchUrl('/admin/appearance'), { waitUntil: 'networkidle' });
    await page.getByLabel('Color', { exact: true }).fill('#7c2d12');
    await page.getByRole('button', { name: 'Save Color' }).click();
    await page.getByText('Color Saved').first().waitFor();
    await page.getByRole('button', { name: 'Add logo' }).click();
    await page.getByLabel('Picture: choose a file').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await picture(300, 300, '#7c2d12').png().toBuffer(),
    });
    await page.getByRole('button', { name: 'Upload Picture' }).click();
    await page.locator('aside img[src^="/api/images/"]').first().waitFor();
  });

  it('admits an invited person after registration and approval', async () => {
    await page.goto(churchUrl('/admin/members'), { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Invite' }).first().click();
    await page.getByLabel('Email addresses').fill('saul@tarsus.test, nonsense');
    await page.getByRole('button', { name: 'Send Invitations' }).click();
    await page.getByText('Invalid email address: nonsense').waitFor();
    await page.getByLabel('Email addresses').fill('saul@tarsus.test\nBarnabas@antioch.test');
    await page.getByRole('button', { name: 'Send Invitations' }).click();
    await page.getByText('1 person invited; 1 person is here already.').first().waitFor();
    const guest = await portal.visit(null);
    const join = await open(
      guest,
      await waitForEmailText(
        portal,
        'saul@tarsus.test',
        /http:\/\/antioch-fellowship\.localhost:\d+\/join\/antioch-fellowship/,
      ),
    );
    await join.getByLabel('First name').fill('Saul');
    await join.getByLabel('Last name').fill('of Tarsus');
    await join.getByLabel('Email').fill('saul@tarsus.test');
    await join.getByLabel('Password', { exact: true }).fill('on the road to');
    await join.getByRole('button', { name: 'Create account' }).click();
    await join.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await join.goto(
      await waitForEmailText(portal, 'saul@tarsus.test', /http:\S+\/verify-email\?token=\S+/),
    );
    await join.getByLabel('Password', { exact: true }).fill('on the road to');
    await join.getByRole('button', { name: 'Confirm email address' }).click();
    await join.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
    await join.goto(churchUrl('/sign-in'));
    await join.getByLabel('Email').fill('saul@tarsus.test');
    await join.getByLabel('Password', { exact: true }).fill('on the road to');
    await join.getByRole('button', { name: 'Sign In' }).click();
    await join.getByRole('heading', { name: 'Your account is awaiting approval' }).waitFor();
    await page.goto(churchUrl('/admin/user-approvals'), { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /Approve Access/ }).click();
    await page.getByText('All Caught Up!').waitFor();
    await join.reload({ waitUntil: 'networkidle' });
    await join.getByRole('heading', { level: 1, name: 'Welcome, Saul!' }).waitFor();
    await open(guest, churchUrl('/subscribe')).then((plans) =>
      plans.getByText('Your church’s administrators choose its plan.').waitFor(),
    );
    await guest.close();
  });

  it('subscribes to a plan, changes it, and cancels it', async () => {
    await standInForStripe(visitor, stripe.url);
    await page.getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
    await page.getByText('7-Day Free Trial').waitFor();
    const promo = page.getByLabel('Promo code');
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await promo.fill('easter');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Please check your promo code and try again.').first().waitFor();
    await promo.fill('faith20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Applied' }).waitFor();
    expect(await promo.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    const standard = page.getByRole('listitem').filter({ hasText: 'Up to 300 members' });
    await standard.getByRole('button', { name: 'Start Free Trial' }).dblclick();
    await page.getByRole('heading', { name: 'Complete Your Subscription' }).waitFor();
    await page.getByText('20% off', { exact: true }).waitFor();
    await page.getByText(/Free until .+; then \$64\.00 a month\./).waitFor();
    await page.getByRole('button', { name: 'Back to Plans' }).click();
    await standard.getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.getByText('Your card was declined.').first().waitFor();
    await page.getByText('Payment Failed').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    const subscriptionRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-subscription'))
        subscriptionRequests.push(request.url());
    });
    // The form is submitted twice at once, faster than by a double click.
    await page.evaluate(
      'for (const press of [1, 2]) document.querySelector("form").requestSubmit()',
    );
    await page.getByText('Payment Successful').first().waitFor();
    await page.getByRole('heading', { name: 'Your plan: Standard' }).waitFor();
    expect(subscriptionRequests).toHaveLength(1);
    expect(await standard.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    expect(stripe.account.subscriptions.size).toBe(1);
    await waitForEmailText(
      portal,
      'barnabas@antioch.test',
      /Antioch Fellowship has the Standard plan now/,
    );
    await page.getByRole('button', { name: 'Switch to Premium' }).click();
    await page
      .getByText(/The next payment is \$143\.20 on .+; after that it is \$143\.20 a month\./)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Premium' }).click();
    await page.getByRole('heading', { name: 'Your plan: Premium' }).waitFor();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Cancel Subscription' })
      .click();
    await page.getByText(/It ends on/).waitFor();
    await page.getByRole('button', { name: 'Keep Subscription' }).click();
    await page.getByText(/Free until .+; then \$143\.20 a month\./).waitFor();
    await page.getByRole('button', { name: 'Card and Invoices' }).click();
    await page.waitForURL(`${stripe.url}/p/session/test`);
  });

  it('changes its domain', async () => {
    await page.goto(churchUrl('/admin/settings'), { waitUntil: 'networkidle' });
    await page.getByText('Waiting for its records').waitFor();
    await page.getByRole('textbox', { name: 'Domain' }).fill('grace.localhost');
    await page.getByRole('button', { name: 'Save Domain' }).click();
    await page.getByText('This domain is ours. Please enter your own.').first().waitFor();
    await page.getByRole('textbox', { name: 'Domain' }).fill('members.antioch.test');
    await page.getByRole('button', { name: 'Save Domain' }).click();
    await page.getByText('_church-connect.members.antioch.test').waitFor();
  });

  it('is paused and resumed by a super administrator', async () => {
    superAdmin = await portal.visit('owner@platform.test');
    admin = await open(superAdmin, '/');
    await admin.getByRole('heading', { level: 1, name: 'Organization Management' }).waitFor();
    await admin.getByRole('button', { name: 'Actions for Antioch Fellowship' }).click();
    await admin.getByRole('menuitem', { name: 'Pause…' }).click();
    expect(await admin.getByLabel('Reason').inputValue()).toBe('Non-payment');
    await admin.getByRole('button', { name: 'Pause Organization' }).click();
    await row(/Antioch Fellowship/)
      .getByText('Paused')
      .waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await page.getByText(/is paused \(Non-payment\)/).waitFor();
    await admin.getByRole('button', { name: 'Actions for Antioch Fellowship' }).click();
    await admin.getByRole('menuitem', { name: 'Resume' }).click();
    await row(/Antioch Fellowship/)
      .getByText('Trial', { exact: true })
      .waitFor();
  });
});
