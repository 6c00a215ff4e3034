import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, until } from '../support.js';

/** Lets the code of a dialog arrive only when the returned function is called. */
async function delayCode(page: Page, file: string): Promise<() => Promise<void>> {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(new RegExp(`/assets/${file}-[^/]+\\.js$`), async (route) => {
    await isDelivered;
    await route.continue();
  });
  return async () => {
    const response = page.waitForResponse((answer) => answer.url().includes(`/assets/${file}-`));
    deliver();
    await (await response).finished();
    // The dialog would open in one of the next frames.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))',
    );
  };
}

describeInBrowser('a dialog whose code arrives late', (portal) => {
  const visit = async (file: string) => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations');
    const arrive = await delayCode(page, file);
    const add = page.getByRole('button', { name: 'Add Donation' }).first();
    return { context, page, arrive, add, dialog: page.getByRole('dialog', { name: /Donation$/ }) };
  };

  it('opens as soon as its code arrives', async () => {
    const { context, page, arrive, add, dialog } = await visit('add-donation-dialog');
    await add.press('Enter');
    await page.getByText('Loading…').first().waitFor({ state: 'attached' });
    await arrive();
    await dialog.waitFor();
    await context.close();
  });

  it('does not open if the user is already typing in a field of the page', async () => {
    const { context, page, arrive, add, dialog } = await visit('add-donation-dialog');
    await add.press('Enter');
    const search = page.getByRole('searchbox').first();
    await search.focus();
    await page.keyboard.type('Han');
    await arrive();
    await page.keyboard.type('nah');
    expect(await search.inputValue()).toBe('Hannah');
    expect(await dialog.count()).toBe(0);
    await add.press('Enter');
    await dialog.waitFor();
    await context.close();
  });

  it('opens once if the user presses its button again and again', async () => {
    const { context, arrive, add, dialog } = await visit('add-donation-dialog');
    for (let press = 0; press < 3; press++) await add.click();
    await arrive();
    await dialog.waitFor();
    expect(await dialog.count()).toBe(1);
    await context.close();
  });

  it('does not close the panel from which it opens, and leaves the focus in it', async () => {
    const { context, page, arrive, dialog } = await visit('edit-donation-dialog');
    await page.locator('[data-cell="0:0"]').click();
    const panel = page.locator('[data-side-panel]');
    const edit = panel.getByRole('button', { name: 'Edit', exact: true });
    await edit.press('Enter');
    await page.getByText('Loading…').first().waitFor({ state: 'attached' });
    expect(await panel.isVisible()).toBe(true);
    await edit.and(page.locator(':focus')).waitFor();
    await arrive();
    await dialog.waitFor();
    // Before it has the focus, Escape would close the panel.
    await until(page, `document.activeElement?.closest('[role=dialog]') != null`);
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement?.textContent === 'Edit'`);
    await context.close();
  });
});
