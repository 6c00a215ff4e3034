import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pdfPages } from '../support/pdf.js';
import { until } from '../support/until.js';
import { describeInBrowser, open, phone } from './support.js';

const longName = {
  guestFirstName: 'Bartholomew Maximilian Alexander',
  guestLastName: 'Featherstonehaugh-Cholmondeley of Worcestershire',
};
const guests = 70;

/** Returns the texts of the pages that the button would print. */
async function printed(page: Page, press: () => Promise<void>): Promise<string[]> {
  await page.evaluate('window.print = () => { window.asked = true; }');
  await press();
  await until(() => page.evaluate<boolean>('window.asked === true'));
  return pdfPages(await page.pdf({ format: 'Letter', preferCSSPageSize: false }));
}

const times = (pages: readonly string[], text: string) =>
  pages.map((page) => page.split(text).length - 1);

describeInBrowser('a printed page', (portal) => {
  beforeAll(async () => {
    const context = await portal.visit('secretary@grace.test');
    const record = async (data: object) =>
      expect((await context.request.post('/api/donations', { data })).status()).toBe(201);
    for (let n = 1; n <= guests; n++)
      await record({
        guestFirstName: 'Guest',
        guestLastName: `Number ${String(n).padStart(2, '0')}`,
        amount: `${n}.25`,
        date: '2009-03-01',
      });
    await record({ ...longName, amount: '25198216.00', date: '2009-03-02' });
    await context.close();
  });

  it('contains the column headings, the date, the total and long names of the ledger', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger?year=2009');
    const pages = await printed(page, () => page.getByRole('button', { name: 'Print' }).click());
    expect(pages.length).toBeGreaterThan(1);
    const each = pages.map(() => 1);
    expect(times(pages, 'Giver Total Donations Year Kind')).toEqual(each);
    expect(times(pages, 'Grace Community Church · Church Ledger · 2009 · as of ')).toEqual(each);
    expect(times(pages, 'Total $25,200,718.50')).toEqual(
      pages.map((_, index) => (index === pages.length - 1 ? 1 : 0)),
    );
    const text = pages.join('\n');
    for (let n = 1; n <= guests; n++)
      expect(text).toContain(`Guest Number ${String(n).padStart(2, '0')} $${n}.25 1 2009 Guest`);
    for (const word of Object.values(longName).join(' ').split(/[ -]/))
      expect(text).toContain(word);
    expect(text).not.toMatch(/Search|Export|Print|Filter|Columns|Compact|Add Donation|…/);
    await context.close();
  });

  it('contains the search if the ledger is filtered', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/church-ledger?year=2009&search=Number');
    const pages = await printed(page, () => page.getByRole('button', { name: 'Print' }).click());
    expect(times(pages, 'matching “Number”')).toEqual(pages.map(() => 1));
    await context.close();
  });

  it('contains the columns and filters of Member Donations, but no buttons', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2009&minAmount=10.00');
    const pages = await printed(page, async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Print these donations' }).click();
    });
    const each = pages.map(() => 1);
    expect(times(pages, 'Member Amount Payment method Date Campaign Entry')).toEqual(each);
    expect(times(pages, '2009 · from $10.00')).toEqual(each);
    expect(pages.join('\n')).not.toMatch(/Actions|Add Donation|…/);
    expect(times(pages, '$25,198,216.00').reduce((a, b) => a + b)).toBe(1);
    await context.close();
  });

  it('contains the program on one or two pages, without pictures and messages', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/church-program');
    await page.getByRole('button', { name: 'Subscribe to calendar' }).click();
    await page.getByRole('button', { name: 'Create my calendar link' }).click();
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await page.locator('[data-toasts] li').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const pages = await pdfPages(await page.pdf({ format: 'Letter' }));
    expect(pages.length).toBeLessThanOrEqual(2);
    expect(pages.join('\n')).toContain('Upcoming Events');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[data-toasts] li').isVisible()).toBe(false);
    expect(await page.locator('[data-picture]').first().isVisible()).toBe(false);
    await context.close();
  });

  it('contains the member’s whole history with its sum, also from a phone', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const page = await open(context, '/donations');
    const { id } = (await (await context.request.get('/api/auth/user')).json()) as { id: string };
    const own = (await (
      await context.request.get(`/api/donations?userId=${id}`)
    ).json()) as unknown[];
    const pages = await pdfPages(await page.pdf({ format: 'Letter' }));
    const { address } = (await (await context.request.get('/api/settings')).json()) as {
      address: string;
    };
    expect(times(pages, `Grace Community Church · ${address} · Hannah Brooks`)).toEqual(
      pages.map(() => 1),
    );
    expect(times(pages, '· all years · as of ')).toEqual(pages.map(() => 1));
    expect(times(pages, 'Date Fund Payment method Amount')).toEqual(pages.map(() => 1));
    expect(times(pages, 'Given in all years').reduce((a, b) => a + b)).toBe(1);
    expect(pages.join('\n').match(/^\w{3} \d{1,2}, \d{4} /gm)).toHaveLength(own.length);
    expect(pages.join('\n')).not.toMatch(/Something wrong|Pledge|Zelle|Show all|CSV/);
    await context.close();
  });
});
