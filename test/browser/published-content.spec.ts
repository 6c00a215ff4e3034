import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { Event } from '#libs/contracts';
import { waitForEmailText } from '../support/email/emails.js';
import { tone } from '../support/audio.js';
import { hasShownOccurrence } from '../support/second-calendar.js';
import { until } from '../support/until.js';
import { describeInBrowser, open, violations } from './support.js';

/** Texts that would run a script if a page inserted them as HTML. */
const corpus = [
  '<script>window.__ran = 1</script>',
  '<img src=x onerror="window.__ran = 1">',
  '<svg/onload="window.__ran = 1">',
  '**<iframe srcdoc="<script>parent.__ran = 1</script>">**',
  '## <b onmouseover="window.__ran = 1">x</b>',
  '[x](javascript:window.__ran=1)',
  '"><script>window.__ran = 1</script>',
  '- <details open ontoggle="window.__ran = 1">',
  '1. *<a href="javascript:window.__ran=1">x</a>*',
  '{{constructor.constructor("window.__ran = 1")()}}',
  '</textarea><script>window.__ran = 1</script>',
];
const links = [
  'javascript:window.__ran=1',
  'JaVaScRiPt:window.__ran=1',
  ' javascript:window.__ran=1',
  'data:text/html,<script>window.__ran=1</script>',
  'vbscript:x',
  '//evil.example/x"><script>window.__ran=1</script>',
  'https://evil.example/"onclick="window.__ran=1',
];

