import { expect, it } from '@jest/globals';
import path from 'node:path';
import { demoPassword } from '../../support/program/program.js';
import { describeInBrowser, goTo, open } from '../support.js';

const sample = path.resolve('docker/samples/paypal-december-2025.csv');

describeInBrowser('"Your first import in five minutes" of the README', (portal) => {
  it('works as described, from the sign-in to the undo', async () => {
    const context = await portal.visit(null);
    const page = await open(context, '/sign-in');
    await page.getByLabel('Email').fill('secretary@grace.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();

    await page.getByRole('link', { name: 'Import Donations' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles(sample);

    await page.getByText('This looks like a PayPal activity file.').waitFor();
    await page.getByLabel('Payment method of all rows').selectOption('Card');
    await page.getByRole('button', { name: 'Read the file' }).click();

    await page.getByText('Nora Delgado, 1 gift, $75.00').waitFor();
    expect(await figures()).toEqual({
      'In the file': '22 rows',
      New: '19 rows',
      'Already recorded': '1 row',
      'Needs review': '2 rows',
      'With errors': '0 rows',
    });

    await page.getByRole('button', { name: 'A guest' }).click();
    await page.getByText('Nora Delgado, 1 gift, $75.00').waitFor({ state: 'detached' });
    await page.getByText('Row 23: Refunds the whole gift of row 8').waitFor();
    await page.getByRole('button', { name: 'Yes, delete the gift' }).click();
    await page.getByRole('button', { name: 'Import 20 donations' }).click();
    await page.getByText('$1,127.00').first().waitFor();

    await page.getByRole('link', { name: 'Open the ledger' }).click();
    await page.getByPlaceholder('Search givers').fill('Nora');
    const nora = page.getByRole('row').filter({ hasText: 'Nora Delgado' });
    await nora.filter({ hasText: '$75.00' }).click();
    await page.getByRole('dialog').or(page.getByRole('complementary')).first().waitFor();

    await goTo(page, '/admin/donation-imports');
    await page
      .getByRole('link', { name: /paypal-december-2025/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: 'Undo $1,127.00' }).click();
    await page.getByRole('heading', { name: 'This import was undone' }).waitFor();

    await page.getByRole('link', { name: 'Open the ledger' }).click();
    await page.getByText('20 givers').first().waitFor();
    await page.getByPlaceholder('Search givers').fill('Nora');
    await nora.waitFor({ state: 'detached' });
    expect(await page.getByRole('main').innerText()).not.toContain('Delgado');
    await context.close();

    /** Returns the numbers of rows in the cards above the review, by their labels. */
    async function figures(): Promise<Record<string, string>> {
      const main = await page.getByRole('main').innerText();
      const matches = main.matchAll(
        /^(In the file|New|Already recorded|Needs review|With errors)\n\n?.*\n\n?(\d+ rows?)$/gm,
      );
      return Object.fromEntries([...matches].map(([, label, rows]) => [label!, rows!]));
    }
  });
});
