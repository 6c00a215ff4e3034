import { afterEach, beforeEach, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import type { BrowserContext, Page } from 'playwright-core';
import { sheetData, xlsx } from '../../../libs/workbook/support.js';
import { chooseIn, describeInBrowser, open, phone, violations } from '../support.js';

const year = new Date().getFullYear() - 1;
const header = ['Email', 'Amount', 'Given on'];

describeInBrowser('an imported file', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await portal.visit('secretary@grace.test');
    page = await open(context, '/admin/donation-imports');
  });
  afterEach(() => context.close());

  const choose = async (name: string, buffer: Buffer) => {
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };

  it('can be a workbook of several sheets', async () => {
    const gifts = sheetData([
      ['Grace Church, gifts'],
      [],
      header,
      ['member@grace.test', 41.3, `${year}-03-02`],
      ['member@grace.test', 12.5, `${year}-03-09`],
      ['Total', 53.8, null],
    ]);
    await choose(
      'gifts.xlsx',
      xlsx({
        sheets: {
          Cover: sheetData([
            ['Grace Church', 'Report'],
            ['March', 'Two gifts'],
          ]),
          Gifts: gifts,
        },
      }),
    );
    await page
      .getByText('An Excel workbook, sheet “Gifts”, with the column headings in row 3.')
      .waitFor();
    await chooseIn(page, 'Which sheet holds the donations?', 'Cover');
    await page.getByText('An Excel workbook, sheet “Cover”').waitFor();
    await chooseIn(page, 'Which sheet holds the donations?', 'Gifts');
    await page.getByText('An Excel workbook, sheet “Gifts”').waitFor();
    expect(await violations(page)).toEqual([]);
    // The page names the open question, which gets the focus.
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText(/^Still open: /).waitFor();
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe(
      'Payment method of all rows',
    );
    await page.getByLabel('Payment method of all rows').selectOption('Cash');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('2 donations, together $53.80.').waitFor();
    await page.getByRole('button', { name: 'Import 2 donations' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const summary = (await (
      await context.request.get(`/api/admin/donations/summary?year=${year}&search=`)
    ).json()) as { records: number };
    expect(summary.records).toBeGreaterThanOrEqual(2);
  });

  it('can be read with another header row and another encoding', async () => {
    await page.setViewportSize(phone);
    await choose(
      'bank.csv',
      iconv.encode(`Name,Amount,Date\nJosé Núñez,25.00,${year}-04-02\n`, 'macintosh'),
    );
    const letters = page.getByRole('group', { name: 'Which of these looks right?' });
    await letters.getByRole('radio', { name: /José Núñez/, checked: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await letters.getByRole('radio', { name: /Windows-1252/ }).check();
    await page.getByText('JosŽ N').filter({ visible: true }).nth(1).waitFor();
    await letters.getByRole('radio', { name: /Macintosh/ }).check();
    await page.getByText('José Núñez').filter({ visible: true }).nth(1).waitFor();
    await page.getByText('Change how the file is read').click();
    await page.getByRole('radio', { name: 'The file has no headings' }).check();
    await page.getByText('A text file, without column headings.').waitFor();
    await page.getByRole('radio', { name: 'Row 1 has the column headings' }).check();
    await page.getByText('A text file, with the column headings in row 1.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      phone.width,
    );
  });
});
