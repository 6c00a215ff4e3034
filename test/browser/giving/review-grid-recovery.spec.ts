import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, open, phone, violations } from '../support.js';
import { createBankLines, FileReview } from './file-review.js';

const { gift } = createBankLines();

describeInBrowser('the review of a giving file', (portal) => {
  let review: FileReview;
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    review = await FileReview.open(portal);
    ({ context, page } = review);
  });
  afterEach(() => review.close());

  it('keeps fixes if the user goes back to the columns, or asks before losing them', async () => {
    const id = await review.createDraft(gift('', 'five'), gift(), gift('', '5.00', ''));
    await page.keyboard.press('F8');
    await review.panel(2).getByLabel('Amount').fill('5.00');
    await review.button('Save row 2').click();
    await page.getByText(/^3 donations, together/).waitFor();
    await review.button('Back to the columns').click();
    await page.getByText('Your fixes in 1 row are kept.').waitFor();
    // Choose a fund for a word of the file, and one for rows that name none.
    await page.getByText('2 funds, understood').click();
    await page.getByRole('combobox', { name: '“Missions” means' }).fill('Outreach');
    await page.getByRole('combobox', { name: /^Fund where the file names none/ }).fill('Harvest');
    await review.button('Read the file').click();
    await page.getByText(/^3 donations, together/).waitFor();
    expect(
      (await review.listRows(id)).map(({ read, changed }) => [read.amount, read.campaign, changed]),
    ).toEqual([
      ['5.00', 'Outreach', ['amount']],
      ['5.00', 'Outreach', []],
      ['5.00', 'Harvest', []],
    ]);

    await review.button('Back to the columns').click();
    await page.getByText('Change how the file is read').click();
    await page.getByRole('radio', { name: 'Row 3 has the column headings' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard your fixes?' });
    await question.getByText('Go on, and lose that?').waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep them' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await review.listRows(id)).length).toBe(3);
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

  it('keeps a change without a network, and returns after a sign-in; others get 404', async () => {
    const id = await review.createDraft(gift('', 'five'), gift());
    await page.keyboard.press('F8');
    await review.panel(2).getByLabel('Amount').fill('6.00');
    await context.setOffline(true);
    await review.button('Save row 2').click();
    await page.getByText('The rows could not be changed.').waitFor();
    expect(await review.panel(2).getByLabel('Amount').inputValue()).toBe('6.00');
    await context.setOffline(false);
    await review.button('Save row 2').click();
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
    await review.chooseRow(3);
    await review.button(/^Skip$/).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill('secretary@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await review.button('Sign In').click();
    await review.row(3).getByText('New').waitFor();
  });

  it('has cards with the same actions on a phone in dark mode', async () => {
    const small = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    const id = await review.createDraft(
      gift('first'),
      gift('second', 'bad'),
      ...Array.from({ length: 20 }, () => gift('', 'bad')),
    );
    page = await open(small, `/admin/donation-imports/${id}`);
    review.page = page;
    // The rows with errors are shown above already.
    await review.button('Show all 22 rows').click();
    await review.button('Next problem').click();
    await review.panel(3).getByText('second').waitFor();
    expect(await violations(page)).toEqual([]);
    await review.button('Close details').click();
    await page.getByRole('checkbox', { name: /^Choose row 3/ }).check();
    const acts = page.getByRole('group', { name: 'What is chosen' });
    expect(
      await page
        .locator('dt')
        .filter({ hasText: /^Total$/ })
        .count(),
    ).toBe(0); // The total would cover the actions.
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
