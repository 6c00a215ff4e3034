import { expect, it } from '@jest/globals';
import type { DonationImport } from '#libs/contracts';
import { expectNoOverflow } from '../steps/layout.js';
import { describeInBrowser, open, phone, violations } from '../support.js';

const file = [
  'email,amount,paymentmethod,date,campaign,notes',
  'member@grace.test,11.00,Cash,2018-02-03,,',
  'member@grace.test,twelve,Cash,2018-02-10,,',
].join('\n');

describeInBrowser('the review of an import on a phone', (portal) => {
  it('shows the rows with errors, and all rows only on demand', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: phone });
    const upload = await context.request.post('/api/admin/donation-imports', {
      multipart: { file: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(file) } },
    });
    const { id } = (await upload.json()) as DonationImport;
    const page = await open(context, `/admin/donation-imports/${id}`);
    const rows = page.getByRole('list', { name: 'Rows of the file' });
    const record = page.getByRole('button', { name: /^Import/ });
    await page.getByLabel('Amount for row').waitFor();
    expect(await rows.count()).toBe(0);
    // The bar with the button has one line.
    const bar = page.locator('[data-action-bar]');
    const heights = [await bar.boundingBox(), await record.boundingBox()].map((box) => box!.height);
    expect(heights[0]! - heights[1]!).toBeLessThan(40);

    await page.getByRole('button', { name: 'Show all 2 rows' }).click();
    await rows.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page);
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Hide the rows' }).click();
    await rows.waitFor({ state: 'detached' });

    // When no row has an error, the page shows the list of all rows, without a button for it.
    await page.getByLabel('Amount for row').fill('12.00');
    await page.keyboard.press('Enter');
    await rows.waitFor();
    expect(await page.getByRole('button', { name: 'Show all 2 rows' }).count()).toBe(0);
    expect(await record.innerText()).toMatch(/^Import/);
    await page.getByRole('button', { name: 'Import 2 donations' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await context.close();
  });
});
