import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { describeInBrowser, open } from './support.js';

const gifts = 1_700;

async function importFile(context: BrowserContext, lines: string[]): Promise<string> {
  const buffer = Buffer.from(
    ['email,amount,paymentmethod,date,campaign,notes', ...lines].join('\n'),
  );
  const upload = await context.request.post('/api/admin/donation-imports', {
    multipart: { file: { name: 'gifts.csv', mimeType: 'text/csv', buffer } },
  });
  return ((await upload.json()) as { id: string }).id;
}

/** Returns the role and the name of the focused element, as a screen reader reads them. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement;
    const name = at.getAttribute('aria-label') ?? (at.labels?.[0] ?? at).textContent.trim();
    return (at.getAttribute('role') ?? at.tagName.toLowerCase()) + ' ' + name;
  })()`);
const focusBecomes = (page: Page, expectedFocus: string | RegExp) =>
  until(async () => {
    const focusedElement = await focused(page);
    return typeof expectedFocus === 'string'
      ? focusedElement === expectedFocus
      : expectedFocus.test(focusedElement);
  });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** These tests use only the keyboard and click nothing. */
describeInBrowser('a user with a keyboard', (portal) => {
  beforeAll(async () => {
    const context = await portal.visit('secretary@grace.test');
    const id = await importFile(
      context,
      Array.from({ length: gifts }, (_, n) => {
        const month = String((n % 12) + 1).padStart(2, '0');
        const day = String((n % 28) + 1).padStart(2, '0');
        return `member@grace.test,${n + 1}.00,Cash,2021-${month}-${day},,`;
      }),
    );
    await context.request.post(`/api/admin/donation-imports/${id}/commit`, { data: {} });
    await until(
      async () =>
        (
          (await (await context.request.get(`/api/admin/donation-imports/${id}`)).json()) as {
            status: string;
          }
        ).status === 'committed',
    );
    await context.close();
  });

  it('is back at the same button after closing the palette, a menu or a dialog', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021');
    await page.getByRole('button', { name: 'Add Donation' }).focus();
    await press(page, 'Control+k');
    await focusBecomes(page, /^combobox Page/);
    await press(page, 'Escape');
    await focusBecomes(page, 'button Add Donation');
    await press(page, 'Enter');
    await focusBecomes(page, /^combobox /); // This is the first field of the dialog.
    await press(page, 'Escape');
    await focusBecomes(page, 'button Add Donation');
    await page.getByRole('button', { name: 'More' }).focus();
    await press(page, 'Enter');
    await focusBecomes(page, /^menuitem /);
    await press(page, 'Escape');
    await focusBecomes(page, /^button More/);
    await context.close();
  });

  it('closes only the topmost list, dialog or panel with Escape', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021&sort=amount');
    await page.locator('[data-cell="0:0"]').focus();
    await press(page, 'Enter');
    await page.locator('[data-side-panel]').waitFor();
    await page.getByRole('button', { name: 'Add Donation' }).focus();
    await press(page, 'Enter');
    await focusBecomes(page, /^combobox /);
    await press(page, 'ArrowDown');
    await page.getByRole('listbox').waitFor();
    await press(page, 'Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog', { name: 'Add Donation' }).count()).toBe(1);
    await press(page, 'Escape');
    await page.getByRole('dialog', { name: 'Add Donation' }).waitFor({ state: 'detached' });
    await focusBecomes(page, 'button Add Donation');
    expect(await page.locator('[data-side-panel]').count()).toBe(1);
    await press(page, 'Control+k');
    await focusBecomes(page, /^combobox Page/);
    await press(page, 'Escape');
    await focusBecomes(page, 'button Add Donation');
    expect(await page.locator('[data-side-panel]').count()).toBe(1);
    await press(page, 'Escape');
    await page.locator('[data-side-panel]').waitFor({ state: 'detached' });
    await context.close();
  });

  it('reaches the last row with Ctrl+End, even if it is not loaded yet', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021&sort=amount');
    const heights = await page.evaluate<number[]>(
      `(() => { const box = document.querySelector('[data-grid-scroll]'); return ` +
        `[box.scrollHeight, Number(box.dataset.rows)]; })()`,
    );
    expect(heights[1]).toBe(500);
    expect(heights[0]).toBe(gifts * 40 + 80);
    await page.locator('[data-cell="0:0"]').focus();
    await press(page, 'Control+End');
    await until(
      async () =>
        (await page.evaluate('document.activeElement.closest("[data-row]")?.dataset.row')) ===
        String(gifts - 1),
    );
    await page.getByText('$1,700.00').first().waitFor();
    await press(page, 'Control+Home');
    await until(
      async () =>
        (await page.evaluate('document.activeElement.closest("[data-row]")?.dataset.row')) === '0',
    );
    await context.close();
  });

  it('reaches a grid with Tab if its active cell was scrolled away', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021&sort=amount');
    await page.evaluate(`document.querySelector('[data-grid-scroll]').scrollTop = 12000`);
    await page.locator('[data-row="300"]').waitFor();
    await page
      .getByRole('button', { name: /Columns|Grid options|View/ })
      .last()
      .focus();
    const row = () =>
      page.evaluate<number>(
        'Number(document.activeElement.closest("[data-row]")?.dataset.row ?? -1)',
      );
    for (let n = 0; n < 6 && (await row()) < 0; n++) await press(page, 'Tab');
    const entered = await row();
    expect(entered).toBeGreaterThan(280);
    await press(page, 'ArrowDown');
    await until(async () => (await row()) === entered + 1);
    await context.close();
  });

  it('gets from a repaired row to the next error, and finally to the button', async () => {
    const context = await portal.visit('secretary@grace.test');
    const bad = ['2.5x', 'three', '4..0'].map(
      (amount, n) => `member@grace.test,${amount},Cash,2020-05-0${n + 1},,`,
    );
    const id = await importFile(context, ['member@grace.test,1.00,Cash,2020-05-09,,', ...bad]);
    const page = await open(context, `/admin/donation-imports/${id}`);
    const fields = page.getByRole('textbox', { name: /^Amount for row/ });
    await fields.first().focus();
    const names: string[] = [];
    for (const field of await fields.all())
      names.push(`input ${(await field.getAttribute('aria-label'))!}`);
    expect(names).toHaveLength(3);
    for (const [n, name] of names.entries()) {
      await focusBecomes(page, name);
      await press(page, 'Control+a');
      await page.keyboard.type(`${n + 2}.00`);
      await press(page, 'Enter');
    }
    await focusBecomes(page, 'button Import 4 donations');
    await context.close();
  });
});
