import { beforeAll, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, open, phone, violations } from '../support.js';

const good = 1_190;
const members = [
  'abigail.carter',
  'benjamin.osei',
  'charlotte.nguyen',
  'david.kowalski',
  'eleanor.fitzgerald',
  'felix.abernathy',
];
const cents = (n: number) => 1_000 + ((n * 37) % 9_000);
const money = (value: number) =>
  `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
const usd = (value: number) =>
  `$${Math.floor(value / 100).toLocaleString('en-US')}.${String(value % 100).padStart(2, '0')}`;

/**
 * Returns a file with 1,200 rows of 2022, a year without other donations. Ten rows are wrong on
 * purpose.
 */
function file(): string {
  const lines = ['email,amount,paymentmethod,date,campaign,notes'];
  for (let n = 0; n < good; n++) {
    lines.push(
      `${members[n % members.length]}@grace.test,${money(cents(n))},` +
        `${['Cash', 'CashApp', 'Zeffy'][n % 3]},` +
        `2022-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')},,`,
    );
  }
  lines.push(
    'stranger@example.test,10.00,Cash,2022-01-01,,',
    'visitor@example.test,11.00,Cash,2022-01-01,,',
    'abigail.carter@grace.test,25.005,Cash,2022-01-01,,',
    'abigail.carter@grace.test,-1,Cash,2022-01-01,,',
    'abigail.carter@grace.test,twelve,Cash,2022-01-01,,',
    'abigail.carter@grace.test,12.00,Bitcoin,2022-01-01,,',
    'abigail.carter@grace.test,12.00,Check,2022-01-02,,',
    'abigail.carter@grace.test,12.00,Cash,2022-02-30,,',
    'abigail.carter@grace.test,12.00,Cash,01/02/2022,,',
    'abigail.carter@grace.test,12.00,Cash',
  );
  return `${lines.join('\r\n')}\r\n`;
}

