import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.js';
import {
  addDonation,
  dialog,
  filter,
  heading,
  menuLink,
  openDonations,
  openPanel,
  pathOf,
  search,
} from '../steps/dialogs-of-donations.js';
import { describeInBrowser, guarded, open, phone, wide } from '../support.js';

describeInBrowser('the back button', (portal) => {
  const isFocused = (name: string) => (page: Page) =>
    page
      .evaluate<string | null>(`document.activeElement.textContent`)
      .then((text) => text === name);

  it('closes a dialog on the first page of a visit, and then leaves the page', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    await addDonation(page).click();
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/admin/member-donations');
    await until(() => isFocused('Add Donation')(page), 'The button has the focus again.');
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    await context.close();
  });

  it('asks before it discards what was typed, and first closes its own question', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    await addDonation(page).click();
    await dialog(page).getByLabel('Amount').fill('25.00');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.goBack();
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('Amount').inputValue()).toBe('25.00');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/admin/member-donations');
    await context.close();
  });

  it('returns to the filter that the user has chosen beside an open panel', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await openDonations(context);
    await openPanel(page);
    await filter(page).fill('Hannah');
    await page.waitForURL(/search=Hannah/);
    await menuLink(page, 'Church Ledger').click();
    await heading(page, 'Church Ledger').waitFor();
    await page.waitForURL(/church-ledger/);
    await page.goBack();
    await heading(page, 'Member Donations').waitFor();
    await until(async () => (await filter(page).inputValue()) === 'Hannah');
    expect(page.url()).toContain('search=Hannah');
    await page.goForward();
    await heading(page, 'Church Ledger').waitFor();
    await page.goBack();
    await heading(page, 'Member Donations').waitFor();
    await page.goBack();
    await heading(page, 'My Profile').waitFor();
    await context.close();
  });

  it('needs no second press after a dialog that was closed in another way', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger');
    await menuLink(page, 'Member Donations').click();
    await heading(page, 'Member Donations').waitFor();
    for (const _ of ['first', 'second']) {
      await addDonation(page).click();
      await dialog(page).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
    await page.goBack();
    await heading(page, 'Church Ledger').waitFor();
    await page.goForward();
    await heading(page, 'Member Donations').waitFor();
    // A moment later, the entry of the dialog is gone as well.
    await addDonation(page).click();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await until(
      () => page.evaluate<boolean>('history.state.layerDepth === undefined'),
      'The history has no entry of a dialog any more.',
    );
    await page.goBack();
    await heading(page, 'Church Ledger').waitFor();
    await context.close();
  });

  it('closes a panel, and keeps a filter that was chosen beside it', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: wide });
    const page = await open(context, '/profile');
    await menuLink(page, 'Member Donations').click();
    await heading(page, 'Member Donations').waitFor();
    await page.getByRole('grid').getByRole('row').nth(1).click();
    const panel = page.locator('[data-side-panel]');
    await panel.waitFor();
    await page.getByLabel('Search by name, email, or check or transaction number').fill('grace');
    await page.waitForURL(/grace/);
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/admin\/member-donations\?.*grace/);
    await page.goBack();
    await heading(page, 'My Profile').waitFor();
    await context.close();
  });

  it('returns from a page that was opened in the menu of a phone, with one press', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: phone });
    const page = await open(context, '/admin/church-ledger');
    const openMenu = () => page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await openMenu();
    await menu.getByRole('link', { name: 'Member Donations', exact: true }).click();
    await heading(page, 'Member Donations').waitFor();
    await page.goBack();
    await heading(page, 'Church Ledger').waitFor();
    await openMenu();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/admin/church-ledger');
    await context.close();
  });

  it('closes the search for pages and people', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger');
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
    await page.goBack();
    await search(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/admin/church-ledger');
    await context.close();
  });

  it('still asks before it leaves a page with unsaved changes, after a dialog', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/profile');
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'detached' });
    await menuLink(page, 'Church Settings').click();
    await heading(page, 'Church Settings').waitFor();
    await page.getByLabel('CashApp handle').fill('$OtherGrace');
    await guarded(page);
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    for (const _ of ['first', 'second']) {
      await page.goBack();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      await until(() => Promise.resolve(pathOf(page) === '/admin/settings'));
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await heading(page, 'My Profile').waitFor();
    await context.close();
  });
});
