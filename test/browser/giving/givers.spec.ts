import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { ImportAnswer } from '#libs/contracts';
import { describeInBrowser, goTo, open, until, violations } from '../support.js';

let serial = 0;
/**
 * Returns a bank's file with a gift of $10.00 of each of these givers. The dates occur in no other
 * file.
 */
const bank = (...givers: string[]) => {
  const month = `${2018 + ++serial}-01`;
  return [
    'Donor name,Email,Gross,Given on,Method',
    ...givers.map(
      (giver, n) => `${giver},10.00,${month}-${String((n % 28) + 1).padStart(2, '0')},Cash`,
    ),
  ].join('\n');
};

describeInBrowser('the givers of a file', (portal) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await portal.visit('admin@grace.test');
    page = await open(context, '/admin/donation-imports');
  });
  afterEach(() => context.close());

  const upload = async (text: string) => {
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('heading', { level: 1, name: 'bank.csv' }).waitFor();
    const read = page.getByRole('button', { name: 'Read the file' });
    await read
      .or(page.getByRole('heading', { name: 'What the file holds' }))
      .or(page.getByText('In the file', { exact: true }))
      .first()
      .waitFor();
    if (await read.isVisible()) await read.click();
    await page.getByText('In the file', { exact: true }).waitFor();
  };
  const focused = () =>
    page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`);

  it('cause one question each, and no question for the next file', async () => {
    const member = 'Hannah Brooks';
    const givers = [
      'Brooks Hannah,',
      'Walter Unknown,walter@unknown.test',
      '$cash,',
      'Brooks Hannah,',
      'Walter Unknown,walter@unknown.test',
      '$cash,',
    ];
    await upload(bank(...givers));
    const card = page.getByRole('region', { name: 'Who gave these?' });
    await card.getByText(`Brooks Hannah, 2 gifts, $20.00 → ${member}?`).waitFor();
    await card.getByText('name turned round').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(3);
    expect(await violations(page)).toEqual([]);

    await card.getByRole('combobox', { name: 'Member who is $cash' }).click();
    await page.keyboard.type('Brooks');
    await page.getByRole('option', { name: /Hannah Brooks/ }).waitFor();
    await page.keyboard.press('Enter');
    await card.getByText('$cash').waitFor({ state: 'detached' });
    // The focus moves to the next giver.
    await until(page, `document.activeElement?.closest('[data-problem-row]') !== null`);
    expect(await focused()).toBe(`Yes, Brooks Hannah is ${member}`);
    await page.keyboard.press('Enter');
    await card.getByText('Brooks Hannah').waitFor({ state: 'detached' });
    await until(page, `document.activeElement?.closest('[data-problem-row]') !== null`);
    await card.getByRole('button', { name: 'Walter Unknown is a guest' }).focus();
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import 6 donations' }).waitFor();

    await page.getByRole('button', { name: 'Show the givers' }).click();
    await page.getByText('Walter Unknown → Walter Unknown (guest)').waitFor();
    await page.getByRole('button', { name: 'Change who Walter Unknown is' }).click();
    await page.getByRole('button', { name: 'Walter Unknown is a guest' }).click();
    await page.getByRole('button', { name: 'Change who Walter Unknown is' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 6 donations' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();

    await goTo(page, '/admin/donation-imports');
    await upload(bank(...givers));
    await page.getByRole('button', { name: 'Import 6 donations' }).waitFor();
    expect(await card.count()).toBe(0);
  });

  it('are remembered in the member’s panel and the settings, and can be forgotten', async () => {
    await upload(bank('$hannah,', '$other,'));
    const card = page.getByRole('region', { name: 'Who gave these?' });
    for (const name of ['$hannah', '$other']) {
      await card.getByRole('combobox', { name: `Member who is ${name}` }).click();
      await page.keyboard.type('Hannah Brooks');
      await page.keyboard.press('Enter');
      await card.getByText(name).waitFor({ state: 'detached' });
    }
    await goTo(page, '/admin/members?search=Hannah%20Brooks');
    await page
      .getByRole('row', { name: /Hannah Brooks/ })
      .getByText('Hannah Brooks')
      .first()
      .click();
    const panel = page.getByRole('dialog', { name: 'Hannah Brooks' });
    await panel.getByRole('heading', { name: 'The import knows as' }).waitFor();
    await panel.getByRole('button', { name: 'Forget who $hannah is' }).click();
    await panel
      .getByRole('button', { name: 'Forget who $hannah is' })
      .waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);

    await goTo(page, '/admin/donation-imports');
    const rememberedGivers = page.getByRole('region', { name: 'Remembered givers' });
    await rememberedGivers.scrollIntoViewIfNeeded();
    await rememberedGivers.getByText('$other → Hannah Brooks').waitFor();
    const knownSearch = rememberedGivers.getByRole('searchbox', {
      name: 'Search remembered givers',
    });
    await knownSearch.fill('nobody of this name');
    await rememberedGivers.getByText('No remembered giver matches this search.').waitFor();
    await knownSearch.fill('$oth');
    await rememberedGivers.getByRole('button', { name: 'Forget who $other is' }).click();
    await rememberedGivers.getByText('$other').waitFor({ state: 'detached' });
    const files = page.getByRole('region', { name: 'Remembered file formats' });
    await files.getByText('bank.csv').first().waitFor();
    const filesSearch = files.getByRole('searchbox', { name: 'Search remembered file formats' });
    await filesSearch.fill('no such file');
    await files.getByText('No file format matches this search.').waitFor();
    await filesSearch.fill('BANK');
    await files
      .getByText(/^\d columns/)
      .first()
      .click();
    await files.getByText('Donor name').first().waitFor();
    const layouts = async () =>
      ((await (await context.request.get('/api/admin/import-layouts')).json()) as unknown[]).length;
    const before = await layouts();
    await files.getByRole('button', { name: 'Forget how bank.csv is read' }).first().click();
    await page
      .getByText('The next file like bank.csv will ask what its columns mean.', { exact: true })
      .waitFor();
    expect(await layouts()).toBe(before - 1);
    const remainingAnswers = (await (
      await context.request.get('/api/admin/import-answers')
    ).json()) as ImportAnswer[];
    expect(remainingAnswers.filter(({ name }) => name === '$hannah' || name === '$other')).toEqual(
      [],
    );
    expect(await violations(page)).toEqual([]);
  });
});
