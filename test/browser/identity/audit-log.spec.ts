import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, open, phone, violations } from '../support.js';

describeInBrowser('the audit log', (portal) => {
  const group = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Which entries' }).getByRole('button', { name });
  const isPressed = (page: Page, name: string) => group(page, name).getAttribute('aria-pressed');

  it('lists changes first on a phone, and all entries on request', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    await context.request.get('/api/admin/church-ledger');
    const page = await open(context, '/admin/audit');
    expect(await isPressed(page, 'Changes')).toBe('true');
    expect(await page.getByText('Viewed the ledger').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await group(page, 'All').click();
    await page.getByText('Viewed the ledger').first().waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    expect(await isPressed(page, 'All')).toBe('true');
    await context.close();
  });

  it('lists all entries on a wide screen, and one group on request', async () => {
    const context = await portal.visit('admin@grace.test');
    await context.request.get('/api/admin/church-ledger');
    const page = await open(context, '/admin/audit');
    expect(await isPressed(page, 'All')).toBe('true');
    await page.getByText('Viewed the ledger').first().waitFor();
    await group(page, 'Sign-ins').click();
    await page.getByText('Viewed the ledger').first().waitFor({ state: 'detached' });
    await page.getByText('Signed in').first().waitFor();
    const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(address).toContain('group=access');
    await context.close();
  });
});
