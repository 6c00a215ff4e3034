import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { sheetData, xlsx } from '../../../libs/workbook/support.js';
import { caseFile } from '../../support/giving-files/import-cases.js';
import { describeInBrowser, goTo, open, violations } from '../support.js';

describeInBrowser('questions about a whole file', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await portal.visit('secretary@grace.test');
    page = await open(context, '/admin/donation-imports');
  });
  afterEach(() => context.close());

  const choose = async (name: string, content: string | Uint8Array) => {
    await goTo(page, '/admin/donation-imports');
    await page.getByLabel('CSV file').setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content as string),
    });
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const read = async () => {
    await press('Read the file');
    await page.getByRole('heading', { name: 'Control total' }).waitFor();
  };
  const lineOfTotal = (reason: string) => page.getByRole('row', { name: new RegExp(reason) });

  it('include whether to join amounts that a comma has divided into two cells', async () => {
    await choose('divided.csv', caseFile('05-comma-in-amount.csv'));
    await page.getByLabel('Payment method of all rows').selectOption('Cash');
    await read();
    await page.getByText('Row 2: Column count mismatch. Is “1,234.50” one amount?').waitFor();
    await press('Read amounts such as “1,234.50” as one');
    await page.getByText('Column count mismatch').first().waitFor({ state: 'detached' });
    await page.getByText('Ana Gomez, 1 gift, $1,234.50').waitFor();
  });

  it('include the meaning of transaction numbers that start again', async () => {
    await choose('january.csv', caseFile('01a-numbers-restart-january.csv'));
    await read();
    await press(/as guests/);
    await press(/^Import \d+ donations$/);
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();

    await choose('february.csv', caseFile('01b-numbers-restart-february.csv'));
    const numbers = page.getByLabel('What do the transaction numbers mean?');
    await numbers.waitFor();
    expect(await numbers.inputValue()).toBe('startAgain');
    expect(await violations(page)).toEqual([]);
    await read();
    expect(await page.getByText('Is this a duplicate?').count()).toBe(0);

    await press('Back to the columns');
    await numbers.selectOption('keep');
    await read();
    await press(/as guests/);
    await page.getByRole('heading', { name: 'Is this a duplicate?' }).waitFor();
    await page
      .getByText(
        'Row 2: This number is recorded for another giver: the guest Ada Quill on January 4, ' +
          '2026. Is this another gift?',
      )
      .first()
      .waitFor();
  });

  it('have buttons that name their row, so that no two buttons have the same name', async () => {
    const rows = [
      'email,amount,paymentmethod,date',
      'member@grace.test,twelve,Cash,2026-03-01',
      'member@grace.test,thirteen,Cash,2026-03-02',
      'member@grace.test,14.00,Cash,sometime',
      'member@grace.test,15.00,Cash,later',
      'member@grace.test,17.00,Cash,2026-03-05',
    ];
    await choose('buttons.csv', rows.join('\n'));
    await read();
    await page.getByRole('button', { name: 'Save, row 3', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Skip this row, row 5', exact: true }).waitFor();
    const names = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main button')].map(
        (button) => button.getAttribute('aria-label') ?? button.textContent)`,
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('include whether to skip hidden rows, which the control total then lists', async () => {
    const rows = [
      ['Name', 'Amount', 'Date', 'Method'],
      ['Gus Hill', '50.00', '2026-03-01', 'Cash'],
      ['Hope Lane', '25.00', '2026-03-01', 'Cash'],
    ];
    const data = sheetData(rows).replace('<row r="3">', '<row r="3" hidden="1">');
    await choose('hidden.xlsx', xlsx({ sheets: { Gifts: data } }));
    const hidden = page.getByLabel('Rows that are hidden in the sheet');
    expect(await hidden.inputValue()).toBe('import');
    await hidden.selectOption('skip');
    await read();
    await lineOfTotal('Hidden in the sheet').getByText('$25.00').waitFor();
    await press('Back to the columns');
    expect(await hidden.inputValue()).toBe('skip');
  });

  it('can be answered for all texts that name no giver at once', async () => {
    await choose('nobody.csv', caseFile('15-nobody.csv'));
    await read();
    await press('Record 6 names as Unidentified giver');
    await page.getByText('Who gave these?').waitFor({ state: 'detached' });
    expect(await page.getByText(/The giver is an error of a spreadsheet/).count()).toBeGreaterThan(
      0,
    );
  });

  it('include whether columns of amounts are gifts for several funds', async () => {
    const file = caseFile('11-tithe-and-offering.csv').replaceAll('Quill', 'Frost');
    await choose('funds.csv', file);
    const amounts = page.getByLabel('What do these columns of amounts hold?');
    expect(await amounts.inputValue()).toBe('funds');
    await page.getByText('There is a further column of amounts: “Offering”.').waitFor();
    expect(await violations(page)).toEqual([]);
    await read();
    await page.getByText('Ada Frost, 2 gifts, $110.00').waitFor();
    await press(/as guests/);
    await page.getByRole('button', { name: 'Import 5 donations' }).waitFor();
    await page.getByText('4, Offering').first().waitFor();

    await press('Back to the columns');
    await amounts.selectOption('others');
    await page.getByLabel('Offering', { exact: true }).selectOption('none');
    await read();
    await page.getByRole('button', { name: 'Import 3 donations' }).waitFor();
    await press('Back to the columns');
    expect(await amounts.count()).toBe(0);
  });
});
