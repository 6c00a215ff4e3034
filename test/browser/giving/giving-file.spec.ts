import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, until, violations } from '../support.js';

const header =
  'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ' +
  'ID,Reference Txn ID,Balance Impact';
const line = (
  id: string,
  gross: string,
  {
    type = 'Donation Payment',
    status = 'Completed',
    of: referenceId = '',
    currency = 'USD',
    day = '02/18/2022',
  } = {},
) =>
  `${day},10:00:00,America/New_York,Hannah ` +
  `Brooks,${type},${status},${currency},${gross},0.00,${gross},member@grace.test,${id},` +
  `${referenceId},Credit`;

describeInBrowser('a file of a giving service', (portal) => {
  const upload = async (page: Page, lines: string[]) => {
    await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
    await page.locator('input[type=file]').setInputFiles({
      name: 'paypal.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([header, ...lines, ''].join('\n')),
    });
  };

  it('is recognized, with questions about an unknown word, a currency and a refund', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/donation-imports');
    await upload(page, [
      line('A1', '100.00'),
      line('A2', '50.00'),
      line('B1', '-25.00', { type: 'Payment Refund', of: 'A1' }),
      line('C1', '-500.00', { type: 'General Withdrawal' }),
      line('A3', '70.00', { status: 'Pending' }),
      line('A4', '12.00', { type: 'Harvest Payment' }),
      line('A5', '30.00', { currency: 'EUR' }),
    ]);
    await page.getByRole('heading', { name: 'This looks like a PayPal activity file.' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('“Harvest Payment” means').selectOption({ label: 'A gift' });
    await page.getByRole('button', { name: 'Read the file' }).click();

    const control = page.getByRole('region', { name: 'Control total' });
    await control.getByText('In the file: 7 rows with −$263.00.').waitFor();
    const lineOf = (name: string) => control.getByRole('row', { name });
    await lineOf('Skipped Type: General Withdrawal 1 −$500.00 $0.00').waitFor();
    await lineOf('Skipped Status: Pending 1 $70.00 $0.00').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText('Row 4: Refunds $25.00 of the gift of row 2: it becomes $75.00').waitFor();
    // An amount in another currency is recorded only after the user has entered the US dollars.
    const record = page.getByRole('button', { name: 'Record these dollars' });
    const dollars = page.getByLabel('US dollars of row 8');
    await dollars.fill('-5');
    await record.click();
    await page.getByText('Enter an amount above zero, such as 17.31.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dollars.fill('27.40');
    await dollars.press('Enter');
    await lineOf('Will be recorded 4 $192.00 $189.40').waitFor();
    // The focus is not on a button. Otherwise another Enter would answer the next question, which
    // changes an amount.
    await until(page, `document.activeElement?.matches('[data-problem-row]')`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, it becomes $75.00' }).click();
    await lineOf('Will be recorded Refunds of gifts 1 −$25.00 −$25.00').waitFor();
    await control.getByLabel('Total on the service’s statement').fill('164.40');
    await control.getByText('The same as what will be recorded.').waitFor();
    await control.getByLabel('Total on the service’s statement').fill('170');
    await control.getByText('by $5.60 from what will be recorded, $164.40').waitFor();

    await page.getByRole('button', { name: 'Import 4 donations and 1 change' }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const summary = (await (
      await context.request.get('/api/admin/donations/summary?from=2022-02-18&to=2022-02-18')
    ).json()) as { amount: string };
    expect(summary.amount).toBe('164.40');
    await context.close();
  });

  it('deletes a gift by its refund; the undo asks if the gift was restored later', async () => {
    const context = await portal.visit('secretary@grace.test', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    const page = await open(context, '/admin/donation-imports');
    const day = '02/21/2022';
    const amount = async () =>
      (
        (await (
          await context.request.get('/api/admin/donations/summary?from=2022-02-21&to=2022-02-21')
        ).json()) as { amount: string }
      ).amount;
    await upload(page, [line('K1', '40.00', { day })]);
    await page.getByRole('button', { name: 'Import 1 donation', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();

    await upload(page, [
      line('K1', '40.00', { day }),
      line('K2', '-40.00', { day, type: 'Payment Refund', of: 'K1' }),
    ]);
    await page.getByRole('button', { name: 'Yes, delete the gift' }).click();
    await page.getByRole('button', { name: 'Import 1 change', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(await amount()).toBe('0.00');
    const [gone] = (await (
      await context.request.get('/api/admin/donations?state=deleted&from=2022-02-21&to=2022-02-21')
    ).json()) as { id: string }[];
    await context.request.post(`/api/admin/donations/${gone!.id}/restore`, { data: {} });

    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('Changed by the import, and by hand since:').waitFor();
    expect(await violations(page)).toEqual([]);
    const undo = page.getByRole('alertdialog').getByRole('button', { name: /^Undo/ });
    expect(await undo.isDisabled()).toBe(true);
    await page.getByLabel('Leave them as they are now').check();
    await undo.click();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    expect(await amount()).toBe('40.00');
    await context.close();
  });
});
