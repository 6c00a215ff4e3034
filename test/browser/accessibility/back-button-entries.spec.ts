import { describe, expect, it } from '@jest/globals';
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
  panel,
  pathOf,
  question,
  search,
} from '../steps/dialogs-of-donations.js';
import { describeInBrowser } from '../support.js';

/**
 * Counts the entries that the page adds to the history, in `window.addedEntries`. The browser of
 * the tests does not skip pages that add entries without an action of the user, as others do.
 */
const countAddedEntries = `
  window.addedEntries = 0;
  const push = History.prototype.pushState;
  History.prototype.pushState = function (...entry) {
    window.addedEntries++;
    push.apply(this, entry);
  };
`;

/** Lets the browser go back for the page only when the test calls `window.continueGoing`. */
const goWhenToldTo = `
  const go = History.prototype.go;
  History.prototype.go = function (delta) {
    window.continueGoing = () => go.call(this, delta);
  };
`;

describeInBrowser('the history of a page with dialogs', (portal) => {
  /** The number of entries between the one of the page and the current one. */
  const depth = (page: Page) => page.evaluate<number>('history.state.layerDepth ?? 0');

  const untilDepth = (page: Page, expected: number) =>
    until(async () => (await depth(page)) === expected, `The depth is ${expected}.`);

  /** The address of the page that the router shows. */
  const routerAddress = (page: Page) =>
    page.evaluate<string>('window.__TSR_ROUTER__.state.location.href');

  const addedEntries = (page: Page) => page.evaluate<number>('window.addedEntries');

  describe('with a dialog above a panel', () => {
    it('closes one after the other and adds no entry meanwhile', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      await context.addInitScript(countAddedEntries);
      const page = await openDonations(context);
      const before = await addedEntries(page);
      await openPanel(page);
      expect(await depth(page)).toBe(1);
      await addDonation(page).click();
      await dialog(page).waitFor();
      expect(await depth(page)).toBe(2);
      // when
      await page.goBack();
      // then
      await dialog(page).waitFor({ state: 'detached' });
      expect(await panel(page).isVisible()).toBe(true);
      expect(await depth(page)).toBe(1);
      // when
      await page.goBack();
      // then
      await panel(page).waitFor({ state: 'detached' });
      expect(await depth(page)).toBe(0);
      expect(pathOf(page)).toBe('/admin/member-donations');
      expect(await addedEntries(page)).toBe(before + 2);
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });

    it('returns from a page that was opened in it with one press', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      const page = await openDonations(context);
      await openPanel(page);
      await page.keyboard.press('Control+k');
      await search(page).waitFor();
      expect(await depth(page)).toBe(2);
      // when
      await page.keyboard.type('Church Ledger');
      await search(page).getByRole('option', { name: 'Church Ledger', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Church Ledger').waitFor();
      await page.waitForURL(/church-ledger/);
      // then
      await page.goForward();
      await until(() => Promise.resolve(pathOf(page) === '/admin/church-ledger'));
      await untilDepth(page, 0);
      expect(await heading(page, 'Church Ledger').isVisible()).toBe(true);
      await page.goBack();
      await heading(page, 'Member Donations').waitFor();
      expect(await depth(page)).toBe(0);
      await page.goForward();
      await heading(page, 'Church Ledger').waitFor();
      await page.goBack();
      await heading(page, 'Member Donations').waitFor();
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });
  });

  describe('with a form that was changed', () => {
    it('asks again after "Keep editing", and adds no entry before the user acts', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      await context.addInitScript(countAddedEntries);
      const page = await openDonations(context);
      await addDonation(page).click();
      await dialog(page).getByLabel('Amount').fill('25.00');
      const before = await addedEntries(page);
      // when
      await page.goBack();
      await question(page).waitFor();
      // then
      await untilDepth(page, 1);
      expect(await addedEntries(page)).toBe(before);
      // when
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await question(page).waitFor({ state: 'detached' });
      await untilDepth(page, 1);
      await page.goBack();
      // then
      await question(page).waitFor();
      expect(pathOf(page)).toBe('/admin/member-donations');
      await context.close();
    });

    it('lets the question have an entry as soon as the user acts', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      const page = await openDonations(context);
      await addDonation(page).click();
      await dialog(page).getByLabel('Amount').fill('25.00');
      await page.goBack();
      await question(page).waitFor();
      await untilDepth(page, 1);
      // when
      await page.keyboard.press('Tab');
      // then
      await untilDepth(page, 2);
      await page.goBack();
      await question(page).waitFor({ state: 'detached' });
      expect(await depth(page)).toBe(1);
      expect(await dialog(page).isVisible()).toBe(true);
      await context.close();
    });
  });

  it('stays where it is while the browser loads another document', async () => {
    // given
    const context = await portal.visit('secretary@grace.test');
    const page = await openDonations(context);
    await context.route('**/api/logout', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
    // when
    await page.keyboard.type('Logout');
    await search(page).getByRole('option', { name: 'Logout', selected: true }).waitFor();
    const logout = page.waitForRequest('**/api/logout');
    await page.keyboard.press('Enter');
    await logout;
    await page.keyboard.press('Tab'); // The user is impatient.
    // then
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await context.close();
  });

  it('loses the entry of a closed dialog if the browser loads no other document', async () => {
    // given
    const context = await portal.visit('secretary@grace.test');
    const page = await openDonations(context);
    await addDonation(page).click();
    await dialog(page).waitFor();
    // when
    await page.evaluate(`window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    await page.evaluate(`document.querySelector('[role=dialog] [aria-label=Close]').click()`);
    await dialog(page).waitFor({ state: 'detached' });
    // then
    await page.keyboard.press('Shift');
    // This timer ends after the one that removes the entry.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 400))');
    expect(await depth(page)).toBe(1);
    // when
    await page.evaluate(`window.dispatchEvent(new Event('pageshow'))`);
    // then
    await untilDepth(page, 0);
    await context.close();
  });

  describe('while the entry of a closed panel is being removed', () => {
    const closePanel = async (page: Page) => {
      await openPanel(page);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
      await until(() => page.evaluate<boolean>('window.continueGoing !== undefined'));
      expect(await depth(page)).toBe(1);
    };

    it('keeps a filter that the user chooses', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      await context.addInitScript(goWhenToldTo);
      const page = await openDonations(context);
      await closePanel(page);
      // when
      await filter(page).fill('grace');
      await until(async () => (await routerAddress(page)).includes('grace'));
      await page.evaluate('window.continueGoing()');
      // then
      await page.waitForURL(/member-donations\?.*grace/);
      expect(await depth(page)).toBe(0);
      expect(await routerAddress(page)).toMatch(/grace/);
      await page.reload();
      await until(async () => (await filter(page).inputValue()) === 'grace');
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });

    it('keeps the page that the user opens', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      await context.addInitScript(goWhenToldTo);
      const page = await openDonations(context);
      await closePanel(page);
      // when
      await menuLink(page, 'Church Ledger').click();
      await heading(page, 'Church Ledger').waitFor();
      await page.evaluate('window.continueGoing()');
      // then
      await page.waitForURL(/church-ledger/);
      expect(await depth(page)).toBe(0);
      expect(await routerAddress(page)).toMatch(/church-ledger/);
      expect(await heading(page, 'Church Ledger').isVisible()).toBe(true);
      await page.reload();
      await heading(page, 'Church Ledger').waitFor();
      await page.goBack();
      await heading(page, 'Member Donations').waitFor();
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });
  });

  describe('after a page was loaded at the entry of a panel', () => {
    it('returns to the page before with one press, and keeps the address', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      const page = await openDonations(context);
      await openPanel(page);
      await filter(page).fill('grace');
      await page.waitForURL(/grace/);
      expect(await depth(page)).toBe(1);
      // when
      await page.reload();
      await heading(page, 'Member Donations').waitFor();
      // then
      expect(await depth(page)).toBe(0);
      expect(page.url()).toMatch(/member-donations\?.*grace/);
      expect(await filter(page).inputValue()).toBe('grace');
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });

    it('skips the entries of all dialogs if the user returns from another document', async () => {
      // given
      const context = await portal.visit('secretary@grace.test');
      const page = await openDonations(context);
      await openPanel(page);
      await addDonation(page).click();
      await dialog(page).waitFor();
      await page.goto('/health');
      // when
      await page.goBack();
      await heading(page, 'Member Donations').waitFor();
      // then
      expect(await depth(page)).toBe(0);
      await page.goBack();
      await heading(page, 'My Profile').waitFor();
      await context.close();
    });
  });
});
