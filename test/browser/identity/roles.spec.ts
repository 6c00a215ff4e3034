import { expect, it } from '@jest/globals';
import { interceptCalls } from '../steps/intercept-calls.js';
import { describeInBrowser, open, violations } from '../support.js';

describeInBrowser('roles and permissions', (portal) => {
  it('collapses the permissions of each role, and compares them in a table', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/roles-permissions');
    const administrator = page.getByRole('region', { name: 'Administrator' });
    await administrator.waitFor();
    const permission = administrator.getByText('Read the audit log');
    expect(await permission.isVisible()).toBe(false);
    await administrator.getByText(/^\d+ permissions$/).click();
    await permission.waitFor();

    const row = page.getByRole('table').getByRole('row', { name: 'Read the audit log' });
    const cells = await row.getByRole('cell').allInnerTexts();
    expect(cells.map((text) => text.trim())).toEqual([
      'Administrator: yes',
      'Pastor: no',
      'Secretary: no',
      'Support: no',
      'Member: no',
    ]);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('shows an error if they cannot be loaded, and lets the user try again', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/');
    await interceptCalls(page, '**/api/admin/roles-permissions', (route) => route.abort());
    await page.goto(new URL('/admin/roles-permissions', page.url()).href);
    await page.getByText('Failed to load roles and permissions data.').first().waitFor();
    await page.unroute('**/api/admin/roles-permissions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Administrator' }).waitFor();
    await context.close();
  });
});
