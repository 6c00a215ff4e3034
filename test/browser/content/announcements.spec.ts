import { expect, it } from '@jest/globals';
import type { Announcement } from '#libs/contracts';
import { describeInBrowser, open, violations } from '../support.js';
import { add } from './members.js';
import { button, field, waitForText } from './staff.js';

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
    await waitForText(page, 'May 1, 2020 has passed, so members do not see this announcement.');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Change the date').click();
    const list = async () =>
      (await (await context.request.get('/api/announcements')).json()) as Announcement[];
    const find = async () => (await list()).find(({ title }) => title === 'The picnic was fine');
    expect(await find()).toBeUndefined();
    await button(dialog, 'Create Announcement').click();
    await button(page, 'Save anyway').click();
    await waitForText(page, 'Announcement Created');
    expect(await find()).toMatchObject({ isExpired: true });
    await context.close();
  });

  it('is shown first on the dashboard after it was found with the search', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const publish = (title: string, priority: string) =>
      add<Announcement>(pastor, '/api/announcements', {
        title,
        content: `${'It begins at noon. '.repeat(10)}Bring a kite.`,
        priority,
      });
    await publish('Kite festival', 'normal');
    for (const title of ['First', 'Second', 'Third']) await publish(`${title} urgent note`, 'high');
    await pastor.close();

    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    const card = page.getByRole('region', { name: 'Announcements' });
    expect(await card.getByText('Kite festival').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('kite');
    await page.getByRole('option', { name: /Kite festival/ }).click();
    const heading = card.getByRole('heading', { name: 'Kite festival' });
    await heading.and(page.locator(':focus')).waitFor();
    await card.getByText(/Bring a kite\.$/).waitFor();
    expect(await card.getByRole('heading', { level: 3 }).allInnerTexts()).toHaveLength(4);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
