import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startProvider, type TestProvider } from '../../support/doubles/open-id-provider.js';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, violations } from '../support.js';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

describeInBrowser(
  'single sign-on',
  (portal) => {
    const grace = () => portal.url.replace('//localhost', '//grace.localhost');
    beforeAll(() => provider.serve(`${portal.url}/api/login/callback`));

    /** Joins the church Hope as a new user, on the page on which the user chooses the church. */
    async function joinHope(page: Page, email: string): Promise<void> {
      provider.visitor = {
        subject: email,
        email,
        email_verified: true,
        given_name: 'Eunice',
        family_name: 'Lystra',
      };
      await page.getByLabel('Church').selectOption('hope');
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page.getByRole('heading', { name: 'Your account is awaiting approval' }).waitFor();
    }

    it('leads to the provider and back to the requested page', async () => {
      provider.visitor = { subject: 'one', email: 'member@grace.test', email_verified: true };
      const context = await portal.visit(null);
      const page = await open(context, `${grace()}/donations`);
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page.getByRole('heading', { level: 1, name: 'Donations & Giving' }).waitFor();
      expect(page.url()).toBe(`${grace()}/donations`);
      // The cookie of the session belongs to the other host. Here is only the cookie of the
      // sign-in.
      expect((await context.cookies(portal.url)).map(({ name }) => name)).toEqual(['login']);
      await page.reload({ waitUntil: 'networkidle' });
      expect(
        await page.getByRole('heading', { level: 1, name: 'Donations & Giving' }).count(),
      ).toBe(1);
      await context.close();
    });

    it('creates a pending user of the church that a visitor chooses', async () => {
      const context = await portal.visit(null);
      const page = await open(context, '/join');
      expect(await page.getByRole('link', { name: 'Continue with single sign-on' }).count()).toBe(
        0,
      );
      await joinHope(page, 'eunice@example.org');
      await context.close();
    });

    it('offers a password in the settings to users without one', async () => {
      const joining = await portal.visit(null);
      await joinHope(await open(joining, '/join'), 'lois@example.org');
      await joining.close();
      const admin = await portal.visit('admin@hope.test');
      const pendingUsers = (await (await admin.request.get('/api/users/pending')).json()) as {
        id: string;
        email: string;
      }[];
      await admin.request.post(
        `/api/users/${pendingUsers.find(({ email }) => email === 'lois@example.org')!.id}/approve`,
        { data: {} },
      );
      const context = await portal.visit(null);
      const page = await open(context, '/api/login?next=/settings');
      await page.getByRole('button', { name: 'Choose a Password' }).click();
      await page.getByText('We have sent an email with a link to lois@example.org.').waitFor();
      expect(await page.getByLabel('Current password').count()).toBe(0);
      await Promise.all([admin.close(), context.close()]);
    });

    it('is offered on the sign-in page, which explains errors of the provider', async () => {
      const context = await portal.visit(null);
      provider.visitor = null;
      const page = await open(context, `${grace()}/sign-in?next=/donations`);
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page
        .getByRole('alert')
        .getByText('You turned back before you were signed in.')
        .waitFor();
      expect(await violations(page)).toEqual([]);
      provider.visitor = { subject: 'three', email: 'member@grace.test', email_verified: false };
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page
        .getByRole('alert')
        .getByText('There is an account with your email address already')
        .waitFor();
      await page.goto(`${grace()}/sign-in?problem=<b>made up</b>`, { waitUntil: 'networkidle' });
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByLabel('Email').fill('member@grace.test');
      await page.getByLabel('Password', { exact: true }).fill('demo-password-2018');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
      await context.close();
    });

    it('leads to the page for the code if the user has a second factor', async () => {
      const context = await portal.visit(null);
      const page = await context.newPage();
      let requiredFactor: string | null = 'authenticator';
      await page.route('**/api/login/mfa', (route) =>
        route.fulfill({ json: { method: requiredFactor } }),
      );
      await page.goto(`${grace()}/sign-in?code=authenticator&next=/donations`);
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
      expect(new URL(page.url())).toMatchObject({
        pathname: '/sign-in/code',
        search: '?next=%2Fdonations',
      });
      expect(await page.getByRole('link', { name: 'Continue with single sign-on' }).count()).toBe(
        0,
      );
      expect(await violations(page)).toEqual([]);
      requiredFactor = null; // The visitor only has the address, but no begun sign-in.
      await page.goto(`${grace()}/sign-in?code=authenticator&next=/donations`);
      await page.getByRole('alert').getByText('This sign-in took too long').waitFor();
      expect(await violations(page)).toEqual([]);
      await context.close();
    });
  },
  () => provider.client,
);
