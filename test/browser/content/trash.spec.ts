import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { Announcement } from '#libs/contracts';
import { describeInBrowser, open, phone, violations } from '../support.js';
import { focused } from './members.js';
import { button, waitForText, tooWide } from './staff.js';

describeInBrowser('deleted content', (portal) => {
  const path = '/api/announcements';
  const create = async (context: BrowserContext, title: string) =>
    (await (
      await context.request.post(path, { data: { title, content: 'In the hall, as always.' } })
    ).json()) as Announcement;
  const titles = async (context: BrowserContext) =>
    ((await (await context.request.get(path)).json()) as Announcement[]).map(({ title }) => title);
  const remove = async (page: Page, title: string) => {
    await button(page, `Delete ${title}`).click();
    await page.getByText('It can be restored from the trash for 30 days.').waitFor();
    await button(page, 'Delete announcement').click();
    await waitForText(page, 'Announcement Deleted');
  };

  it('can be restored with the button in the toast', async () => {
    const context = await portal.visit('secretary@grace.test');
    await create(context, 'Bake sale');
    const page = await open(context, '/admin/announcements');
    await remove(page, 'Bake sale');
    expect(await titles(context)).not.toContain('Bake sale');
    await button(page, 'Undo').click();
    await waitForText(page, '1 announcement restored.');
    await button(page, 'Delete Bake sale').waitFor();
    expect(await titles(context)).toContain('Bake sale');
    await context.close();
  });

  it('is listed in the trash, and can be restored there', async () => {
    const context = await portal.visit('secretary@grace.test');
    await create(context, 'Car wash');
    const page = await open(context, '/admin/trash');
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Announcements', exact: true })
      .click();
    await remove(page, 'Car wash');
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Car wash' });
    await row.getByText('Announcement · Deleted by').waitFor();
    expect(await violations(page)).toEqual([]);
    await button(row, 'Restore Car wash').click();
    await waitForText(page, '1 announcement restored.');
    await row.waitFor({ state: 'detached' });
    expect(await titles(context)).toContain('Car wash');
    await context.close();
  });

  it('can be restored by "Undo" if several items were deleted at once', async () => {
    const context = await portal.visit('secretary@grace.test');
    for (const title of ['Picnic in May', 'Picnic in June']) await create(context, title);
    const page = await open(context, '/admin/announcements?q=Picnic+in');
    for (const title of ['Picnic in May', 'Picnic in June'])
      await page.getByRole('checkbox', { name: `Choose ${title}` }).check();
    await button(page, 'Delete').click();
    await button(page, 'Delete 2 announcements').click();
    await button(page, 'Undo').click();
    await waitForText(page, '2 announcements restored.');
    expect(await titles(context)).toEqual(
      expect.arrayContaining(['Picnic in May', 'Picnic in June']),
    );
    await context.close();
  });

  it('moves the focus to the button of the next item, or to the heading', async () => {
    const context = await portal.visit('secretary@grace.test');
    for (const title of ['Garden day', 'Rummage sale', 'Choir outing']) {
      const { id } = await create(context, title);
      await context.request.delete(`${path}/${id}`);
    }
    const page = await open(context, '/admin/trash');
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const deleteButton = (title: string) => button(row(title), `Delete for good: ${title}`);
    const restoreButton = (title: string) => button(row(title), `Restore ${title}`);
    await deleteButton('Choir outing').click();
    const question = page.getByRole('alertdialog', { name: 'Delete “Choir outing” for good?' });
    expect(await violations(page)).toEqual([]);
    await button(question, 'Cancel').click();
    await focused(page, deleteButton('Choir outing'));
    await deleteButton('Choir outing').click();
    await button(question, 'Delete for good').click();
    await waitForText(page, '“Choir outing” was deleted for good.');
    await row('Choir outing').waitFor({ state: 'detached' });
    await focused(page, deleteButton('Rummage sale'));
    await restoreButton('Rummage sale').press('Enter');
    await row('Rummage sale').waitFor({ state: 'detached' });
    await focused(page, restoreButton('Garden day'));
    await restoreButton('Garden day').press('Enter');
    await row('Garden day').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('heading', { level: 1, name: 'Trash' }));
    await context.close();
  });

  it('is not restored again if another user has restored it', async () => {
    const context = await portal.visit('admin@grace.test', { viewport: phone });
    const { id } = await create(context, 'Choir trip');
    await context.request.delete(`${path}/${id}`);
    const page = await open(context, '/admin/trash');
    expect(await tooWide(page)).toBe(0);
    await context.request.post(`/api/admin/trash/announcement/${id}/restore`);
    await button(page, 'Restore Choir trip').click();
    await waitForText(page, 'Not Restored');
    await page.getByText('Choir trip').waitFor({ state: 'detached' });
    await context.close();
  });
});
