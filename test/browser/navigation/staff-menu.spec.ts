import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, open, phone, until, violations } from '../support.js';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const group = (page: Page, name: string) => menu(page).getByRole('list', { name, exact: true });
const toggle = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true });

/** Returns the names of the visible links. The number of waiting items may follow a name. */
const linksIn = async (within: Locator) =>
  (await within.getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);

/** An expression that is true if the entry of the current page is inside of its scrolling box. */
const isCurrentEntryInSight = (box: string) => `(() => {
  const entry = document.querySelector('${box} nav [aria-current=page]');
  if (!entry) return false;
  const { top, bottom } = entry.getBoundingClientRect();
  const outer = entry.closest('.overflow-y-auto').getBoundingClientRect();
  return top >= outer.top && bottom <= outer.bottom;
})()`;

describeInBrowser('the menu of the staff', (portal) => {
  it('is grouped for the admin', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/');
    await menu(page).getByRole('heading', { name: 'Admin Controls' }).waitFor();
    expect({
      People: await linksIn(group(page, 'People')),
      Content: await linksIn(group(page, 'Content')),
      Giving: await linksIn(group(page, 'Giving')),
      Church: await linksIn(group(page, 'Church')),
    }).toEqual({
      People: ['Members', 'User Approvals', 'Roles & Permissions'],
      Content: [
        'Pastor Dashboard',
        'Events Management',
        'Announcements',
        'Content',
        'Brothers Management',
      ],
      Giving: ['Member Donations', 'Import Donations', 'Church Ledger', 'Fundraising Campaigns'],
      Church: ['Audit Log', 'Church Appearance', 'Church Settings', 'Subscription'],
    });
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('has no groups where it is short', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/');
    await menu(page).getByRole('link', { name: 'Church Ledger' }).waitFor();
    expect(await menu(page).getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('remembers which groups are collapsed, and still shows the current entry', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/church-ledger');
    for (const name of ['Giving', 'Church']) await toggle(page, name).click();
    expect(await linksIn(group(page, 'Giving'))).toEqual(['Church Ledger']);
    expect(await group(page, 'Church').getByRole('link').count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    await page.reload({ waitUntil: 'networkidle' });
    expect(await toggle(page, 'Giving').getAttribute('aria-expanded')).toBe('false');
    expect(await toggle(page, 'People').getAttribute('aria-expanded')).toBe('true');
    expect(await linksIn(group(page, 'Giving'))).toEqual(['Church Ledger']);
    await toggle(page, 'Giving').press('Enter');
    expect(await group(page, 'Giving').getByRole('link').count()).toBe(4);
    await context.close();
  });

  it('shows entries with a number of waiting items, also in a collapsed group', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/');
    await menu(page)
      .getByRole('link', { name: /^User Approvals 1 waiting/ })
      .waitFor();
    await toggle(page, 'People').click();
    expect(await linksIn(group(page, 'People'))).toEqual(['User Approvals']);
    await context.close();
  });

  it('scrolls to the current entry, in the sidebar and in the drawer', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/subscribe');
    await until(page, isCurrentEntryInSight('aside'));
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await until(page, isCurrentEntryInSight('[role=dialog]'));
    await until(page, `document.activeElement?.innerText === 'Subscription'`);
    await context.close();
  });
});
