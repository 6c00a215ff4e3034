import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectNoOverflow } from '../steps/layout.js';
import { emulateTouch } from '../steps/touch.js';
import { describeInBrowser, open, phone, until, violations } from '../support.js';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick menu' });
const more = (page: Page) => bar(page).getByRole('button', { name: 'More' });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('This element is not visible.');
  return { ...box, bottom: box.y + box.height };
}

/** Opens a sermon in the player, and then a screen of the drawer. */
async function listenAndGoTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('button', { name: 'Listen' }).first().click();
  await page.getByRole('region', { name: 'Audio player' }).waitFor();
  await more(page).click();
  await drawer(page).getByRole('link', { name: screen, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
}

/** Copies the title of the first item of a list, and returns the toast that says so. */
async function copyTitle(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Copy title' }).click();
  const toast = page.locator('[data-toasts] li').first();
  await toast.waitFor();
  return toast;
}

/** An expression that returns whether no bar covers the focused element of the page. */
const isFocusInSight = `(() => {
  const bars = '[data-menu-bar], [data-audio-player], [data-page-actions], ' +
    '[data-action-bar], [data-cards-bar]';
  const focused = document.activeElement;
  if (!focused.closest('main') || focused.closest(bars)) return true;
  const shown = [...document.querySelectorAll(bars)].filter((bar) => bar.offsetHeight > 0);
  const tops = shown.map((bar) => bar.getBoundingClientRect().top);
  const { top, bottom } = focused.getBoundingClientRect();
  const limit = Math.min(innerHeight, ...tops);
  // The panel of a tab is higher than the window. Its beginning must be visible.
  const isTall = bottom - top > limit - 56;
  return top >= 56 && (isTall ? top < limit : bottom <= limit);
})()`;

describeInBrowser('the menu at the bottom of a phone', (portal) => {
  it.each(['member', 'secretary', 'admin'])(
    'has four screens and More for the %s',
    async (role) => {
      const context = await portal.visit(`${role}@grace.test`, { viewport: phone });
      const page = await open(context, '/');
      await emulateTouch(page);
      const links = bar(page).getByRole('link');
      expect(await links.allInnerTexts()).toEqual(['Home', 'Sermons', 'Program', 'Give']);
      expect(await bar(page).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe(
        'page',
      );
      for (const entry of [...(await links.all()), more(page)]) {
        const { width, height } = await boxOf(entry);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      }
      expect((await boxOf(bar(page))).bottom).toBe(phone.height);

      await bar(page).getByRole('link', { name: 'Give' }).click();
      await page.getByRole('heading', { level: 1, name: 'Donations & Giving' }).waitFor();
      expect(await bar(page).locator('[aria-current=page]').allInnerTexts()).toEqual(['Give']);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoOverflow(page);
      expect(await violations(page)).toEqual([]);
      await context.close();
    },
  );

  it('opens the drawer by More, which gets the focus back', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    await more(page).focus();
    await page.keyboard.press('Enter');
    await drawer(page).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    await until(page, `document.activeElement?.innerText === 'More'`);
    expect(await more(page).getAttribute('aria-expanded')).toBe('false');
    await context.close();
  });

  it('is below the player, which is below the actions of the page', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    await emulateTouch(page);
    await listenAndGoTo(page, 'Members');
    const menu = await boxOf(bar(page));
    const player = await boxOf(page.getByRole('region', { name: 'Audio player' }));
    const actions = await boxOf(page.locator('[data-page-actions]'));
    expect(menu.bottom).toBe(phone.height);
    expect(Math.abs(player.bottom - menu.y)).toBeLessThanOrEqual(1);
    expect(Math.abs(actions.bottom - player.y)).toBeLessThanOrEqual(1);

    // The last row of the page is above all of them when the user has scrolled to the end. It is
    // scrolled again and again, because the router scrolls to the top after the navigation.
    await until(
      page,
      `(() => {
        window.scrollTo(0, document.body.scrollHeight);
        const row = [...document.querySelectorAll('[aria-label=Members] > [aria-posinset]')].at(-1);
        if (!row) return false;
        const isLast = row.ariaPosInSet === row.ariaSetSize;
        return isLast && row.getBoundingClientRect().bottom <= ${actions.y};
      })()`,
    );

    // With Tab, the menu comes after the player, as it is below it.
    await page.getByRole('button', { name: 'Close the player' }).focus();
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement?.innerText === 'Home'`);
    await context.close();
  });

  it('leaves toasts above the audio player', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    await listenAndGoTo(page, 'Bible Study Resources');
    const toast = await copyTitle(page);
    const player = await boxOf(page.getByRole('region', { name: 'Audio player' }));
    expect((await boxOf(toast)).bottom).toBeLessThanOrEqual(player.y);
    await context.close();
  });

  it('keeps toasts above the place of the buttons of a dialog, also if it is absent', async () => {
    const viewport = { width: 390, height: 440 };
    const context = await portal.visit('member@grace.test', { viewport });
    const page = await open(context, '/resources');
    const toast = await copyTitle(page);
    expect((await boxOf(toast)).bottom).toBe(viewport.height - 72);
    await context.close();
  });

  it('covers no focused element', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/sermons');
    await listenAndGoTo(page, 'Members');
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab');
      await until(page, isFocusInSight);
    }
    await context.close();
  });

  it.each([
    ['the queue of tickets', '/support', 'Chosen tickets'],
    ['the pictures of the church', '/admin/content?tab=site-images', 'What is chosen'],
  ])('covers no focused element, nor do the actions for %s', async (_what, path, actions) => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, path);
    await emulateTouch(page);
    const checkbox = page.getByRole('checkbox', { name: /^Choose/ }).first();
    await checkbox.check();
    await page.getByRole('group', { name: actions }).waitFor();
    await checkbox.focus();
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press('Tab');
      await until(page, isFocusInSight);
    }
    await context.close();
  });

  it('is absent in low windows, where the page keeps no room for it', async () => {
    const context = await portal.visit('member@grace.test', {
      viewport: { width: 600, height: 440 },
    });
    const page = await open(context, '/sermons');
    expect(await bar(page).count()).toBe(0);
    const room = `parseFloat(getComputedStyle(document.getElementById('content')).paddingBottom)`;
    expect(await page.evaluate(room)).toBe(0);
    await page.setViewportSize({ width: 600, height: 500 });
    await bar(page).waitFor();
    expect(await page.evaluate(room)).toBeGreaterThan(50);
    await context.close();
  });

  it('is absent for visitors, for the owner of the platform, and on wide screens', async () => {
    for (const [email, path] of [
      [null, '/'],
      ['owner@platform.test', '/admin/organizations'],
      ['pending@grace.test', '/'],
    ] as const) {
      const context = await portal.visit(email, { viewport: phone });
      const page = await open(context, path);
      expect(await bar(page).count()).toBe(0);
      await context.close();
    }
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    expect(await bar(page).count()).toBe(0);
    await page.setViewportSize(phone);
    await bar(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await bar(page).count()).toBe(0);
    await context.close();
  });
});
