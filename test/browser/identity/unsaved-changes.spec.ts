import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, guarded, holdsBack, open, violations } from '../support.js';

describeInBrowser('a page with unsaved changes', (portal) => {
  const link = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  it('asks before the user leaves it, unless the changes are saved', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/profile');
    await link(page, 'Church Settings').click();
    await page.getByRole('heading', { level: 1, name: 'Church Settings' }).waitFor();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

    await page.getByLabel('CashApp handle').fill('$OtherGrace');
    await page.getByLabel('Phone').fill('555-123-9999');
    await guarded(page);
    await link(page, 'My Profile').click();
    await question.waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect([
      new URL(page.url()).pathname,
      await page.getByLabel('CashApp handle').inputValue(),
    ]).toEqual(['/admin/settings', '$OtherGrace']);
    await page.goBack();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    // One of the two cards is saved. The page still asks once because of the other one.
    await page.getByRole('button', { name: 'Save Giving' }).click();
    await page.getByText('Your settings have been saved.').first().waitFor();
    await link(page, 'My Profile').click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Profile' }).waitFor();
    expect(await question.count()).toBe(0);

    await page.getByLabel('Bio').fill('Something of me');
    await guarded(page);
    await link(page, 'Church Settings').click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByLabel('Bio').fill('');
    await link(page, 'Church Settings').click();
    await page.getByRole('heading', { level: 1, name: 'Church Settings' }).waitFor();
    expect(await page.getByLabel('CashApp handle').inputValue()).toBe('$OtherGrace');
    expect(await page.getByLabel('Phone').inputValue()).not.toBe('555-123-9999');
    await context.close();
  });

  it('makes the browser ask before a reload, until the changes are removed', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/profile');
    expect(await holdsBack(page)).toBe(false);
    await page.getByLabel('Bio').fill('Something of me');
    await guarded(page);
    await page.getByLabel('Bio').fill('');
    expect(await holdsBack(page)).toBe(false);
    await context.close();
  });

  it('can be the registration form of a church, until it is sent', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/signup');
    await page.getByLabel('Organization name').fill('Asking Chapel');
    await guarded(page);
    await page.getByLabel('Contact name').fill('Priscilla of Rome');
    await page.getByLabel('Email').fill('priscilla@asking.test');
    await page.getByLabel('Custom domain').fill('portal.asking.test');
    await page.getByRole('button', { name: 'Start Free Trial' }).last().click();
    await page.waitForURL(/signup-success/);
    expect(await holdsBack(page)).toBe(false);
    await context.close();
  });
});

describeInBrowser('a super administrator without a church', (portal) => {
  it('has settings of the account, and no profile', async () => {
    const context = await portal.visit('owner@platform.test');
    const page = await context.newPage();
    const refusedRequests: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refusedRequests.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/profile', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor();
    expect([
      await page.getByLabel('Name', { exact: true }).count(),
      await page.getByLabel('Phone').count(),
    ]).toEqual([0, 0]);
    await page.getByText('owner@platform.test').first().waitFor();
    await page.getByRole('switch', { name: 'Multi-factor authentication' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(refusedRequests).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
