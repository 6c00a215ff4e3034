import { expect, it } from '@jest/globals';
import type { Announcement } from '#libs/contracts';
import { describeInBrowser, open, violations } from '../support.js';
import { button, field, said } from './staff.js';

describeInBrowser('an announcement', (portal) => {
  it('is saved with a last day that has passed only after a question', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/announcements');
    await button(page, 'Create Announcement').first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
    await field(dialog, 'Title').fill('The picnic was fine');
    await field(dialog, 'Content').fill('Thank you for the salads.');
    await field(dialog, 'Expires').fill('2020-05-01');
    await button(dialog, 'Create Announcement').click();
    await said(page, 'May 1, 2020 has passed, so members do not see this announcement.');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Change the date').click();
    const list = async () =>
      (await (await context.request.get('/api/announcements')).json()) as Announcement[];
    const find = async () => (await list()).find(({ title }) => title === 'The picnic was fine');
    expect(await find()).toBeUndefined();
    await button(dialog, 'Create Announcement').click();
    await button(page, 'Save anyway').click();
    await said(page, 'Announcement Created');
    expect(await find()).toMatchObject({ isExpired: true });
    await context.close();
  });
});
