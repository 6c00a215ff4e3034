import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { until as eventually } from '../../support/until.js';
import { describeInBrowser, goTo, until, violations } from '../support.js';

const header = 'Giver,Given,When,For,Memo,';
const columns = { email: 0, amount: 1, date: 2, campaign: 3, notes: 4 };
const member = 'member@grace.test';
/** A day that no other row has: rows that look like others would be held. */
let serial = 0;
const day = () => new Date(Date.UTC(2018, 0, 1 + serial++)).toISOString().slice(0, 10);
const gift = (memo = '', amount = '5.00', fund = 'Missions') =>
  `${member},${amount},${day()},${fund},${memo},`;

describeInBrowser('the review of a giving file', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    await portal.sql('delete from import_mapping'); // funds of an earlier test would be remembered
    context = await portal.visit('secretary@grace.test');
    page = await context.newPage();
  });
  afterEach(() => context.close());

  /** A draft of a bank's file, read; its page is open. */
  const draft = async (...lines: string[]): Promise<string> => {
    const file = {
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...lines, ''].join('\n')),
    };
    const { id } = (await (
      await context.request.post('/api/admin/donation-imports', { multipart: { file } })
    ).json()) as DonationImport;
    const read = await context.request.put(`/api/admin/donation-imports/${id}/mapping`, {
      data: { columns, defaults: { paymentMethod: 'Check' }, source: null, dateStyle: 'ymd' },
    });
    expect(((await read.json()) as DonationImport).status).toBe('ready');
    await goTo(page, `/admin/donation-imports/${id}`);
    return id;
  };
  const rowsOf = async (id: string, query = '') =>
    (await (
      await context.request.get(`/api/admin/donation-imports/${id}/rows?limit=1000${query}`)
    ).json()) as ImportRow[];
  const grid = () => page.getByRole('grid', { name: 'Rows of the file' });
  const row = (number: number) =>
    grid()
      .getByRole('row')
      .filter({ has: page.getByRole('checkbox', { name: new RegExp(`^Choose row ${number},`) }) });
  const choose = (number: number) =>
    grid()
      .getByRole('checkbox', { name: new RegExp(`^Choose row ${number},`) })
      .check();
  const panel = (number: number) =>
    page.getByRole('dialog', { name: `Row ${number}`, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  /** What the focus is in, as it is called. */
  const focused = () =>
    page.evaluate<string>(
      `document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.textContent ?? ''`,
    );
  const filterRows = async (name: RegExp) => {
    await button(/^Rows/).first().click();
    await page.getByRole('menuitemradio', { name }).click();
  };

  it('shows its interpretation, filters rows, and changes several with Undo', async () => {
    const id = await draft(
      gift('north'),
      gift('south'),
      gift('"north, ""roof"""', '7.00', 'Roof'),
      gift('bad', 'five'),
      gift('', '1O.00'),
    );
    await grid()
      .getByRole('row', { name: /With errors/ })
      .first()
      .waitFor();
    expect(await grid().getByRole('columnheader', { name: 'In the file: Given' }).count()).toBe(1);
    expect(await grid().getByRole('columnheader', { name: 'In the file: Column 6' }).count()).toBe(
      1,
    );
    await page.getByText('2 rows, $0.00').waitFor();
    expect(await violations(page)).toEqual([]);
    await filterRows(/With errors \(2\)/);
    await page.getByLabel('Search the rows').fill('BAD');
    await row(6).waitFor({ state: 'detached' });
    await page.getByText('1 row, $0.00').waitFor();
    await until(page, `new URLSearchParams(location.search).get('q') === 'BAD'`);
    await button('Remove filter Rows: With errors (2)').click();
    await page.getByLabel('Search the rows').fill('north');
    await page.getByText('2 rows, $12.00').waitFor();

    await choose(2);
    await choose(4);
    await button('Change').click();
    await page.getByRole('menuitem', { name: 'Set fund…' }).click();
    await page.getByRole('combobox', { name: 'Fund' }).fill('Harvest');
    await button('Set fund').click();
    await page.getByText('2 rows changed.', { exact: true }).waitFor();
    expect(await row(4).innerText()).toMatch(/Harvest[\s\S]*Roof/);
    expect(await row(4).locator('s').innerText()).toBe('Roof');
    await button('Undo changing 2 rows').waitFor();
    await page.getByLabel('Search the rows').fill('');
    await row(3).waitFor();
    await choose(3);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await button(/^Skip$/).dblclick();
    await page.getByText('1 row will not be imported.', { exact: true }).waitFor();
    await row(3).getByText('Skipped').waitFor();
    expect(sent.length).toBe(1);
    // where nothing is typed the keys take it back, one after the other
    await row(3).getByRole('gridcell').first().focus();
    await page.keyboard.press('Control+z');
    await row(3).getByText('New').waitFor();
    await button('Undo changing 2 rows').click();
    await row(4).locator('s').waitFor({ state: 'detached' });
    expect((await rowsOf(id)).map(({ read, repaired }) => [read.campaign, repaired])).toEqual([
      ['Missions', false],
      ['Missions', false],
      ['Roof', false],
      ['Missions', false],
      ['Missions', false],
    ]);
  });

  it('can be completed with the keyboard only', async () => {
    const id = await draft(
      gift(),
      `${member},1O.00,2018-02-31,Missions,both wrong,`,
      gift(),
      `stranger@unknown.test,8.00,${day()},,,`,
      `${member},12.00,2001-01-05,,long ago,`,
    );
    await page.keyboard.press('F8');
    await panel(3).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Amount'`);
    await panel(3).getByText('Invalid amount "1O.00"').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('10.00');
    await page.keyboard.press('Enter'); // the day is still none: the same row again
    await panel(3).getByText('Invalid amount').waitFor({ state: 'detached' });
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Date'`);
    await page.getByLabel('Date', { exact: true }).fill('2018-02-28');
    await page.keyboard.press('Enter');
    await panel(5).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Who gave'`);
    await page.keyboard.press('F8');
    await panel(6).waitFor();
    await page.keyboard.press('Shift+F8');
    await panel(5).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Who gave'`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Walter Visitor');
    await page.keyboard.press('Enter');
    await panel(6).waitFor();
    await panel(6).getByRole('button', { name: 'Yes, correct' }).focus();
    await page.keyboard.press('Enter');
    await panel(6).waitFor({ state: 'detached' });
    await eventually(
      async () => (await focused()) === 'Import 5 donations',
      'The button that records has no focus.',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect((await rowsOf(id)).map(({ read, donor }) => [read.amount, donor?.name])).toEqual([
      ['5.00', 'Hannah Brooks'],
      ['10.00', 'Hannah Brooks'],
      ['5.00', 'Hannah Brooks'],
      ['8.00', 'Walter Visitor'],
      ['12.00', 'Hannah Brooks'],
    ]);
    // the rows can be looked up afterwards, and no more changed
    await grid().getByRole('row').nth(2).getByText('$10.00').click();
    await panel(3).getByText('both wrong').waitFor();
    expect(await panel(3).getByRole('button', { name: 'Skip', exact: true }).count()).toBe(0);
    expect(await grid().getByRole('checkbox').count()).toBe(0);
    expect(await grid().getByText('Recorded').count()).toBe(5);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await button('Undo this import').click();
    await page
      .getByText('1 guest that only this import made goes with it: Walter Visitor.')
      .waitFor();
  });

  it('stays fast with thousands of rows', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) =>
      n < 230 || n === 2_990 ? gift(`x${n}`, 'bad') : gift(n === 400 ? 'needle' : ''),
    );
    const id = await draft(...lines);
    await page.getByText('231 rows, $0.00').waitFor();
    // the question above the grid stays short
    expect(await page.getByRole('textbox', { name: /^Amount for row/ }).count()).toBe(5);
    await page.getByLabel('Search the rows').fill('needle');
    await filterRows(/New/);
    await row(402).getByText('New').click();
    await panel(402).waitFor();
    await page.keyboard.press('F8');
    await panel(2_992).waitFor();
    expect(new URL(page.url()).search).toBe('?state=open');
    await row(2_992).waitFor(); // the grid goes along
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement?.closest('[role=grid]') !== null`);
    await page.keyboard.press('p'); // from where the keys are in the grid
    await panel(2_992).waitFor();
    await page.keyboard.press('Shift+F8');
    await panel(231).waitFor();
    await page.keyboard.press('Escape');

    await button('Remove filter Rows: Problems (231)').click();
    await page.getByText('3,000 rows, $13,845.00').waitFor();
    expect(await page.locator('[data-row]').count()).toBeLessThan(100);
    await grid().getByRole('checkbox').first().check();
    await button('Select all 3,000').click();
    await page.getByText('3,000 selected').waitFor();
    await button('Change').click();
    await page.getByRole('menuitem', { name: 'Set fund…' }).click();
    await page.getByText('For 3,000 rows.').waitFor();
    await page.getByRole('combobox', { name: 'Fund' }).fill('Everything');
    await button('Set fund').click();
    await page.getByText('3,000 rows changed.', { exact: true }).waitFor();
    await page.getByText('3,000 selected').waitFor({ state: 'detached' });
    expect((await rowsOf(id, '&state=new&q=needle')).map(({ read }) => read.campaign)).toEqual([
      'Everything',
    ]);
    await page.keyboard.press('Control+z');
    await page.getByText('3,000 rows are as before.', { exact: true }).waitFor();
    expect((await rowsOf(id, '&state=new&q=needle')).map(({ read }) => read.campaign)).toEqual([
      'Missions',
    ]);
  });
});
