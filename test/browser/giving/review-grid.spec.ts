import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until as eventually } from '../../support/until.js';
import { describeInBrowser, until, violations } from '../support.js';
import { createBankLines, FileReview, giverEmail } from './file-review.js';

const { gift, nextDay } = createBankLines();

describeInBrowser('the review of a giving file', (portal) => {
  let review: FileReview;
  let page: Page;
  beforeEach(async () => {
    review = await FileReview.open(portal);
    ({ page } = review);
  });
  afterEach(() => review.close());

  /** Returns the label or the text of the element with the focus. */
  const focused = () =>
    page.evaluate<string>(
      `document.activeElement?.labels?.[0]?.textContent ?? ` +
        `document.activeElement?.textContent ?? ''`,
    );
  const filterRows = async (name: RegExp) => {
    await review.button(/^Rows/).first().click();
    await page.getByRole('menuitemradio', { name }).click();
  };

  it('shows the cells of the file, filters rows, and changes several with Undo', async () => {
    const id = await review.createDraft(
      gift('north'),
      gift('south'),
      gift('"north, ""roof"""', '7.00', 'Roof'),
      gift('bad', 'five'),
      gift('', '1O.00'),
    );
    await review
      .grid()
      .getByRole('row', { name: /With errors/ })
      .first()
      .waitFor();
    expect(
      await review.grid().getByRole('columnheader', { name: 'In the file: Given' }).count(),
    ).toBe(1);
    expect(
      await review.grid().getByRole('columnheader', { name: 'In the file: Column 6' }).count(),
    ).toBe(1);
    await page.getByText('2 rows, $0.00').waitFor();
    expect(await violations(page)).toEqual([]);
    await filterRows(/With errors \(2\)/);
    await page.getByLabel('Search the rows').fill('BAD');
    await review.row(6).waitFor({ state: 'detached' });
    await page.getByText('1 row, $0.00').waitFor();
    await until(page, `new URLSearchParams(location.search).get('q') === 'BAD'`);
    await review.button('Remove filter Rows: With errors (2)').click();
    await page.getByLabel('Search the rows').fill('north');
    await page.getByText('2 rows, $12.00').waitFor();

    await review.chooseRow(2);
    await review.chooseRow(4);
    await review.button('Change').click();
    await page.getByRole('menuitem', { name: 'Set fund…' }).click();
    await page.getByRole('combobox', { name: 'Fund' }).fill('Harvest');
    await review.button('Set fund').click();
    await page.getByText('2 rows changed.', { exact: true }).waitFor();
    expect(await review.row(4).innerText()).toMatch(/Harvest[\s\S]*Roof/);
    expect(await review.row(4).locator('s').innerText()).toBe('Roof');
    await review.button('Undo changing 2 rows').waitFor();
    await page.getByLabel('Search the rows').fill('');
    await review.row(3).waitFor();
    await review.chooseRow(3);
    const patchedUrls: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'PATCH' && patchedUrls.push(request.url()),
    );
    await review.button(/^Skip$/).dblclick();
    await page.getByText('1 row will not be imported.', { exact: true }).waitFor();
    await review.row(3).getByText('Skipped').waitFor();
    expect(patchedUrls.length).toBe(1);
    // Outside of text fields, Ctrl+Z undoes the last change of rows.
    await review.row(3).getByRole('gridcell').first().focus();
    await page.keyboard.press('Control+z');
    await review.row(3).getByText('New').waitFor();
    await review.button('Undo changing 2 rows').click();
    await review.row(4).locator('s').waitFor({ state: 'detached' });
    expect(
      (await review.listRows(id)).map(({ read, repaired }) => [read.campaign, repaired]),
    ).toEqual([
      ['Missions', false],
      ['Missions', false],
      ['Roof', false],
      ['Missions', false],
      ['Missions', false],
    ]);
  });

  it('can be completed with the keyboard only', async () => {
    const id = await review.createDraft(
      gift(),
      `${giverEmail},1O.00,2018-02-31,Missions,both wrong,`,
      gift(),
      `stranger@unknown.test,8.00,${nextDay()},,,`,
      `${giverEmail},12.00,2001-01-05,,long ago,`,
    );
    await page.keyboard.press('F8');
    await review.panel(3).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Amount'`);
    await review.panel(3).getByText('Invalid amount "1O.00"').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('10.00');
    await page.keyboard.press('Enter'); // The date is still invalid. Therefore the row stays open.
    await review.panel(3).getByText('Invalid amount').waitFor({ state: 'detached' });
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Date'`);
    await page.getByLabel('Date', { exact: true }).fill('2018-02-28');
    await page.keyboard.press('Enter');
    await review.panel(5).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Who gave'`);
    await page.keyboard.press('F8');
    await review.panel(6).waitFor();
    await page.keyboard.press('Shift+F8');
    await review.panel(5).waitFor();
    await until(page, `document.activeElement?.labels?.[0]?.textContent === 'Who gave'`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Walter Visitor');
    await page.keyboard.press('Enter');
    await review.panel(6).waitFor();
    await review.panel(6).getByRole('button', { name: 'Yes, correct' }).focus();
    await page.keyboard.press('Enter');
    await review.panel(6).waitFor({ state: 'detached' });
    await eventually(
      async () => (await focused()) === 'Import 5 donations',
      'The button that records has no focus.',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(
      (await review.listRows(id)).map(({ read, donor }) => [read.amount, donor?.name]),
    ).toEqual([
      ['5.00', 'Hannah Brooks'],
      ['10.00', 'Hannah Brooks'],
      ['5.00', 'Hannah Brooks'],
      ['8.00', 'Walter Visitor'],
      ['12.00', 'Hannah Brooks'],
    ]);
    // After the commit, the rows can still be opened, but not changed.
    await review.grid().getByRole('row').nth(2).getByText('$10.00').click();
    await review.panel(3).getByText('both wrong').waitFor();
    expect(await review.panel(3).getByRole('button', { name: 'Skip', exact: true }).count()).toBe(
      0,
    );
    expect(await review.grid().getByRole('checkbox').count()).toBe(0);
    expect(await review.grid().getByText('Recorded').count()).toBe(5);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await review.button('Undo this import').click();
    await page
      .getByText('1 guest that only this import made goes with it: Walter Visitor.')
      .waitFor();
  });

  it('finds, opens and changes rows among thousands', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) =>
      n < 230 || n === 2_990 ? gift(`x${n}`, 'bad') : gift(n === 400 ? 'needle' : ''),
    );
    const id = await review.createDraft(...lines);
    await page.getByText('231 rows, $0.00').waitFor();
    // The question above the grid lists only the first rows.
    expect(await page.getByRole('textbox', { name: /^Amount for row/ }).count()).toBe(5);
    await page.getByLabel('Search the rows').fill('needle');
    await filterRows(/New/);
    await review.row(402).getByText('New').click();
    await review.panel(402).waitFor();
    await page.keyboard.press('F8');
    await review.panel(2_992).waitFor();
    expect(new URL(page.url()).search).toBe('?state=open');
    await review.row(2_992).waitFor(); // The grid scrolls to the row.
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement?.closest('[role=grid]') !== null`);
    await page.keyboard.press('p'); // It continues from the focused row of the grid.
    await review.panel(2_992).waitFor();
    await page.keyboard.press('Shift+F8');
    await review.panel(231).waitFor();
    await page.keyboard.press('Escape');

    await review.button('Remove filter Rows: Problems (231)').click();
    await page.getByText('3,000 rows, $13,845.00').waitFor();
    expect(await page.locator('[data-row]').count()).toBeLessThan(100);
    await review.grid().getByRole('checkbox').first().check();
    await review.button('Select all 3,000').click();
    await page.getByText('3,000 selected').waitFor();
    await review.button('Change').click();
    await page.getByRole('menuitem', { name: 'Set fund…' }).click();
    await page.getByText('For 3,000 rows.').waitFor();
    await page.getByRole('combobox', { name: 'Fund' }).fill('Everything');
    await review.button('Set fund').click();
    await page.getByText('3,000 rows changed.', { exact: true }).waitFor();
    await page.getByText('3,000 selected').waitFor({ state: 'detached' });
    expect(
      (await review.listRows(id, '&state=new&q=needle')).map(({ read }) => read.campaign),
    ).toEqual(['Everything']);
    await page.keyboard.press('Control+z');
    await page.getByText('3,000 rows are as before.', { exact: true }).waitFor();
    expect(
      (await review.listRows(id, '&state=new&q=needle')).map(({ read }) => read.campaign),
    ).toEqual(['Missions']);
  });
});