describeInBrowser('the portal, for a secretary who records donations', (portal) => {
  const csv = path.join(portal.directory, 'gifts-2022.csv');
  let context: BrowserContext;
  let page: Page;
  let before: string;
  beforeAll(async () => {
    fs.writeFileSync(csv, file());
    context = await portal.visit(null);
  });

  const summary = async (): Promise<string> =>
    (await context.request.get('/api/admin/donations/summary')).text();
  const click = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const importButton = () => page.getByRole('button', { name: /^Import( [\d,]+ donations?)?$/ });

  it('begins with the sign-in of the secretary, after a wrong password', async () => {
    page = await open(context, '/');
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await page.getByLabel(/e-?mail/i).fill('secretary@grace.test');
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await click('Sign In');
    await page.getByRole('alert').filter({ hasText: 'Wrong email or password' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('demo-password-2018');
    await click('Sign In');
    await page.getByRole('heading', { name: 'Welcome, Esther!' }).waitFor();
    before = await summary();
  });

  it('shows ten grouped errors of 1,200 rows, and disables the import', async () => {
    await page.getByRole('link', { name: 'Import Donations' }).click();
    await page.getByLabel('CSV file').setInputFiles(csv);
    await page.getByRole('heading', { name: 'gifts-2022.csv' }).waitFor();
    await page.getByText('Import is disabled while 10 rows have errors.').waitFor();
    expect(await importButton().isDisabled()).toBe(true);
    for (const group of [
      'Who gave these?',
      'Amounts',
      'Dates',
      'Payment methods',
      'Rows that cannot be read',
    ]) {
      await page.getByRole('heading', { name: group }).waitFor();
    }
    expect(await violations(page)).toEqual([]);
  });

  it('lets the user correct all errors in the wizard', async () => {
    const member = page.getByRole('combobox', { name: 'Member who is stranger@example.test' });
    await member.fill('Hannah');
    await page.getByRole('option', { name: /Hannah Brooks/ }).click();
    await page.getByText('Import is disabled while 9 rows have errors.').waitFor();
    await click('visitor@example.test is a guest');
    await page.getByText('Import is disabled while 8 rows have errors.').waitFor();
    for (let errorCount = 7; errorCount >= 5; errorCount--) {
      await page
        .getByRole('textbox', { name: /^Amount for row/ })
        .first()
        .fill('12.00');
      await click('Save');
      await page.getByText(`Import is disabled while ${errorCount} rows have errors.`).waitFor();
    }
    for (const [index, date] of ['2022-02-28', '2022-01-03'].entries()) {
      await page
        .getByRole('textbox', { name: /^Date for row/ })
        .first()
        .fill(date);
      await click('Save');
      await page.getByText(`Import is disabled while ${4 - index} rows have errors.`).waitFor();
    }
    await page.getByLabel('Payment method of all these rows').selectOption('Cash');
    await click(/^Apply to \d+ rows$/);
    await page.getByText('Import is disabled while 1 row has an error.').waitFor();
    await click('Skip all rows with errors');
    await click('Skip 1 row');
    await page.getByText(/^1,199 donations, together/).waitFor();
  });

  it('leads to a receipt after the commit', async () => {
    await importButton().dblclick();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await page.getByText(/1,199 donations from gifts-2022.csv/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows the new total of a donor in the ledger', async () => {
    await page.getByRole('link', { name: 'Open the ledger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    await page.goto('/admin/church-ledger?year=2022&search=Benjamin', { waitUntil: 'networkidle' });
    const expected = Array.from({ length: good }, (_, n) => n)
      .filter((n) => n % members.length === 1)
      .reduce((sum, n) => sum + cents(n), 0);
    await page.getByText(usd(expected)).first().waitFor();
  });

  it('shows in the history who corrected a donation', async () => {
    await page.goto('/admin/member-donations?year=2022&search=Charlotte', {
      waitUntil: 'networkidle',
    });
    await page.getByText('Charlotte Nguyen').first().click();
    const panel = page.getByRole('dialog').or(page.getByRole('complementary')).last();
    await panel.getByText('Imported').first().waitFor();
    await panel.getByRole('button', { name: /edit/i }).first().click();
    const dialog = page.getByRole('dialog', { name: /edit/i });
    await dialog.getByLabel(/^Amount/).fill('1,234.50');
    await dialog.getByRole('button', { name: /save|update/i }).click();
    await page.getByText('$1,234.50').first().waitFor();
    await panel.getByText('Corrected').first().waitFor();
    await panel.getByText('Esther Lindqvist').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('exports the year as a file', async () => {
    await page.goto('/admin/church-ledger?year=2022', { waitUntil: 'networkidle' });
    const exportAs = async (format: string) => {
      await page.getByRole('button', { name: 'Export 2022' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return download;
    };
    const table = await exportAs('CSV (.csv)');
    expect(table.suggestedFilename()).toBe('church-ledger-2022.csv');
    const text = fs.readFileSync(await table.path(), 'utf8');
    expect(text).toContain('Charlotte Nguyen,Member,2022,');
    expect(text).toMatch(/Total [\d.]+ of 1199 donations/);
    const workbook = await exportAs('Excel (.xlsx)');
    expect(workbook.suggestedFilename()).toBe('church-ledger-2022.xlsx');
  });

  it('undoes the import after showing its effects, and has the earlier total', async () => {
    await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: /gifts-2022.csv/ }).click();
    await click('Undo this import');
    await page.getByText(/This voids 1,199 donations/).waitFor();
    await page.getByText(/Charlotte Nguyen: .* → \$1,234\.50/).waitFor();
    await page.getByRole('button', { name: /^Undo \$/ }).click();
    await page.getByRole('heading', { name: 'This import was undone' }).waitFor();
    expect(await summary()).toBe(before);
    const verified = portal.cli('verify');
    expect(verified.stdout).toContain('verify: all is well');
    expect(verified.status).toBe(0);
  });

  it('records the same file again after the undo, but not a third time', async () => {
    // The program has remembered who the stranger is. The undo has removed the guest.
    for (const hint of [
      'Import is disabled while 9 rows have errors.',
      'Import is disabled while 9 rows have errors.',
    ]) {
      await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
      await page.getByLabel('CSV file').setInputFiles(csv);
      await page.getByText(hint).waitFor();
    }
    await click('Skip all rows with errors');
    await click('Skip 9 rows');
    await page.getByText(/^1,191 donations, together/).waitFor();
    await importButton().click();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
    await page.getByLabel('CSV file').setInputFiles(csv);
    await page.getByText('There is nothing new in this file.').waitFor();
    const rows = page.getByRole('grid', { name: 'Rows of the file' });
    await rows
      .getByRole('row', { name: /Already recorded/ })
      .first()
      .waitFor();
    expect(await rows.getAttribute('aria-rowcount')).toBe('1201');
  });

  it('asks about the columns, dates and names of a bank’s file on a phone', async () => {
    const narrow = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    const small = await open(narrow, '/admin/donation-imports');
    const bank = path.join(portal.directory, 'bank.csv');
    fs.writeFileSync(
      bank,
      'Date;Name;Amount;Method\n03/04/2021;Hannah Brooks;25,00;Giro\n05/04/2021;Somebody ' +
        'New;1.250,00;Giro\n',
    );
    await small.getByLabel('CSV file').setInputFiles(bank);
    await small.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
    expect(await violations(small)).toEqual([]);
    await small.getByLabel('How are dates written?').selectOption('dmy');
    await small.getByLabel('“Giro” means').selectOption('Other');
    await small.getByRole('button', { name: 'Read the file' }).click();
    await small.getByText('Hannah Brooks, 1 gift, $25.00 → Hannah Brooks?').waitFor();
    await small.getByRole('button', { name: 'Yes, Hannah Brooks is Hannah Brooks' }).click();
    await small.getByRole('button', { name: 'Somebody New is a guest' }).click();
    await small.getByText(/^2 donations, together \$1,275\.00/).waitFor();
    expect(await violations(small)).toEqual([]);
    await small.getByRole('button', { name: 'Import 2 donations' }).click();
    await small.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await narrow.close();
  });

  it('refuses a binary file with the name of a CSV file, and members in the wizard', async () => {
    await page.goto('/admin/donation-imports', { waitUntil: 'networkidle' });
    const binary = path.join(portal.directory, 'books.csv');
    fs.writeFileSync(
      binary,
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]),
    );
    await page.getByLabel('CSV file').setInputFiles(binary);
    await page.getByText('Import Failed', { exact: true }).waitFor();
    await page
      .getByText(/Excel workbook/)
      .first()
      .waitFor();
    const member = await portal.visit('member@grace.test');
    const denied = await open(member, '/admin/donation-imports');
    await denied.getByText('Access Denied').first().waitFor();
    await member.close();
  });
});
