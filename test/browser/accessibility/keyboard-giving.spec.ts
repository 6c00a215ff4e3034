import { afterAll, expect, it } from '@jest/globals';
import type { Donation, Fundraiser } from '#libs/contracts';
import { KeyboardUser } from '../steps/keyboard.js';
import { describeInBrowser } from '../support.js';

/** The number of pressed keys of each task. */
const keysOf: Record<string, number> = {};

describeInBrowser('a treasurer with a keyboard', (portal) => {
  afterAll(() => console.info('Pressed keys:', keysOf));

  const visit = async (email: string, path: string) => {
    const context = await portal.visit(email);
    return { context, user: await KeyboardUser.visit(context, path) };
  };

  it('finds a donation and corrects it', async () => {
    const { context, user } = await visit('secretary@grace.test', '/admin/member-donations');
    await user.tabTo(/^(cell|gridcell|rowheader)/);
    await user.press('ArrowDown', 'Enter');
    const panel = user.page.locator('[data-side-panel]');
    await panel.waitFor();
    await user.tabTo('button "Edit"');
    await user.press('Enter');
    await user.focusIsAt('textbox "Amount"');
    await user.replace('19.19');
    await user.press('Enter');
    await user.hears('Donation Updated');
    await user.focusIsAt('button "Edit"');
    await panel.getByText('$19.19').first().waitFor();
    await user.press('Escape');
    await user.focusIsAt(/^(cell|gridcell|rowheader)/);
    keysOf['find and correct a donation'] = user.keys;
    await context.close();
  });

  it('adds three donations in a row', async () => {
    const { context, user } = await visit('secretary@grace.test', '/admin/member-donations');
    await user.tabTo('button "Add Donation"');
    await user.press('Enter');
    for (const amount of ['21.01', '21.02', '21.03']) {
      await user.focusIsAt(/^combobox "Member/);
      await user.type('Hannah');
      await user.page.getByRole('option').first().waitFor();
      await user.press('ArrowDown', 'Enter', 'Tab');
      await user.focusIsAt('textbox "Amount"');
      await user.type(amount);
      await user.tabTo('button "Record and add another"');
      await user.press('Enter');
      await user.hears(new RegExp(`has been recorded.*\\$${amount}`));
    }
    await user.focusIsAt(/^combobox "Member/);
    await user.press('Escape');
    await user.focusIsAt('button "Add Donation"');
    const answer = await context.request.get('/api/admin/donations?limit=100');
    const amounts = ((await answer.json()) as Donation[]).map(({ amount }) => amount);
    expect(amounts).toEqual(expect.arrayContaining(['21.01', '21.02', '21.03']));
    keysOf['add three donations'] = user.keys;
    await context.close();
  });

  it('imports a file with errors until the receipt', async () => {
    const { context, user } = await visit('secretary@grace.test', '/admin/donation-imports');
    const file = [
      'email,amount,paymentmethod,date,campaign,notes',
      'member@grace.test,11.00,Cash,2019-02-03,,',
      'member@grace.test,twelve,Cash,2019-02-10,,',
      'member@grace.test,13..0,Cash,2019-02-17,,',
    ].join('\n');
    const chooser = user.page.waitForEvent('filechooser');
    await user.tabTo('button "Choose a file"');
    await user.press('Enter');
    const buffer = Buffer.from(file);
    await (await chooser).setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
    await user.focusIsAt('heading "bank.csv"');
    // On a slow line, the counts arrive some time after the corrected row has left.
    await user.page.route(/\/givers(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    for (const amount of ['12.00', '13.00']) {
      await user.tabTo(/^textbox "Amount for row/);
      await user.replace(amount);
      await user.press('Enter');
      const expectedText = amount === '12.00' ? /1 row has an error/ : /^3 donations, together/;
      await user.page.getByText(expectedText).waitFor();
    }
    await user.focusIsAt('button "Import 3 donations"');
    await user.press('Enter');
    await user.hears('Imported: 3 donations, $36.00.');
    await user.tabTo('link "Open the ledger"');
    keysOf['import a file with errors'] = user.keys;
    await context.close();
  });

  it('sees a year of own donations', async () => {
    const { context, user } = await visit('member@grace.test', '/donations');
    await user.tabTo('combobox "Year"');
    // The first entry is all years, and the second one is this year.
    await user.press('Home', 'ArrowDown', 'ArrowDown');
    await user.page.waitForURL(/year=\d{4}/);
    const year = new URL(user.page.url()).searchParams.get('year')!;
    await user.hears(new RegExp(`donations? in ${year}, together \\$`));
    await user.focusIsAt('combobox "Year"');
    keysOf['see a year of own donations'] = user.keys;
    await context.close();
  });

  it('creates a fundraiser', async () => {
    const { context, user } = await visit('secretary@grace.test', '/admin/fundraisers');
    await user.tabTo('button "Create Campaign"');
    await user.press('Enter');
    await user.focusIsAt(/^textbox "Title/);
    await user.type('Bells of the tower');
    await user.press('Tab');
    await user.type('Three new bells for the tower.');
    await user.tabTo('textbox "Goal"');
    await user.type('3000');
    await user.tabTo('button "Create Campaign"');
    await user.press('Enter');
    await user.hears('Campaign Created');
    await user.focusIsAt('button "Create Campaign"');
    const answer = await context.request.get('/api/fundraisers');
    const titles = ((await answer.json()) as Fundraiser[]).map(({ title }) => title);
    expect(titles).toContain('Bells of the tower');
    keysOf['create a fundraiser'] = user.keys;
    await context.close();
  });
});