describeInBrowser('published content', (portal) => {
  const post = async (context: BrowserContext, path: string, data: object) => {
    const answer = await context.request.post(path, { data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };

  it('runs no scripts, and has no links that would run one', async () => {
    const context = await portal.visit('admin@grace.test');
    const text = corpus.join('\n\n');
    const words = { title: `Odd ${corpus[0]!}`, description: text };
    const accepted: string[] = [];
    for (const link of links) {
      const answer = await context.request.post('/api/nuggets', {
        data: { ...words, videoUrl: link },
      });
      if (answer.ok()) accepted.push(((await answer.json()) as { videoUrl: string }).videoUrl);
      else expect(answer.status()).toBe(400);
    }
    for (const url of accepted) expect(url).toMatch(/^https?:\/\/[^"<>\s]+$/);
    const resource = await post(context, '/api/resources', { ...words, content: text });
    const study = await post(context, '/api/bible-studies', {
      title: words.title,
      content: text,
      studyResources: corpus,
      onlineTools: [{ name: corpus[1], url: 'https://tools.example/x' }],
    });
    const brothers = await post(context, '/api/brothers-in-christ', {
      title: words.title,
      description: text,
      content: text,
    });
    await post(context, '/api/sermons', { ...words, preacher: corpus[1], tags: [corpus[2]] });
    await post(context, '/api/events', {
      ...words,
      location: corpus[1]!.padEnd(3),
      date: '2126-05-04T18:00:00',
    });
    await post(context, '/api/announcements', {
      title: words.title,
      content: text,
      priority: 'high',
    });
    for (const [key, value] of [
      ['about', text],
      ['address', corpus[1]],
      ['eventLocation', corpus[1]],
      ['pastorFaq', JSON.stringify([{ question: corpus[0], answer: text }])],
    ])
      await post(context, '/api/settings', { key, value });

    const page = await context.newPage();
    for (const path of [
      '/',
      '/resources',
      `/resources?open=${resource.id}`,
      `/resources?study=${study.id}`,
      '/nuggets',
      '/sermons',
      '/church-program',
      '/community',
      '/brothers-in-christ',
      `/brothers-in-christ?open=${brothers.id}`,
      '/admin/content',
      '/admin/content?tab=sermons',
      '/admin/events',
      '/admin/announcements',
      '/admin/brothers-in-christ',
      '/admin/pastor-dashboard',
      '/admin/settings',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.mouse.move(600, 400);
      const pageState = await page.evaluate<{ ran: unknown; hrefs: string[]; markup: number }>(`({
        ran: window.__ran ?? null,
        hrefs: [...document.querySelectorAll('a[href], iframe[src], form[action]')]
          .map((element) => element.href ?? element.src ?? element.action)
          .filter((href) => !/^(https?:|mailto:|tel:|blob:)/.test(href)),
        markup: document.querySelectorAll(
          'main script, main img[src="x"], main details[ontoggle], main [onerror], ' +
          'main [onload], main [onmouseover]').length,
      })`);
      expect({ path, ...pageState }).toEqual({ path, ran: null, hrefs: [], markup: 0 });
    }
    await context.close();
  });

  it('reaches a member in the chosen ways, until the member stops them', async () => {
    const admin = await portal.visit('admin@grace.test');
    const member = await portal.visit('member@grace.test');
    expect(
      (
        await member.request.patch('/api/user/notification-preferences', {
          data: { notificationMethod: 'email', notifyNewResources: false },
        })
      ).ok(),
    ).toBe(true);

    // The admin publishes a sermon and a resource.
    const page = await open(admin, '/admin/content?tab=sermons');
    await page.getByRole('link', { name: 'Add Sermon' }).first().click();
    await page.getByLabel('Title', { exact: true }).fill('The well at noon');
    await page
      .getByLabel('Description', { exact: true })
      .fill('A woman comes when nobody else does.');
    await page
      .getByLabel('Audio file: choose a file')
      .setInputFiles({ name: 'well.wav', mimeType: 'audio/wav', buffer: Buffer.from(tone(30)) });
    await page.getByText(/, uploaded$/).waitFor();
    await publish(page, 'Sermon');
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page.getByRole('link', { name: 'Add Resource' }).first().click();
    await page.getByLabel('Title', { exact: true }).fill('Wells of the Bible');
    await page.getByLabel('Description', { exact: true }).fill('Where people met by the water.');
    await page.getByLabel(/^Text/).fill('Read Genesis 24.');
    await publish(page, 'Resource');

    // The pastor publishes a church event, a Bible study and an announcement.
    const pastor = await portal.visit('pastor@grace.test');
    const desk = await open(pastor, '/admin/events');
    await desk.getByRole('link', { name: 'Add Event' }).first().click();
    await desk.getByLabel('Title', { exact: true }).fill('Walk to the well');
    await desk.getByLabel('Description', { exact: true }).fill('An hour on foot, every Saturday.');
    await desk.getByLabel('Date', { exact: true }).fill('2126-05-04');
    await desk.getByLabel('Time', { exact: true }).fill('09:00');
    await desk.getByLabel('Location', { exact: true }).fill('Riverwalk');
    await desk.getByLabel('Repeats').selectOption({ label: 'Every week' });
    await desk.getByText('Every Saturday.', { exact: true }).waitFor();
    const [event] = await Promise.all([created(desk, '/api/events'), publish(desk, 'Event')]);

    await desk.getByRole('link', { name: 'Pastor Dashboard' }).first().click();
    await desk.getByRole('link', { name: 'New Bible Study' }).first().click();
    await desk.getByLabel('Title', { exact: true }).fill('John 4, slowly');
    await desk.getByLabel('Content', { exact: true }).fill('Six evenings by one well.');
    await publish(desk, 'Bible Study');

    await desk.getByRole('link', { name: 'Announcements' }).first().click();
    await desk.getByRole('button', { name: 'Create Announcement' }).first().click();
    const dialog = desk.getByRole('dialog', { name: 'Create Announcement' });
    await dialog.getByLabel('Title', { exact: true }).fill('Bring a bottle');
    await dialog.getByLabel('Content', { exact: true }).fill('There is no well on the way.');
    await dialog.getByRole('button', { name: 'Create Announcement' }).click();
    await desk.getByText('Announcement Created').first().waitFor();

    // The member gets notifications of two kinds. The third kind is turned off.
    await expectSoon(
      async () =>
        ((await (await member.request.get('/api/notifications')).json()) as { message: string }[])
          .map(({ message }) => message)
          .filter((message) => !message.includes('Odd'))
          .sort(),
      ['New event: Walk to the well', 'New sermon: The well at noon'],
    );
    const memberPage = await open(member, '/notifications');
    await memberPage.getByText('The well at noon').first().waitFor();
    await memberPage.getByRole('button', { name: 'Mark All Read' }).click();
    await expectSoon(
      async () =>
        ((await (await member.request.get('/api/notifications/count')).json()) as { count: number })
          .count,
      0,
    );

    await memberPage.goto('/sermons', { waitUntil: 'networkidle' });
    await memberPage.getByRole('heading', { name: 'The well at noon' }).first().waitFor();
    await memberPage
      .getByRole('button', { name: /^Listen/ })
      .first()
      .click();
    await memberPage.getByRole('button', { name: 'Pause' }).first().waitFor();
    await memberPage.getByRole('link', { name: 'Bible Study Resources' }).first().click();
    await memberPage.getByText('John 4, slowly').first().waitFor();
    // The sermon continues to play on the other page.
    await memberPage.getByRole('button', { name: 'Pause' }).first().waitFor();
    await memberPage.goto('/', { waitUntil: 'networkidle' });
    await memberPage.getByText('Bring a bottle').first().waitFor();

    await memberPage.goto('/church-program', { waitUntil: 'networkidle' });
    await memberPage.getByText('Walk to the well').first().waitFor();
    const calendar = await (await member.request.get(`/api/events/${event.id}.ics`)).text();
    expect(calendar).toContain('RRULE:FREQ=WEEKLY');
    const savedEvent = (await (
      await member.request.get(`/api/events/${event.id}`)
    ).json()) as Event;
    expect(hasShownOccurrence(calendar, savedEvent)).toBe(true);

    // Simulates that the 15 minutes in which notifications are collected are over.
    await portal.sql(`update news_window set closes_at = now()`);
    await portal.sql(`update jobs.job set start_after = now() where name = 'tell-news'`);
    const stop = await waitForEmailText(
      portal,
      'member@grace.test',
      /http\S+\/api\/unsubscribe\/[\w-]+/,
    );
    const email = await open(await portal.visit(null), new URL(stop).pathname);
    await email.getByRole('button', { name: 'Stop these emails' }).click();
    await email.getByRole('heading', { name: 'You will get no more of these emails.' }).waitFor();
    expect((await (await member.request.get('/api/auth/user')).json()) as object).toMatchObject({
      notifyNewSermons: false,
      notifyNewEvents: false,
    });
    for (const context of [admin, pastor, member]) await context.close();
  });

  it('can be imported from a file after a preview; a double click imports it once', async () => {
    const page = await open(await portal.visit('admin@grace.test'), '/admin/content?tab=sermons');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Sermons' });
    await dialog.getByRole('button', { name: 'Choose a file' }).waitFor();
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Choose a file');
    const choose = (name: string, text: string) =>
      dialog
        .getByLabel('File to import')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('page.html', '<html><body>no feed</body></html>');
    await dialog
      .getByText(
        'This file is neither CSV nor the feed of a podcast or a video channel (RSS, Atom).',
      )
      .waitFor();
    await choose(
      'sermons.csv',
      'title,description,date\nThe old mill,What the water turns and ' +
        'keeps.,2019-05-05\nShort,x,2019-05-12\nThe table in the wilderness,Psalm 23 once ' +
        'more.,2019-05-19\n',
    );
    await dialog.getByText('2 new sermons').waitFor();
    await dialog.getByText('Row 3: Description must be at least 10 characters').waitFor();
    expect(await violations(page)).toEqual([]);
    const commits: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/commit')) commits.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Import 2 sermons' }).dblclick();
    await page.getByText('2 sermons were published.').first().waitFor();
    // `fill` does not notice that an open dialog covers the field and takes the focus back.
    await dialog.waitFor({ state: 'hidden' });
    expect(commits).toHaveLength(1);
    await page.getByLabel('Search sermons').fill('old mill');
    await page.getByRole('row').filter({ hasText: 'The old mill' }).waitFor();
  });

  async function publish(page: Page, kindName: string): Promise<void> {
    await page
      .getByRole('button', { name: new RegExp(`^(Publish|Create|Add) ${kindName}$`) })
      .click();
    await page
      .getByText(new RegExp(`${kindName} (Created|Published|Added)`))
      .first()
      .waitFor();
  }
  /** Waits for the response to a POST request of the page, and returns its body. */
  async function created(page: Page, path: string): Promise<{ id: string }> {
    const answer = await page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && new URL(response.url()).pathname === path,
    );
    return (await answer.json()) as { id: string };
  }
  async function expectSoon<T>(look: () => Promise<T>, expected: T): Promise<void> {
    let actual: T;
    await until(
      async () => JSON.stringify((actual = await look())) === JSON.stringify(expected),
      () => `${JSON.stringify(actual)} did not become ${JSON.stringify(expected)}`,
    );
  }
});
