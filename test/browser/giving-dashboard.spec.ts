import { expect, it } from '@jest/globals';
import type { DonationImport, GivingToday, StaffUser } from '#libs/contracts';
import { everyByte, describeInBrowser, goTo, open, violations } from './support.js';
import { expectToFit } from './steps/layout.js';

describeInBrowser('the overview of giving', (portal) => {
  it('shows staff the month, open tasks and changes, with links', async () => {
    const context = await portal.visit('secretary@grace.test');
    const people = (await (await context.request.get('/api/admin/users')).json()) as StaffUser[];
    const hannah = people.find(({ email }) => email === 'member@grace.test')!;
    const gift = (await (
      await context.request.post('/api/admin/donations', {
        data: { userId: hannah.id, amount: '321.00' },
      })
    ).json()) as { id: string };
    await context.request.patch(`/api/admin/donations/${gift.id}`, { data: { amount: '432.00' } });
    const file = {
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'email,amount,paymentmethod,date,campaign,notes\n' +
          'member@grace.test,5.00,Cash,2025-01-05,,\n',
      ),
    };
    const draft = (await (
      await context.request.post('/api/admin/donation-imports', { multipart: { file } })
    ).json()) as DonationImport;
    const today = (await (
      await context.request.get('/api/admin/giving-today')
    ).json()) as GivingToday;

    const page = await open(context, '/');
    const card = page.getByRole('region', { name: 'Today in the office' });
    const figure = `$${Number(today.month).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    expect((await card.getByRole('definition').first().innerText()).replace(/\s/g, '')).toBe(
      figure,
    );
    await card.getByText(/(more|less) than by [A-Z][a-z]+ \d+ last year/).waitFor();
    await card.getByText('november.csv').waitFor();
    const changes = card.getByRole('listitem').filter({ hasText: 'Hannah Brooks' });
    await changes
      .filter({ hasText: 'Gift corrected' })
      .filter({ hasText: '$432.00' })
      .filter({ hasText: 'was $321.00' })
      .waitFor();
    await expectToFit(page);
    await card.getByRole('link', { name: 'Gift corrected: Hannah Brooks' }).click();
    await page.getByRole('dialog').getByText('$432.00').first().waitFor();
    await goTo(page, '/');
    await card.getByRole('link', { name: '1 person waits for approval' }).click();
    await page.getByRole('heading', { level: 1, name: 'User Approvals' }).waitFor();
    await goTo(page, '/');
    await card.getByRole('link', { name: 'An import is to be checked' }).click();
    await page.waitForURL(`**/admin/donation-imports/${draft.id}`);
    await goTo(page, '/');
    await card.getByRole('link', { name: 'See every gift' }).click();
    await page.getByRole('heading', { level: 1, name: 'Member Donations' }).waitFor();
    // A change that was made in the meantime is shown when the user returns to the dashboard.
    await context.request.delete(`/api/admin/donations/${gift.id}`);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Dashboard', exact: true })
      .click();
    await card.getByRole('listitem').filter({ hasText: 'Gift deleted: Hannah Brooks' }).waitFor();
    await context.close();
  });

  it('shows single gifts neither to pastors nor to members', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const page = await open(pastor, '/');
    const card = page.getByRole('region', { name: 'Today in the office' });
    await card.getByText(/^Given in /).waitFor();
    expect([
      await card.getByText('Last changes').count(),
      await card.getByText('Needs review').count(),
    ]).toEqual([0, 0]);
    await card.getByRole('link', { name: 'Open the ledger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Church Ledger' }).waitFor();
    await pastor.close();
    for (const email of ['member@grace.test', 'support@grace.test']) {
      const context = await portal.visit(email);
      const pageOfUser = await context.newPage();
      const bytes = await everyByte(pageOfUser);
      await goTo(pageOfUser, '/');
      expect(await pageOfUser.getByRole('region', { name: 'Today in the office' }).count()).toBe(0);
      expect(await bytes()).not.toContain('lastYear":');
      expect((await context.request.get('/api/admin/giving-today')).status()).toBe(403);
      await context.close();
    }
  });

  it('shows members a chart of the selected year', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/donations');
    const history = page.getByRole('region', { name: 'Your Donation History' });
    await history.scrollIntoViewIfNeeded();
    const table = history.getByRole('table');
    const year = new Date().getFullYear();
    await table.and(page.getByRole('table', { name: /^Your giving in \d{4} by month$/ })).waitFor();
    await history.getByLabel('Year', { exact: true }).selectOption(String(year - 1));
    await page.getByRole('table', { name: `Your giving in ${year - 1} by month` }).waitFor();
    const months = await table.getByRole('cell').allInnerTexts();
    const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
    const sum = (
      (await (await context.request.get(`/api/donations?year=${year - 1}`)).json()) as {
        amount: string;
      }[]
    ).reduce((all, { amount }) => all + cents(amount), 0);
    expect([months.length, months.reduce((all, text) => all + cents(text), 0)]).toEqual([12, sum]);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
