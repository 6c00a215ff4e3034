import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../support/program/program.js';
import { until } from '../support/until.js';
import { describeInBrowser, open } from './support.js';

describeInBrowser('forms', (portal) => {
  const countErrorToasts = (page: Page) => page.getByText('Error', { exact: true }).count();
  const signIn = async (page: Page, email: string) => {
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  const addMember = async (page: Page, email: string) => {
    await page.getByRole('button', { name: 'Add Member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Member' });
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Last name').fill('Byron');
    await dialog.getByLabel('Email').fill(email);
    return dialog;
  };
  /** Returns the names of the form drafts that are stored in the browser. */
  const drafts = (page: Page) =>
    page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.includes('draft'))`);
  const visit = async (email: string, path: string): Promise<[BrowserContext, Page]> => {
    const context = await portal.visit(email);
    return [context, await open(context, path)];
  };

  it('show an error at the field of a value that is already used', async () => {
    const [context, page] = await visit('admin@grace.test', '/admin/members');
    const dialog = await addMember(page, 'member@grace.test');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await dialog.getByText('Hannah Brooks has this email address already.').waitFor();
    expect(await dialog.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.getAttribute("type")')).toBe('email');
    expect(await countErrorToasts(page)).toBe(0);
    await context.close();
  });

  it('show an error without a field as a toast', async () => {
    const [context, page] = await visit('admin@grace.test', '/admin/members');
    await page.route('**/api/admin/users', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { message: 'The plan has no room.', code: 'conflict' },
          })
        : route.continue(),
    );
    const dialog = await addMember(page, 'ada@grace.test');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await page.getByText('The plan has no room.').first().waitFor();
    await context.close();
  });

  it('show an error at the title if an active campaign already has it', async () => {
    const [context, page] = await visit('secretary@grace.test', '/admin/fundraisers');
    const [active] = (await portal.sql(
      `select t.title from fundraiser_text t join organization o on o.id = t.organization_id
         where o.slug = 'grace' and t.is_active limit 1`,
    )) as { title: string }[];
    await page.getByRole('button', { name: 'Create Campaign' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
    await dialog.getByLabel('Title').fill(active!.title);
    await dialog.getByLabel('Description').fill('Once more, with feeling');
    await dialog.getByLabel('Goal').fill('100');
    await dialog.getByRole('button', { name: 'Create Campaign' }).click();
    await dialog.getByText('An active campaign already has this title.').waitFor();
    expect(await countErrorToasts(page)).toBe(0);
    await context.close();
  });

  it('say that nothing can be saved while the device is offline', async () => {
    const [context, page] = await visit('secretary@grace.test', '/admin/members');
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByRole('dialog').getByLabel('First name').waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline: nothing can be saved at this moment.').waitFor();
    await context.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await context.close();
  });

  it('lead to the sign-in if they are opened after the session has ended', async () => {
    const [context, page] = await visit('secretary@grace.test', '/admin/members');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByText('Your session has ended. Please sign in again.').first().waitFor();
    await signIn(page, 'secretary@grace.test');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await context.close();
  });

  it('offer typed text again after a new sign-in, but only to the same user', async () => {
    const [context, page] = await visit('admin@grace.test', '/admin/members');
    const dialog = await addMember(page, 'ada@grace.test');
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await signIn(page, 'admin@grace.test');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByRole('button', { name: 'Restore draft' }).click();
    expect(await page.getByRole('dialog').getByLabel('Email').inputValue()).toBe('ada@grace.test');
    // This time another user signs in.
    await page.getByRole('dialog').getByLabel('First name').fill('Augusta');
    await context.clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Add Member' }).click();
    await signIn(page, 'secretary@grace.test');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await until(async () => (await drafts(page)).length === 0);
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByRole('dialog').getByLabel('First name').waitFor();
    expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await context.close();
  });

  it('offer a typed gift again until it is recorded or discarded', async () => {
    const [context, page] = await visit('secretary@grace.test', '/admin/member-donations');
    const begin = async () => {
      await page.getByRole('button', { name: 'Add Donation' }).click();
      await page.getByRole('dialog').getByLabel('Amount').waitFor();
    };
    await begin();
    await page.getByRole('dialog').getByLabel('Amount').fill('12.34');
    await until(async () => (await drafts(page)).length === 1);
    await page.reload();
    await begin();
    await page.getByRole('button', { name: 'Restore draft' }).click();
    expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('12.34');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await until(async () => (await drafts(page)).length === 0);
    await context.close();
  });

  it('keep a message to the pastor only in the memory of the tab', async () => {
    const [context, page] = await visit('member@grace.test', '/message-pastor');
    const write = async () => {
      await page.getByLabel('Subject').fill('For you alone');
      await page.getByLabel('Message', { exact: true }).fill('It is about my brother.');
      await context.clearCookies();
      await page.getByRole('button', { name: 'Send Message' }).click();
    };
    await write();
    expect(
      await page.evaluate<string>('JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'),
    ).not.toContain('brother');
    await signIn(page, 'member@grace.test');
    await page.getByLabel('Message', { exact: true }).waitFor();
    await until(
      async () =>
        (await page.getByLabel('Message', { exact: true }).inputValue()) ===
        'It is about my brother.',
    );
    await write();
    await signIn(page, 'support@grace.test');
    await page.getByLabel('Message', { exact: true }).waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
    await context.close();
  });

  it('say that the church is paused', async () => {
    await portal.sql(
      `update organization set is_paused = true, paused_reason = 'The books are being moved.'
         where slug = 'grace'`,
    );
    const [context, page] = await visit('secretary@grace.test', '/admin/members');
    await page.getByRole('button', { name: 'Add Member' }).click();
    await page.getByRole('dialog').getByText('staff cannot change anything until then').waitFor();
    // A page without a dialog says it once, at the top.
    const settings = await open(await portal.visit('admin@grace.test'), '/admin/settings');
    await settings.getByText('staff cannot change anything until then').waitFor();
    expect(await settings.getByText('staff cannot change anything until then').count()).toBe(1);
    await settings.context().close();
    await context.close();
    await portal.sql(
      `update organization set is_paused = false, paused_reason = null where slug = 'grace'`,
    );
  });
});
