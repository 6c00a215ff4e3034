import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { BrothersContent, Event } from '#libs/contracts';
import { interceptCalls } from '../steps/intercept-calls.js';
import { hasShownOccurrence } from '../../support/second-calendar.js';
import { describeInBrowser, open, violations } from '../support.js';
import {
  add,
  article,
  button,
  card,
  focused,
  heading,
  link,
  looksRight,
  returned,
  waitForText,
  upload,
} from './members.js';

describeInBrowser('the pages about the church', (portal) => {
  it('show admins the errors of social media links, and members the saved links', async () => {
    const admin = await portal.visit('admin@grace.test');
    const page = await open(admin, '/community');
    for (const name of ['Location', 'Service Times', 'Church Leadership', 'Connect With Us'])
      await page.getByRole('heading', { level: 2, name }).waitFor();
    await interceptCalls(page, '**/api/site-images?type=leadership**', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.reload({ waitUntil: 'networkidle' });
    await waitForText(
      page,
      'Leadership information will be displayed here once uploaded by administrators.',
    );
    await button(page, 'Edit Links').click();
    const dialog = page.getByRole('dialog', { name: 'Edit Links' });
    await focused(page, dialog.getByLabel('Facebook'));
    await dialog.getByLabel('Facebook').fill('https://facebook.com/grace-of-augusta');
    await dialog.getByLabel('Instagram').fill('javascript:alert(1)');
    await button(dialog, 'Save Links').click();
    await waitForText(page, 'Failed to update social media links');
    expect(await dialog.getByLabel('Instagram').getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Instagram').fill('');
    // A promise, because the test may resolve it before the request arrives.
    const answer = Promise.withResolvers<null>();
    await page.route(
      '**/api/settings/links',
      async (route) => {
        await answer.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await button(dialog, 'Save Links').click();
    await button(dialog, 'Saving...').waitFor();
    answer.resolve(null);
    await waitForText(page, 'Social media links updated successfully');
    await dialog.waitFor({ state: 'hidden' });
    await focused(page, button(page, 'Edit Links'));
    await admin.close();
    const context = await portal.visit('member@grace.test');
    const memberPage = await open(context, '/community');
    expect(await memberPage.getByRole('link', { name: 'Facebook' }).getAttribute('href')).toBe(
      'https://facebook.com/grace-of-augusta',
    );
    expect(await button(memberPage, 'Edit Links').count()).toBe(0);
    await looksRight(memberPage);
    await context.close();
  });

  it('show services, and upcoming and past events, which can be added to calendars', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const event = await add<Event>(pastor, '/api/events', {
      title: 'Quokka supper',
      description: 'Soup and bread for everybody.',
      date: `${soon}T11:00:00`,
      location: 'Fellowship Hall',
      isHighlighted: true,
      webexLink: 'https://grace.webex.com/meet/supper',
      recurrence: 'FREQ=WEEKLY',
    });
    for (let month = 1; month <= 7; month++)
      await add<Event>(pastor, '/api/events', {
        title: `Gathering of month ${month}`,
        description: 'It was good to be there.',
        date: `2024-0${month}-14T10:00:00`,
        location: 'Fellowship Hall',
      });
    await pastor.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/church-program');
    await waitForText(page, /^1st and 3rd Sunday at 11:00 AM$/);
    await waitForText(page, /Thursday at 8:00 PM$/);
    await waitForText(page, 'Showing recent 6 past events');
    const entry = card(page, event.title);
    await waitForText(entry, 'Featured');
    // Members see the link from 15 minutes before the start (see `event-dates.spec.ts`).
    expect(await link(entry, 'Join WebEx Meeting').count()).toBe(0);
    await looksRight(page);
    await button(entry, 'Add to calendar').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Calendar file (.ics)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    expect(hasShownOccurrence(readFileSync(await file.path(), 'utf8'), event)).toBe(true);
    await context.route('https://**', (route) => route.fulfill({ body: 'a calendar' }));
    await button(entry, 'Add to calendar').click();
    const [google, popupRequest] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (request) =>
        request.url().startsWith('https://calendar.google.com/'),
      ),
      page.getByRole('menuitem', { name: 'Google Calendar', exact: true }).click(),
    ]);
    const parameters = new URL(popupRequest.url()).searchParams;
    expect([parameters.get('text'), parameters.get('dates'), parameters.get('recur')]).toEqual([
      event.title,
      `${soon.replaceAll('-', '')}T110000/${soon.replaceAll('-', '')}T120000`,
      'RRULE:FREQ=WEEKLY',
    ]);
    await google.close();
    await link(entry, event.title).click();
    await heading(page, event.title).waitFor();
    await waitForText(page, /11:00 AM – 12:00 PM$/);
    await looksRight(page);
    await page.goBack();

    await button(page, 'Subscribe to calendar').click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to the church calendar' });
    await button(dialog, 'Create my calendar link').click();
    const address = await dialog.getByLabel('Your link').inputValue();
    expect(await violations(page)).toEqual([]);
    const visitor = await portal.visit(null);
    expect(await (await visitor.request.get(address)).text()).toContain(event.title);
    await button(dialog, 'Turn off this link').click();
    await waitForText(page, 'Calendar link turned off');
    expect((await visitor.request.get(address)).status()).toBe(404);
    await visitor.close();
    await button(dialog, 'Close').click();
    await focused(page, button(page, 'Subscribe to calendar'));
    await interceptCalls(page, '**/api/events?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/church-program', { waitUntil: 'networkidle' });
    await waitForText(page, 'No upcoming events at this time. Check back soon!');
    await context.close();
  });

  it('contain Brothers in Christ with tags, a search, and a dialog for each item', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const item = await add<BrothersContent>(pastor, '/api/brothers-in-christ', {
      title: 'Iron sharpens quokka',
      content: article,
      youtubeUrl: 'https://youtu.be/abcdefghijk',
      tags: ['precept'],
      uploadId: await upload(pastor, 'iron.wav', 30),
    });
    const pastorPage = await open(pastor, '/brothers-in-christ');
    expect(await link(pastorPage, 'Manage Content').getAttribute('href')).toBe(
      '/admin/brothers-in-christ',
    );
    await pastor.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/brothers-in-christ');
    expect(await link(page, 'Manage Content').count()).toBe(0);
    await page.getByRole('searchbox').fill('quokka');
    await button(page, 'Tag').click();
    await page.getByRole('menuitemradio', { name: 'Precept' }).click();
    await page.waitForURL(/tag=precept/);
    await waitForText(card(page, item.title), 'Video · Audio · Article');
    await looksRight(page);
    const [viewed] = await Promise.all([
      page.waitForResponse((response) =>
        response.url().endsWith(`/api/brothers-in-christ/${item.id}/view`),
      ),
      link(page, item.title).click(),
    ]);
    expect(await viewed.json()).toEqual({ viewCount: 1 });
    const overlay = page.getByRole('dialog', { name: item.title });
    await button(overlay, `Play ${item.title}`).waitFor();
    await button(overlay, 'Listen').click();
    await overlay.getByRole('slider', { name: 'Place' }).waitFor();
    await looksRight(page);
    await page.goBack();
    await overlay.waitFor({ state: 'hidden' });
    await returned(page, item.id);
    await page.getByRole('region', { name: 'Audio player' }).getByText(item.title).waitFor();
    await context.close();
  });
});
