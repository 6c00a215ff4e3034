import { beforeAll, expect, it } from '@jest/globals';
import fs from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { until } from '../support/until.js';
import { describeInBrowser, open, phone, violations } from './support.js';

const rows = 1_400;

/** Imports a year with more gifts than the number of rows that a grid keeps in the document. */
async function importYear(context: BrowserContext): Promise<void> {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `member@grace.test,${n + 1}.00,Cash,` +
      `2021-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')},,`,
  );
  const buffer = Buffer.from(
    ['email,amount,paymentmethod,date,campaign,notes', ...lines].join('\n'),
  );
  const upload = await context.request.post('/api/admin/donation-imports', {
    multipart: { file: { name: '2021.csv', mimeType: 'text/csv', buffer } },
  });
  const { id } = (await upload.json()) as { id: string };
  await context.request.post(`/api/admin/donation-imports/${id}/commit`, { data: {} });
  await until(
    async () =>
      (
        (await (await context.request.get(`/api/admin/donation-imports/${id}`)).json()) as {
          status: string;
        }
      ).status === 'committed',
  );
}

describeInBrowser('grids', (portal) => {
  beforeAll(async () => {
    const context = await portal.visit('secretary@grace.test');
    await importYear(context);
    await context.close();
  });

  it('export and print all rows that the filters find', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021');
    await page.getByRole('button', { name: 'More' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export these donations (CSV)' }).click();
    const file = fs.readFileSync(await (await download).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(rows + 2);
    // Simulates that the browser prints. By then all rows must be in the document.
    await page.evaluate(
      'window.print = () => { window.dispatchEvent(new Event("beforeprint")); ' +
        'window.printedRows = document.querySelectorAll("[data-row]").length; ' +
        'window.dispatchEvent(new Event("afterprint")); }',
    );
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print these donations' }).click();
    await until(() => page.evaluate<boolean>(`window.printedRows === ${rows}`));
    await context.close();
  });

  it.each([
    ['a table', {}, `document.querySelector('[data-grid-scroll]')`, '[data-row]', 'aria-rowindex'],
    [
      'a table that scrolls with the page',
      { viewport: { width: 1024, height: 600 } },
      'document.scrollingElement',
      '[data-row]',
      'aria-rowindex',
    ],
    [
      'cards on a phone',
      { viewport: phone },
      'document.scrollingElement',
      '[aria-posinset]',
      'aria-posinset',
    ],
  ] as const)(
    'keep only visible rows in the document: %s',
    async (_, look, scroller, row, position) => {
      const context = await portal.visit('secretary@grace.test', look);
      const page = await open(context, '/admin/member-donations?year=2021&sort=amount');
      const positions = () =>
        page.evaluate<number[]>(
          `[...document.querySelectorAll('${row}')].map((one) => ` +
            `Number(one.getAttribute('${position}')))`,
        );
      const toEnd = () => page.evaluate(`${scroller}.scrollTo(0, ${scroller}.scrollHeight)`);
      const last = position === 'aria-rowindex' ? rows + 1 : rows;
      await until(async () => {
        await toEnd();
        return (await positions()).at(-1) === last;
      });
      expect((await positions()).length).toBeLessThan(120);
      await page.getByText('$1,400.00').first().waitFor();
      // If the user scrolls down from the top, the rows do not jump.
      await page.evaluate(`${scroller}.scrollTo(0, 0)`);
      await page.locator(`${row}[${position}="${last - rows + 1}"]`).waitFor();
      const strays: unknown = await page.evaluate(`(async () => {
      const box = ${scroller};
      const strays = [];
      for (let step = 0; step < 80; step++) {
        const before = box.scrollTop;
        box.scrollBy(0, 97);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        if (Math.abs(box.scrollTop - before - 97) > 1) strays.push([before, box.scrollTop]);
      }
      return strays;
    })()`);
      expect(strays).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await context.close();
    },
  );

  it('select rows by checkbox and keyboard, and count, sum up and export them', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2021&sort=amount');
    const status = page.getByRole('group', { name: 'Filters' }).getByRole('status');
    await page.getByRole('checkbox', { name: /^Choose \$1\.00 of Hannah Brooks/ }).click();
    await page.getByText('1 selected, $1.00').waitFor();
    expect(await page.locator('[data-side-panel]').count()).toBe(0);
    await page.getByRole('checkbox', { name: /^Choose \$4\.00 / }).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected, $10.00').waitFor();
    expect(await page.getByRole('row', { selected: true }).count()).toBe(4);
    expect(await violations(page)).toEqual([]);
    // With the keyboard, Space selects a row or removes it from the selection.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await page.getByText('5 selected, $15.00').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ ');
    await page.getByText('7 selected, $28.00').waitFor();
    await page.keyboard.press(' ');
    await page.getByText('6 selected, $21.00').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 6 selected' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('donations-6-selected.csv');
    const lines = fs
      .readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('\ufeffMember,Amount,Payment method,Date,Campaign,Entry,State,Notes');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).join())).toEqual(
      [1, 2, 3, 4, 5, 6].map((amount) => `Hannah Brooks,${amount}.00,Cash`),
    );
    // The button selects all rows that the filters find, not only the loaded ones.
    await page.getByRole('button', { name: 'Select all 1,400' }).click();
    await page.getByText('1,400 selected, $980,700.00').waitFor();
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    expect(await status.innerText()).toBe('1,400 donations');
    await context.close();
  });

  it('show the number of rows in the ledger, and the sum of selected ones', async () => {
    const context = await portal.visit('pastor@grace.test');
    const page = await open(context, '/admin/church-ledger?search=Hannah');
    const grid = page.getByRole('grid');
    const rowCount = Number(await grid.getAttribute('aria-rowcount')) - 1;
    expect(rowCount).toBe(await grid.locator('[data-row]').count());
    expect(rowCount).toBeGreaterThan(1);
    await grid.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: `Select all ${rowCount}`, exact: true }).click();
    const total = await grid.locator('tfoot td').nth(1).innerText();
    await page.getByText(`${rowCount} selected, ${total}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('show the years of a giver as one card on a phone', async () => {
    const context = await portal.visit('pastor@grace.test', { viewport: phone });
    const page = await open(context, '/admin/church-ledger?search=Hannah');
    const cards = page.getByRole('list', { name: /^Ledger/ }).locator('[aria-posinset]');
    expect(await cards.count()).toBeGreaterThan(1);
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    for (const [index, box] of boxes.entries()) {
      expect(box!.height).toBeGreaterThanOrEqual(44);
      const below = boxes[index + 1];
      if (below) expect(below.y - (box!.y + box!.height)).toBeLessThan(1);
    }
    expect(await page.getByText('Hannah Brooks', { exact: true }).count()).toBe(boxes.length);
    const visible = await cards.locator('button > span:not(.sr-only)').allInnerTexts();
    expect(visible.filter((text) => text === 'Hannah Brooks')).toHaveLength(1);
    expect(await violations(page)).toEqual([]);
    await cards.nth(1).getByRole('button').click();
    await page.getByRole('dialog', { name: 'Hannah Brooks' }).waitFor();
    await context.close();
  });
});
