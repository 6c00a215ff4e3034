import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, open, violations } from '../support.js';

// Gifts that are much older would need review.
let year = new Date().getFullYear() - 9;
/**
 * Returns a file with gifts of a year that no other file has, because rows that look like recorded
 * gifts would need review.
 */
const csv = (rows: number) => {
  year++;
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `member@grace.test,${(n % 90) + 1}.00,Cash,` +
      `${year}-01-${String((n % 28) + 1).padStart(2, '0')},,`,
  );
  return ['email,amount,paymentmethod,date,campaign,notes', ...lines, ''].join('\n');
};

describeInBrowser('the import wizard', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await portal.visit('secretary@grace.test');
    page = await open(context, '/admin/donation-imports');
  });
  afterEach(() => context.close());

  const upload = async (rows: number) => {
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'gifts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(rows)) });
    await page.getByRole('heading', { level: 1, name: 'gifts.csv' }).waitFor();
  };
  const record = () => page.getByRole('button', { name: /^Import [\d,]+ donations$/ }).click();

  it('shows the progress in all tabs without a further stream', async () => {
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    await upload(3_000);
    const list = await open(context, '/admin/donation-imports');
    const state = list.getByRole('listitem').filter({ hasText: 'gifts.csv' }).first();
    await state.getByText('Needs review').waitFor();
    await record();
    await state.getByText('Imported').waitFor();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    // The first tab has opened its stream before. The second tab uses the same stream.
    expect(streams).toEqual([]);
  });

  it('polls if the stream does not work', async () => {
    await upload(3_000);
    await page.route('**/api/live', (route) => route.abort());
    await page.reload();
    await record();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  });

  it('keeps the draft after the back button, and records it once by a double click', async () => {
    await upload(40);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Import Donations' }).waitFor();
    await page
      .getByRole('link', { name: /gifts.csv/ })
      .first()
      .getByText('Needs review')
      .waitFor();
    await page.goForward();
    await page.getByText(/^40 donations, together/).waitFor();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/commit')) answers.push(response.status());
    });
    await page.getByRole('button', { name: 'Import 40 donations' }).dblclick();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await page.goBack();
    await page.goForward();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(answers.every((status) => status === 202)).toBe(true);
    const summary = (await (
      await context.request.get(`/api/admin/donations/summary?year=${year}`)
    ).json()) as { records: number };
    expect(summary.records).toBe(40);
  });

  it('always shows the import button, and shows why a file is refused', async () => {
    await upload(120);
    const button = page.getByRole('button', { name: 'Import 120 donations' });
    await page.getByRole('grid', { name: 'Rows of the file' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(1_200);
    const box = (await button.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('email\n') });
    await page.getByRole('main').getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('asks about a column that can change the sum, without a default', async () => {
    year++;
    const file = [
      'Email,Amount,Date,Method,Type,Status,Payment Status',
      `member@grace.test,50.00,${year}-01-02,Cash,Donation,Completed,Completed`,
      `member@grace.test,20.00,${year}-01-03,Cash,Donation,Completed,Failed`,
      '',
    ].join('\n');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'status.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const columnGroup = page.getByRole('group', { name: 'Columns that can change the sum' });
    await columnGroup.getByText(/^The column “Payment Status” can say/).waitFor();
    const meaning = columnGroup.getByLabel('Payment Status');
    expect(await meaning.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText(/^Still open: The column “Payment Status”/).waitFor();
    expect(await violations(page)).toEqual([]);
    await meaning.selectOption('Skip this column');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('2 donations, together $70.00.').waitFor();
  });

  it('asks how names are written, and shows the givers accordingly', async () => {
    year++;
    const file = [
      'Name,Amount,Date,Method',
      `"Starling, Cleo",50.00,${year}-01-02,Cash`,
      `Dora Tellwright,20.00,${year}-01-03,Cash`,
      '',
    ].join('\n');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const style = page.getByLabel('How are names written?');
    await page.getByText('Starling, Cleo').filter({ visible: true }).first().waitFor();
    expect(await style.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText(/^Still open: Are these names written/).waitFor();
    expect(await violations(page)).toEqual([]);
    await style.selectOption({ label: 'Last name first: “Brooks, Hannah” is Hannah Brooks' });
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('Cleo Starling').filter({ visible: true }).first().waitFor();
  });

  it('says that the names of the givers are in lines above their gifts', async () => {
    year++;
    const file = [
      'Sales by Customer Detail,,,,',
      ',Date,Transaction Type,Num,Amount',
      'Cleo Starling,,,,',
      `,01/05/${year},Sales Receipt,1001,50.00`,
      'Total for Cleo Starling,,,,50.00',
      'TOTAL,,,,50.00',
      '',
    ].join('\n');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('The name of each giver is in a line above the gifts.').waitFor();
    await page.getByLabel('Payment method of all rows').selectOption('Check');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('Cleo Starling').filter({ visible: true }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows other churches that the import does not exist, with a link to their own', async () => {
    await upload(5);
    const path = new URL(page.url()).pathname;
    const hope = await portal.visit('admin@hope.test');
    const otherPage = await open(hope, path);
    await otherPage.getByText('This import does not exist.').waitFor();
    expect(await otherPage.getByText('gifts.csv').count()).toBe(0);
    await otherPage.getByRole('link', { name: 'See all imports' }).click();
    await otherPage.getByText('Every file you import will be listed here.').waitFor();
    await hope.close();
  });

  it('reports a commit without a network as failed, and repeats it later', async () => {
    await upload(30);
    await context.setOffline(true);
    await record(); // The page has not even loaded the code of the toast yet.
    await page.getByText('Import Failed', { exact: true }).waitFor();
    await context.setOffline(false);
    await record();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
  });
});
