import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, open, phone, until } from '../support.js';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick menu' });
const actionsOf = (page: Page) => page.locator('[data-page-actions]');
const invite = (page: Page) => actionsOf(page).getByRole('button', { name: 'Invite' });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('This element is not visible.');
  return { ...box, bottom: box.y + box.height };
}

/** Focuses the search of the members, which hides the menu. */
async function focusSearch(page: Page): Promise<Locator> {
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await bar(page).waitFor({ state: 'hidden' });
  return search;
}

/** Fields that need no keyboard. */
const fieldsWithoutKeyboard = [
  '<input type="file" />',
  '<input readonly />',
  '<textarea readonly />',
];

describeInBrowser('the menu at the bottom of a phone', (portal) => {
  it('is hidden while the user types, and returns after the press that ends it', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/members');
    const search = page.getByRole('searchbox').first();
    await search.focus();
    await bar(page).waitFor({ state: 'hidden' });
    await search.fill('a');
    const actions = page.locator('[data-page-actions]');
    const invite = actions.getByRole('button', { name: 'Invite' });
    const { x, y, width, height, bottom } = await boxOf(invite);
    expect((await boxOf(actions)).bottom).toBe(phone.height);
    expect(bottom).toBeLessThan(phone.height);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    expect((await boxOf(invite)).y).toBe(y);
    await page.mouse.up();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bar(page).waitFor();
    expect((await boxOf(actions)).bottom).toBe((await boxOf(bar(page))).y);
    await context.close();
  });

  it('stays while a checkbox has the focus, which needs no keyboard', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/announcements');
    await page
      .getByRole('checkbox', { name: /^Choose/ })
      .first()
      .check();
    await until(page, `document.activeElement?.type === 'checkbox'`);
    expect(await bar(page).isVisible()).toBe(true);
    await context.close();
  });

  it('returns only after a tap on a touch screen has reached its button', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone, hasTouch: true });
    const page = await open(context, '/admin/members');
    await focusSearch(page);
    const { x, y, width, height } = await boxOf(invite(page));
    // Near the lower edge of the button, which moves by more than this when the menu returns.
    await page.touchscreen.tap(x + width / 2, y + height - 4);
    await page.getByRole('dialog').waitFor();
    await context.close();
  });

  it('returns if the press ends in another window', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/members');
    const search = await focusSearch(page);
    await search.dispatchEvent('pointerdown');
    await page.evaluate(`window.dispatchEvent(new Event('blur'))`);
    await search.blur();
    await bar(page).waitFor();
    await context.close();
  });

  it.each(fieldsWithoutKeyboard)('stays while this field has the focus: %s', async (field) => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const page = await open(context, '/admin/members');
    await page.evaluate(
      `document.getElementById('content').insertAdjacentHTML('afterbegin', '${field}')`,
    );
    await focusSearch(page);
    await page.locator('#content > :is(input, textarea)').focus();
    await bar(page).waitFor();
    await context.close();
  });
});
