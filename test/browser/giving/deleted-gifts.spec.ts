import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, phone, until, violations } from '../support.js';

describeInBrowser('a recorded gift', (portal) => {
  const rows = (page: Page) => page.locator('[data-row]');
  const toast = (page: Page, title: string) =>
    page.locator('[data-toasts]').getByText(title, { exact: true }).waitFor();
  const record = async (page: Page, amount: string, date = '2001-05-06') => {
    const people = (await (await page.request.get('/api/admin/users')).json()) as {
      id: string;
      email: string;
    }[];
    const userId = people.find(({ email }) => email === 'member@grace.test')!.id;
    return (await (
      await page.request.post('/api/admin/donations', { data: { userId, amount, date } })
    ).json()) as { id: string };
  };

  it('can be restored after a deletion by Undo and by the menu of its row', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2001');
    await record(page, '61.25');
    await page.reload({ waitUntil: 'networkidle' });
    const remove = async () => {
      await page.getByRole('button', { name: 'Actions for $61.25 of Hannah Brooks' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete $61.25' }).click();
      await toast(page, 'Donation Deleted');
    };
    await remove();
    await page.getByText('$61.25 · Hannah Brooks · May 6, 2001').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Donation Restored');
    await rows(page).getByText('$61.25').waitFor();
    // It was restored without changes. Therefore it is not marked as changed.
    expect(await rows(page).getByText('changed since it was recorded').count()).toBe(0);

    await remove();
    await page.getByText('No donation matches these filters.').waitFor();
    await page.getByRole('button', { name: 'State' }).click();
    await page.getByRole('menuitemradio', { name: 'Deleted' }).click();
    await page.waitForURL(/state=deleted/);
    await rows(page).getByText('(deleted)').waitFor({ state: 'attached' });
    await rows(page).getByText('Deleted', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for $61.25 of Hannah Brooks' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Restore']);
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await toast(page, 'Donation Restored');
    await page.getByText('No donation matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await context.close();
  });

  it('is recorded again, or with a date in the future, only after a question', async () => {
    const context = await portal.visit('secretary@grace.test', { viewport: phone });
    const page = await open(context, '/admin/member-donations?year=2004');
    await page.getByRole('button', { name: 'Guest' }).click();
    const dialog = page.getByRole('dialog');
    const record = async (amount: string, date: string) => {
      await dialog.getByLabel('First name').fill('Wilma');
      await dialog.getByLabel('Last name').fill('Doubtful');
      await dialog.getByLabel('Amount').fill(amount);
      await dialog.getByLabel('Date (optional)').fill(date);
      await dialog.getByRole('button', { name: /^Record (donation|anyway)$/ }).click();
    };
    await record('12.00', '2004-05-06');
    await page.getByText('$12.00 · Wilma Doubtful · May 6, 2004').first().waitFor();
    await page.getByRole('button', { name: 'Guest' }).click();
    await record('12.00', '2004-05-06');
    await dialog
      .getByText('A gift of $12.00 by Wilma Doubtful on May 6, 2004 is recorded already.')
      .waitFor();
    expect(await violations(page)).toEqual([]);
    // Another date makes it another gift, about which the form asks again.
    await dialog.getByLabel('Date (optional)').fill('2099-01-01');
    await dialog.getByText('This day is still to come.').waitFor();
    await dialog.getByRole('button', { name: /^Record (donation|anyway)$/ }).click();
    await dialog.getByText(/^Jan 1, 2099 is still \d+ days ahead\.$/).waitFor();
    await dialog.getByLabel('Date (optional)').fill('2004-05-06');
    await dialog.getByRole('button', { name: /^Record (donation|anyway)$/ }).click();
    await dialog.getByText('is recorded already.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Record anyway', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const gifts = (await (
      await page.request.get('/api/admin/donations?year=2004&search=wilma')
    ).json()) as unknown[];
    expect(gifts).toHaveLength(2);
    await context.close();
  });

  it('gets its earlier values by Undo, unless another user has changed it', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/member-donations?year=2002');
    const { id } = await record(page, '62.00', '2002-01-01');
    await page.reload({ waitUntil: 'networkidle' });
    const edit = async (amount: string) => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('dialog').getByLabel('Amount').fill(amount);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await toast(page, 'Donation Updated');
    };
    await edit('162.00');
    await page.getByText('$162.00 · Hannah Brooks · Jan 1, 2002').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Change Undone');
    await rows(page).getByText('$62.00').waitFor();
    await edit('72.00');
    await page.request.patch(`/api/admin/donations/${id}`, { data: { amount: '82.00' } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-toasts]').getByText('Failed to update donation').waitFor();
    await rows(page).getByText('$82.00').waitFor();
    // The panel of the ledger counts corrected and deleted gifts, and opens them.
    const gone = await record(page, '7.00', '2002-02-02');
    await page.request.delete(`/api/admin/donations/${gone.id}`);
    await page.goto('/admin/church-ledger?year=2002', { waitUntil: 'networkidle' });
    await rows(page).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: '1 corrected' }).waitFor();
    await panel.getByRole('button', { name: '1 deleted' }).click();
    await panel.getByText('Feb 2, 2002').click();
    await panel.getByText('Voided', { exact: false }).waitFor();
    await until(
      page,
      `![...document.querySelectorAll('[role=dialog] li')].some((one) => ` +
        `one.textContent.includes('Jan 1, 2002'))`,
    );
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('can be filtered by date, amount and recorder, and opened in the audit log', async () => {
    const context = await portal.visit('secretary@grace.test', {
      viewport: phone,
      colorScheme: 'dark',
    });
    const page = await open(context, '/admin/member-donations?year=2003');
    for (const [amount, date] of [
      ['10.00', '2003-01-01'],
      ['20.00', '2003-02-01'],
      ['30.00', '2003-03-01'],
    ])
      await record(page, amount!, date);
    await page.reload({ waitUntil: 'networkidle' });
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: 'Amount', exact: true })
      .first()
      .click();
    await page.getByLabel('At least').fill('20');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/minAmount=20.00/);
    await page.getByText('$20.00 or more').first().waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByText('2 donations').waitFor();
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: 'Date', exact: true })
      .first()
      .click();
    await page.locator('input[name=to]').fill('2003-02-28');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('1 donation', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Recorded by' }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    await page.keyboard.press('Escape');
    expect([
      await violations(page),
      await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ]).toEqual([[], 0]);
    await context.close();

    const admins = await portal.visit('admin@grace.test');
    const log = await open(admins, '/admin/audit?action=donation.recorded');
    await log.getByText('Gift recorded').first().waitFor();
    expect(await violations(log)).toEqual([]);
    const download = log.waitForEvent('download');
    await log.getByRole('link', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('audit-log.csv');
    await log.getByRole('link', { name: '$30.00' }).first().click();
    await log.waitForURL(/gift=/);
    await log.getByRole('dialog').getByText('March 1, 2003').waitFor();
    await log.keyboard.press('Escape');
    await log.getByText('1 donation', { exact: true }).first().waitFor();
    await log.getByRole('button', { name: 'One gift · Show all' }).click();
    await log.waitForURL((url) => !url.searchParams.has('gift'));
    await admins.close();
  });
});
