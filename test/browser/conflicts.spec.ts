import { expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import type { Pledge, StaffUser, User } from '#libs/contracts';
import { describeInBrowser, open, violations } from './support.js';

describeInBrowser('a form whose object another user has changed in the meantime', (portal) => {
  /** Returns the texts of the cells of each row in the dialog. */
  const linesOf = async (page: Page) => {
    const rows = await page.getByRole('dialog').getByRole('row').all();
    return Promise.all(rows.map((line) => line.locator('th, td').allTextContents()));
  };
  /** Collects the requests with this method that the page sends, with the version in `If-Match`. */
  const changesOf = (page: Page, method: string) => {
    const changes: { version: string | undefined; body: unknown }[] = [];
    page.on('request', (request: Request) => {
      if (request.method() !== method) return;
      const version = request.headers()['if-match'];
      changes.push({ version, body: request.postDataJSON() as unknown });
    });
    return changes;
  };
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const choose = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  it('shows both amounts of a pledge, and saves the one that the user chooses', async () => {
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/donations');
    const secretary = (await (await context.request.get('/api/auth/user')).json()) as User;
    const year = new Date().getFullYear();
    const path = `/api/pledges/user/${secretary.id}/year/${year}`;
    const readPledge = async () => (await (await context.request.get(path)).json()) as Pledge;
    const { id, version } = await readPledge();
    const sentChanges = changesOf(page, 'PATCH');

    await page.getByRole('button', { name: 'Update Pledge' }).click();
    const form = page.getByRole('dialog', { name: 'Update Pledge' });
    await form.getByLabel('Pledge amount').fill('3000');
    await context.request.patch(`/api/pledges/${id}`, { data: { amount: '1800.00' } });
    await form.getByRole('button', { name: 'Update Pledge' }).click();
    const conflict = page.getByRole('dialog', { name: 'Your pledge was changed in the meantime' });
    await conflict.waitFor();
    expect(await linesOf(page)).toContainEqual([
      'Pledge amount (differs)',
      '$1,800.00',
      '$3,000.00',
    ]);
    expect(await violations(page)).toEqual([]);
    expect(await readPledge()).toMatchObject({ amount: '1800.00', version: version + 1 });
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await page.getByText('Pledge Updated').first().waitFor();
    expect(await readPledge()).toMatchObject({ amount: '3000.00', version: version + 2 });
    const body = { amount: '3000.00' };
    expect(sentChanges).toEqual([
      { version: `"${version}"`, body },
      { version: `"${version + 1}"`, body },
    ]);
    await context.close();
  });

  it('shows both versions of a member, and sends only the changed fields', async () => {
    const context = await portal.visit('admin@grace.test');
    const page = await open(context, '/admin/members');
    const people = async () =>
      (await (await context.request.get('/api/admin/users')).json()) as StaffUser[];
    const hannah = async () => (await people()).find(({ email }) => email === 'member@grace.test')!;
    const { id, version, lastName } = await hannah();
    const change = (data: object) => context.request.put(`/api/admin/users/${id}`, { data });
    const sentChanges = changesOf(page, 'PUT');

    await choose(page, `Hannah ${lastName}`, 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit Member' });
    await form.getByLabel('First name').fill('Joanna');
    await change({ phone: '706-555-0142' });
    await form.getByRole('button', { name: 'Update Member' }).click();
    const conflict = page.getByRole('dialog', { name: 'This member was changed in the meantime' });
    await conflict.waitFor();
    expect(await linesOf(page)).toEqual(
      expect.arrayContaining([
        ['First name (differs)', 'Hannah', 'Joanna'],
        ['Phone', '706-555-0142', '706-555-0142'],
      ]),
    );
    expect(await violations(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await row(page, `Joanna ${lastName}`).waitFor();
    expect(await hannah()).toMatchObject({
      firstName: 'Joanna',
      phone: '+17065550142',
      version: version + 2,
    });
    const body = { firstName: 'Joanna' };
    expect(sentChanges).toEqual([
      { version: `"${version}"`, body },
      { version: `"${version + 1}"`, body },
    ]);

    await choose(page, `Joanna ${lastName}`, 'Change role');
    await page.getByRole('dialog').getByLabel('Role').selectOption('Support');
    await change({ firstName: 'Hannah' });
    await page.getByRole('button', { name: 'Change role' }).click();
    await conflict.waitFor();
    expect(await linesOf(page)).toContainEqual(['Role (differs)', 'Member', 'Support']);
    await conflict.getByRole('button', { name: 'Keep the saved version' }).click();
    await row(page, `Hannah ${lastName}`).waitFor();
    expect(await hannah()).toMatchObject({ firstName: 'Hannah', role: 'member' });
    await context.close();
  });

  it('shows both versions of a profile, and lets the user continue to edit', async () => {
    const [context, staff] = [
      await portal.visit('pastor@grace.test'),
      await portal.visit('admin@grace.test'),
    ];
    const page = await open(context, '/profile');
    const readUser = async () =>
      (await (await context.request.get('/api/auth/user')).json()) as User;
    const { id, version, firstName, lastName } = await readUser();
    const sentChanges = changesOf(page, 'PUT');
    await page.getByLabel('Bio').fill('Reads a lot');
    await staff.request.put(`/api/admin/users/${id}`, { data: { lastName: 'Moreno' } });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const conflict = page.getByRole('dialog', { name: 'Your profile was changed in the meantime' });
    await conflict.waitFor();
    expect(await linesOf(page)).toEqual(
      expect.arrayContaining([
        ['First name', firstName, firstName],
        ['Last name', 'Moreno', 'Moreno'],
        ['Bio (differs)', expect.any(String), 'Reads a lot'],
      ]),
    );
    expect(await violations(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByLabel('Bio').inputValue()).toBe('Reads a lot');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await page.getByText('Profile Updated').first().waitFor();
    expect(await readUser()).toMatchObject({ lastName: 'Moreno', bio: 'Reads a lot' });
    expect(await page.getByLabel('Last name').inputValue()).toBe('Moreno');
    // The form always sends both names, as the user has seen them.
    const body = { firstName, lastName, bio: 'Reads a lot' };
    expect(sentChanges).toEqual([
      { version: `"${version}"`, body },
      { version: `"${version}"`, body },
      { version: `"${version + 1}"`, body: { ...body, lastName: 'Moreno' } },
    ]);

    // The settings send only the phone number.
    await page.goto('/settings', { waitUntil: 'networkidle' });
    await page.getByLabel('Phone').fill('706-555-0199');
    await staff.request.put(`/api/admin/users/${id}`, { data: { firstName: 'Caleb' } });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await page.getByText('Settings Updated').first().waitFor();
    expect(await readUser()).toMatchObject({ firstName: 'Caleb', phone: '706-555-0199' });
    await context.close();
    await staff.close();
  });
});
