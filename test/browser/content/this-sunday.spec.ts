import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays } from '#libs/calendar';
import type { Announcement } from '#libs/contracts';
import { interceptCalls } from '../steps/intercept-calls.js';
import { inDays, replaceServices, serviceOn, thisSunday } from '../steps/services.js';
import { describeInBrowser, open, phone } from '../support.js';
import { add } from './members.js';

/** `Sunday, November 22, 2026` */
const longDateOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));

const card = (page: Page, title: 'This Sunday' | 'Coming Up') =>
  page.getByRole('region', { name: title });

describeInBrowser('the dashboard', (portal) => {
  it('shows this Sunday above the figures', async () => {
    const context = await portal.visit('member@grace.test');
    const otherDay = [inDays(1), inDays(2)].find((day) => day !== thisSunday())!;
    await replaceServices(context, [
      serviceOn(otherDay, 'Prayer', { time: '09:30', place: 'Chapel' }),
      serviceOn(thisSunday(), 'Worship'),
    ]);
    const page = await open(context, '/');
    const sunday = card(page, 'This Sunday');
    await sunday.getByText('11:00 AM').waitFor();
    await sunday.getByText('Worship').waitFor();
    await sunday.getByText('Main sanctuary').waitFor();
    // Screen readers get the weekday too.
    await sunday.getByText(longDateOf(thisSunday())).waitFor();
    await sunday.getByText('Latest Sermon').waitFor();
    await sunday.getByRole('button', { name: 'Listen' }).waitFor();
    const answer = await context.request.get('/api/announcements?active=true&limit=1');
    const [announcement] = (await answer.json()) as Announcement[];
    await sunday.getByText(announcement!.title).waitFor();
    const resources = page.getByRole('term').filter({ hasText: 'Your Resources' });
    const { y, height } = (await sunday.boundingBox())!;
    expect(y + height).toBeLessThan((await resources.boundingBox())!.y);
    await context.close();
  });

  it('does not call a later Sunday this Sunday', async () => {
    const laterSunday = addDays(`${thisSunday()}T00:00:00`, 7).slice(0, 10);
    const context = await portal.visit('member@grace.test');
    await replaceServices(context, [serviceOn(laterSunday, 'Worship')]);
    const page = await open(context, '/');
    await card(page, 'Coming Up').getByText(longDateOf(laterSunday)).waitFor();
    expect(await card(page, 'This Sunday').count()).toBe(0);
    await context.close();
  });

  it('links to an online service, and does not say that it is at the church', async () => {
    const link = 'https://meet.example.org/worship';
    const context = await portal.visit('member@grace.test', { viewport: phone });
    await replaceServices(context, [serviceOn(thisSunday(), 'Worship', { link })]);
    const page = await open(context, '/');
    const join = card(page, 'This Sunday').getByRole('link', { name: 'Join online for Worship' });
    expect(await join.getAttribute('href')).toBe(link);
    expect(await card(page, 'This Sunday').getByText('Main sanctuary').count()).toBe(0);
    await context.close();
  });

  it('says that a day has more services than it shows, also on a phone', async () => {
    const context = await portal.visit('member@grace.test', { viewport: phone });
    const titles = ['First', 'Second', 'Third', 'Fourth'];
    await replaceServices(
      context,
      titles.map((title) => serviceOn(thisSunday(), title)),
    );
    const page = await open(context, '/');
    await card(page, 'This Sunday').getByText('Third').waitFor();
    expect(await card(page, 'This Sunday').getByText('Fourth').count()).toBe(0);
    await card(page, 'This Sunday')
      .getByRole('link', { name: '1 more service in the Church Program' })
      .click();
    await page.waitForURL(/\/church-program$/);
    await context.close();
  });

  it('says if the services could not be loaded, and loads them again', async () => {
    const context = await portal.visit('member@grace.test');
    await interceptCalls(context, '**/api/settings', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    const page = await open(context, '/');
    const upcoming = card(page, 'Coming Up');
    await upcoming.getByText('The services could not be loaded.').waitFor();
    await context.unroute('**/api/settings');
    await replaceServices(context, [serviceOn(thisSunday(), 'Worship')]);
    await upcoming.getByRole('button', { name: 'Try again' }).click();
    await card(page, 'This Sunday').getByText('Worship').waitFor();
    await context.close();
  });

  it('shows the beginning of a long announcement, also to screen readers', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    await add<Announcement>(pastor, '/api/announcements', {
      title: 'Coats',
      content: `Please bring coats, ${'clean and of any size, '.repeat(20)}by Thursday.`,
      priority: 'high',
    });
    await pastor.close();
    const context = await portal.visit('member@grace.test');
    await replaceServices(context, [serviceOn(thisSunday(), 'Worship')]);
    const page = await open(context, '/');
    const text = card(page, 'This Sunday').getByText(/^Please bring coats/);
    expect((await text.textContent())!.length).toBeLessThanOrEqual(103);
    await context.close();
  });
});
