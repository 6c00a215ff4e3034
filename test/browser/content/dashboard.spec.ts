import { expect, it } from '@jest/globals';
import type { Announcement, Event } from '#libs/contracts';
import { interceptCalls } from '../steps/intercept-calls.js';
import { until } from '../../support/until.js';
import { describeInBrowser, open, phone } from '../support.js';
import { add, button, heading, link, looksRight, waitForText } from './members.js';

describeInBrowser('the dashboard', (portal) => {
  it('shows announcements and new content, and leads to the notifications', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const longNotice =
      `**Coats** for the shelter, ${'clean and of any size, '.repeat(8)}` + 'by Thursday.';
    const announcement = await add<Announcement>(pastor, '/api/announcements', {
      title: 'Coats for the quokka',
      content: longNotice,
      priority: 'high',
      expiresAt: '2030-12-05',
    });
    await add<Event>(pastor, '/api/events', {
      title: 'An evening to be told of',
      description: 'Come as you are.',
      date: '2030-03-01T18:00:00',
      location: 'Fellowship Hall',
    });
    const home = await open(pastor, '/');
    expect(await link(home, 'View All').getAttribute('href')).toBe('/admin/announcements');
    await pastor.close();

    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    await page.getByRole('link', { name: /^\d+ upcoming events?$/ }).waitFor();
    for (const label of ['Your Resources', 'Your Donations', 'Upcoming Events'])
      await page.getByRole('term').filter({ hasText: label }).waitFor();
    const { accessed, total } = (await (
      await context.request.get('/api/user-resources/counts')
    ).json()) as { accessed: number; total: number };
    expect(total).toBeGreaterThan(6); // The dashboard lists only six.
    await page
      .getByText(`${Math.round((accessed / total) * 100)}% accessed`, { exact: true })
      .waitFor();
    expect(await link(page, 'See our community').getAttribute('href')).toBe('/community');
    expect(
      await page.getByRole('list', { name: 'Newest resources' }).getByRole('article').count(),
    ).toBe(6);
    expect(await link(page, 'View All').count()).toBe(0);
    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: announcement.title }) });
    await waitForText(entry, 'High priority');
    await waitForText(entry, 'Expires Dec 5, 2030');
    // The text ends after the last whole word.
    const teaser = longNotice.replaceAll('*', '').slice(0, 100).replace(/ \S*$/, '');
    await entry.getByText(`${teaser}...`).waitFor();
    await entry.getByRole('button', { name: /^Read more/ }).click();
    await entry.getByText(/by Thursday\.$/).waitFor();
    await looksRight(page);

    const bell = page.getByRole('complementary').getByRole('link', { name: /^Notifications/ });
    await until(async () => {
      // A job creates the notifications.
      if (/\d+ unread/.test((await bell.textContent()) ?? '')) return true;
      await page.reload({ waitUntil: 'networkidle' });
      return false;
    });
    await bell.click();
    await heading(page, 'Notification Settings').waitFor();
    await page.getByRole('link', { name: /An evening to be told of/ }).waitFor();
    await waitForText(page, 'Unread');
    await looksRight(page);
    await button(page, 'Mark All Read').click();
    await page.getByText('Unread', { exact: true }).first().waitFor({ state: 'detached' });
    await bell.and(page.getByRole('link', { name: 'Notifications', exact: true })).waitFor();

    await page.getByRole('switch', { name: 'New Sermons' }).click();
    await waitForText(page, 'Preferences Updated');
    expect(
      await page.getByRole('switch', { name: 'New Sermons' }).getAttribute('aria-checked'),
    ).toBe('false');
    await page.getByRole('radio', { name: 'Email & SMS' }).check();
    await page.route('**/api/user/notification-preferences', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.getByRole('switch', { name: 'New Events' }).click();
    await waitForText(page, 'Failed to update notification preferences. Please try again.');
    expect(
      await page.getByRole('switch', { name: 'New Events' }).getAttribute('aria-checked'),
    ).toBe('true');
    await page.unroute('**/api/user/notification-preferences');
    await page.reload({ waitUntil: 'networkidle' });
    expect([
      await page.getByRole('switch', { name: 'New Sermons' }).getAttribute('aria-checked'),
      await page.getByRole('radio', { name: 'Email & SMS' }).isChecked(),
    ]).toEqual(['false', true]);
    await page.getByRole('link', { name: /An evening to be told of/ }).click();
    await heading(page, 'An evening to be told of').waitFor();
    await context.close();
  });

  it('offers "Create First" in an empty church to users who may create content', async () => {
    for (const [email, mayCreate] of [
      ['pastor@grace.test', 1],
      ['member@grace.test', 0],
    ] as const) {
      const context = await portal.visit(email);
      for (const kind of ['resources', 'sermons', 'events', 'announcements'])
        await interceptCalls(context, `**/api/${kind}?**`, (route) => route.fulfill({ json: [] }));
      const page = await open(context, '/');
      await waitForText(page, 'No active announcements');
      await waitForText(page, 'No resources found. Check back soon or try different filters.');
      await waitForText(page, '0 upcoming events');
      expect(await link(page, 'Create First').count()).toBe(mayCreate);
      await looksRight(page);
      await context.close();
    }
  });

  it('has the same order of screens in the menus of phones and wide windows', async () => {
    const inOrder = [
      'Dashboard',
      'Church Program',
      'Bible Study Resources',
      'Nuggets',
      'Sermon Archive',
      'Community',
      'Brothers in Christ',
      'Donations & Giving',
      'Message Pastor',
    ];
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    // The first line of a link is its name. The number of pending items may follow.
    const items = async () =>
      (await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).map(
        (text) => text.split('\n')[0],
      );
    expect(await items()).toEqual([...inOrder, 'Support', 'My Profile']);
    await page.setViewportSize(phone);
    await button(page, 'Open menu').click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    expect(await items()).toEqual(inOrder);
    await context.close();
  });
});
