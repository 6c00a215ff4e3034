import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { waitForEmailText } from '../../support/email/emails.js';
import { describeInBrowser } from '../support.js';

/** Keeps all headings that the page shows, also for a moment. */
const watchHeadings = `
  window.shownHeadings = [];
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent;
    if (text && !window.shownHeadings.includes(text)) window.shownHeadings.push(text);
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;
const usedUpHeading = 'This link no longer works';

describeInBrowser('a link of an email in a slow browser', (portal) => {
  afterEach(() => portal.sql('delete from rate_limit'));

  /** Opens a page whose calls are all delayed by a second. */
  const openSlowly = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage();
    await page.addInitScript(watchHeadings);
    await page.route('**/api/**', async (route) => {
      await sleep(1_000);
      await route.continue();
    });
    await page.goto(address);
    return page;
  };
  const linkTo = (address: string, page: string) =>
    waitForEmailText(portal, address, new RegExp(`http:\\S+/${page}\\?token=\\S+`));
  /** Waits longer than all calls that follow the use of the link, and returns the headings. */
  const headingsOf = async (page: Page) => {
    await page.waitForLoadState('networkidle');
    await sleep(2_500);
    return page.evaluate<string[]>('window.shownHeadings');
  };

  it('is not shown as used up after it has set a password', async () => {
    const context = await portal.visit(null);
    const email = 'member@grace.test';
    await context.request.post('/api/auth/forgot-password', { data: { email } });
    const page = await openSlowly(context, await linkTo(email, 'reset-password'));
    await page.getByLabel('New password').fill('a brand new one');
    await page.getByRole('button', { name: 'Save password' }).click();
    const result = page.getByRole('heading', { name: 'Your password is changed' });
    await result.and(page.locator(':focus')).waitFor();
    expect(await headingsOf(page)).not.toContain(usedUpHeading);
    await context.close();
  });

  it('is not shown as used up after it has confirmed an address', async () => {
    const context = await portal.visit(null);
    const email = 'phoebe@grace.test';
    const answer = await context.request.post('/api/register', {
      data: {
        firstName: 'Phoebe',
        lastName: 'Cenchreae',
        email,
        password: 'a helper of many',
        organizationSlug: 'grace',
      },
    });
    expect(answer.status()).toBe(201);
    const page = await openSlowly(context, await linkTo(email, 'verify-email'));
    await page.getByLabel('Password', { exact: true }).fill('a helper of many');
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    const result = page.getByRole('heading', { name: 'Your email address is confirmed' });
    await result.and(page.locator(':focus')).waitFor();
    expect(await headingsOf(page)).not.toContain(usedUpHeading);
    await context.close();
  });

  it('is not shown as used up after the first administrator has signed in with it', async () => {
    const superAdmin = await portal.visit('owner@platform.test');
    const email = 'lois@lystra.test';
    const answer = await superAdmin.request.post('/api/organizations', {
      data: { name: 'Lystra Chapel', slug: 'lystra', contactName: 'Lois of Lystra', email },
    });
    expect(answer.status()).toBe(201);
    const context = await portal.visit(null);
    const page = await openSlowly(context, await linkTo(email, 'reset-password'));
    await page.getByLabel('New password').fill('a sincere faith 1');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome, Lois!' }).waitFor();
    expect(await headingsOf(page)).not.toContain(usedUpHeading);
    await superAdmin.close();
    await context.close();
  });
});
