import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { DonationImport, ImportRow } from '#libs/contracts';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, goTo, open, phone, violations } from '../support.js';

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

  it('keeps decisions when the user goes back to the columns, or asks', async () => {
    const id = await draft(gift('', 'five'), gift(), gift('', '5.00', ''));
    await page.keyboard.press('F8');
    await panel(2).getByLabel('Amount').fill('5.00');
    await button('Save row 2').click();
    await page.getByText(/^3 donations, together/).waitFor();
    await button('Back to the columns').click();
    await page.getByText('Your fixes in 1 row are kept.').waitFor();
    // a fund for a word of the file, and one for rows that name none
    await page.getByText('2 funds, understood').click();
    await page.getByRole('combobox', { name: '“Missions” means' }).fill('Outreach');
    await page.getByRole('combobox', { name: /^Fund where the file names none/ }).fill('Harvest');
    await button('Read the file').click();
    await page.getByText(/^3 donations, together/).waitFor();
    expect(
      (await rowsOf(id)).map(({ read, changed }) => [read.amount, read.campaign, changed]),
    ).toEqual([
      ['5.00', 'Outreach', ['amount']],
      ['5.00', 'Outreach', []],
      ['5.00', 'Harvest', []],
    ]);

    await button('Back to the columns').click();
    await page.getByText('Change how the file is read').click();
    await page.getByRole('radio', { name: 'Row 3 has the column headings' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your fixes?' });
    await question.getByText('Go on, and lose that?').waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep them' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await rowsOf(id)).length).toBe(3);
    await page
      .getByRole('radio', { name: 'Row 1 has the column headings', checked: true })
      .waitFor();
    await page.getByRole('radio', { name: 'Row 3 has the column headings' }).click();
    await question.getByRole('button', { name: 'Discard and continue' }).click();
    await page.getByText('with the column headings in row 3').waitFor();
    await page.getByText('Your fixes in').waitFor({ state: 'detached' });
    expect(
      await (await context.request.get(`/api/admin/donation-imports/${id}`)).json(),
    ).toMatchObject({ repaired: 0, headerRow: 3 });
  });

  it('loses nothing without a network or a session, and is for one church', async () => {
    const id = await draft(gift('', 'five'), gift());
    await page.keyboard.press('F8');
    await panel(2).getByLabel('Amount').fill('6.00');
    await context.setOffline(true);
    await button('Save row 2').click();
    await page.getByText('The rows could not be changed.').waitFor();
    expect(await panel(2).getByLabel('Amount').inputValue()).toBe('6.00');
    await context.setOffline(false);
    await button('Save row 2').click();
    await page.getByText('1 row changed.', { exact: true }).waitFor();

    const hope = await portal.visit('admin@hope.test');
    const path = `/api/admin/donation-imports/${id}`;
    const tried = [
      hope.request.get(`${path}/rows`),
      hope.request.get(`${path}/rows/sum`),
      hope.request.patch(`${path}/rows`, { data: { state: 'all', action: 'setAside' } }),
      hope.request.post(`${path}/rows/undo`, { data: {} }),
    ];
    expect((await Promise.all(tried)).map((answer) => answer.status())).toEqual([
      404, 404, 404, 404,
    ]);
    await hope.close();

    await context.clearCookies();
    await choose(3);
    await button(/^Skip$/).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill('secretary@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await button('Sign In').click();
    await row(3).getByText('New').waitFor();
  });

  it('has cards with the same actions on a phone in dark mode', async () => {
    const small = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    const id = await draft(
      gift('first'),
      gift('second', 'bad'),
      ...Array.from({ length: 20 }, () => gift('', 'bad')),
    );
    page = await open(small, `/admin/donation-imports/${id}`);
    await button('Next problem').click();
    await panel(3).getByText('second').waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Close details').click();
    await page.getByRole('checkbox', { name: /^Choose row 3/ }).check();
    const acts = page.getByRole('group', { name: 'What is chosen' });
    expect(
      await page
        .locator('dt')
        .filter({ hasText: /^Total$/ })
        .count(),
    ).toBe(0); // which would lie over the acts
    await acts.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: 'Set date…' }).waitFor();
    await page.keyboard.press('Escape');
    await acts.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.getByText('1 row will not be imported.', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      phone.width,
    );
    await small.close();
  });
});
