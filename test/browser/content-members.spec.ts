import { expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Announcement, BibleStudy, BrothersContent, Event, Nugget, Resource, Sermon } from '#libs/contracts';
import { tone } from '../support/audio.js';
import { describeInBrowser, open, phone, violations } from './support.js';

const narrow = { width: 320, height: 700 };
const tooWide = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true });
const said = (page: Page | Locator, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const card = (page: Page | Locator, title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Until it holds: the page's policy lets no function wait within it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200 && !(await holds()); tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(await holds()).toBe(true);
}
/** The link that opened something has the focus again. */
const returned = (page: Page, id: string) => until(async () => (await page.locator(`[data-opens="${id}"]:focus`).count()) === 1);
const focused = (page: Page, of: Locator) => until(async () => (await of.and(page.locator(':focus')).count()) === 1);

/** No violation, nothing wider than the narrowest phone; then as it was. */
async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const before = page.viewportSize()!;
  await page.setViewportSize(narrow);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

async function add<T>(context: BrowserContext, path: string, data: unknown): Promise<T> {
  const answer = await context.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A tone, uploaded by the protocol that the forms speak. */
async function upload(context: BrowserContext, name: string, seconds: number): Promise<string> {
  const bytes = Buffer.from(tone(seconds));
  const headers = { 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from('audio/wav').toString('base64')}`;
  const begun = await context.request.post('/api/uploads', { headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata } });
  const { pathname } = new URL(begun.headers().location!, 'http://localhost');
  await context.request.patch(pathname, { headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, data: bytes });
  return pathname.split('/').at(-1)!;
}

const article = `## Begin\n\n${'Read it **slowly**, and again. '.repeat(80)}\n\n- one\n- two`;

describeInBrowser('resources and studies', (portal) => {
  it('are found, started, read in place, gone on with and finished; the back button closes', async () => {
    const admin = await portal.visit('admin@grace.test');
    const psalms = await add<Resource>(admin, '/api/resources', { title: 'Reading the Psalms slowly', description: 'A plan for seven mornings with one psalm.', resourceType: 'article', skillLevel: 'advanced', topic: 'prayer', content: article });
    await add<Resource>(admin, '/api/resources', { title: 'A hidden draft about psalms', description: 'Nobody may see this one yet.', resourceType: 'article', content: article, isActive: false });
    const admins = await open(admin, '/resources?q=psalms');
    await card(admins, psalms.title).waitFor();
    expect(await admins.getByText('A hidden draft about psalms').count()).toBe(0); // members' screens show what members see
    await admin.close();

    const context = await portal.visit('member@grace.test');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open(context, '/resources');
    await page.getByRole('searchbox', { name: 'Search resources' }).fill('PSALMS slow');
    await page.waitForURL(/q=PSALMS\+slow/);
    await button(page, 'Skill level').click();
    await page.getByRole('menuitemradio', { name: 'Advanced' }).click();
    await button(page, 'Topic').click();
    await page.getByRole('menuitemradio', { name: 'Prayer' }).click();
    await page.waitForURL(/skillLevel=advanced.*topic=prayer|topic=prayer.*skillLevel=advanced/);
    await card(page, psalms.title).waitFor();
    expect(await page.getByRole('list', { name: 'Resources' }).getByRole('article').count()).toBe(1);
    await looksRight(page);

    await page.route('**/progress', (route) => route.fulfill({ status: 500, json: { message: 'Out of ink.', code: 'broken' } }), { times: 1 });
    await button(card(page, psalms.title), 'Start Learning').click();
    await said(page, 'Failed to update progress');
    await said(page, 'Out of ink.');
    let go = (): void => undefined;
    await page.route('**/progress', async (route) => {
      await new Promise<void>((resolve) => (go = resolve));
      await route.continue();
    }, { times: 1 });
    await button(card(page, psalms.title), 'Start Learning').click();
    await button(card(page, psalms.title), 'Starting...').waitFor();
    go();
    await heading(page, psalms.title).waitFor();
    await said(page, 'Progress updated');
    await said(page, 'Your progress has been saved.');
    expect(new URL(page.url()).searchParams.get('open')).toBe(psalms.id);
    await focused(page, heading(page, psalms.title));
    await page.getByRole('heading', { level: 2, name: 'Begin' }).waitFor();
    await looksRight(page);
    await page.goBack();
    await button(card(page, psalms.title), /^Continue \(\d+%\)$/).waitFor();
    expect(new URL(page.url()).searchParams.get('topic')).toBe('prayer');
    await returned(page, psalms.id);

    await link(card(page, psalms.title), psalms.title).click();
    await said(page, 'Resource opened');
    await said(page, `Continuing ${psalms.title}`);
    await button(page, 'Mark as finished').click();
    await said(page, 'You have finished this.');
    await button(page, 'Bible Study Resources').click();
    await button(card(page, psalms.title), 'Continue (100%)').waitFor();

    await button(card(page, psalms.title), `More for ${psalms.title}`).click();
    await page.getByRole('menuitem', { name: 'Copy title' }).click();
    await said(page, 'Copied');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(psalms.title);
    await page.evaluate('window.print = () => { window.printed = document.querySelector("h1").textContent; }');
    await button(card(page, psalms.title), `More for ${psalms.title}`).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await until(async () => (await page.evaluate('window.printed')) === psalms.title);
    await page.goBack();

    await page.getByRole('searchbox', { name: 'Search resources' }).fill('no such thing at all');
    await said(page, 'No resources found. Try adjusting your filters.');
    await button(page, 'Clear Filters').click();
    await page.getByRole('list', { name: 'Resources' }).waitFor();
    await page.route('**/api/resources?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/resources', { waitUntil: 'networkidle' });
    await said(page, 'No resources found. Check back soon or try different filters.');
    await context.close();
  }, 60_000);

  it('a resource plays its audio and shows its book; a study counts who opens it; what is gone says so', async () => {
    const admin = await portal.visit('admin@grace.test');
    const uploadId = await upload(admin, 'retreat.wav', 5);
    const audio = await add<Resource>(admin, '/api/resources', { title: 'Praying without words', description: 'A recording from our retreat.', resourceType: 'audio', uploadId });
    const book = await add<Resource>(admin, '/api/resources', { title: 'A book for winter', description: 'Read it with a friend.', resourceType: 'book', bookTitle: 'Winter light', bookAuthor: 'A. Writer', bookPurchaseUrl: 'https://books.example/winter' });
    await admin.close();
    const pastor = await portal.visit('pastor@grace.test');
    const study = await add<BibleStudy>(pastor, '/api/bible-studies', { title: 'Walking through Mark', content: article, tags: ['Mark'], studyResources: ['A notebook'], onlineTools: [{ name: 'A map', url: 'https://maps.example/galilee' }] });
    await pastor.close();

    const context = await portal.visit('member@grace.test');
    const page = await open(context, `/resources?open=${audio.id}`);
    expect(await link(page, 'Download Audio').getAttribute('href')).toBe(audio.serverFileUrl);
    await button(page, 'Listen').click();
    await page.getByRole('region', { name: 'Audio player' }).getByText(audio.title).waitFor();
    await button(page, 'Bible Study Resources').click();
    await page.waitForURL((url) => !url.searchParams.has('open')); // it was opened by its address: there is no list to go back to
    await page.goto(`/resources?open=${book.id}`, { waitUntil: 'networkidle' });
    await said(page, 'Winter light');
    expect(await link(page, 'Where to buy it').getAttribute('href')).toBe('https://books.example/winter');
    await looksRight(page);

    await page.goto('/resources?q=walking through mark', { waitUntil: 'networkidle' });
    const [viewed] = await Promise.all([page.waitForResponse((response) => response.url().endsWith(`/api/bible-studies/${study.id}/view`)), link(page, study.title).click()]);
    expect(await viewed.json()).toEqual({ viewCount: 1 });
    await heading(page, study.title).waitFor();
    await said(page, 'A notebook');
    await looksRight(page);
    await page.goto('/resources?open=00000000-0000-7000-8000-000000000000', { waitUntil: 'networkidle' });
    await said(page, 'This resource could not be opened.');
    await context.close();
  }, 60_000);
});

describeInBrowser('nuggets and sermons', (portal) => {
  it('nuggets are searched, filtered and watched in a new tab', async () => {
    const admin = await portal.visit('admin@grace.test');
    const nugget = await add<Nugget>(admin, '/api/nuggets', { title: 'Ninety seconds of mercy', description: 'A short thought to carry along.', videoUrl: 'https://www.youtube.com/shorts/abcdefghijk', durationSeconds: 90, category: 'testimony', tags: ['Grace', 'Hope', 'Zebra'] });
    await add<Nugget>(admin, '/api/nuggets', { title: 'Forty-five seconds of quiet', description: 'Another short thought.', videoUrl: 'https://youtu.be/abcdefghijk', durationSeconds: 45, category: 'worship' });
    await admin.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/nuggets');
    const total = (await page.getByText(/^Showing \d+ of \d+ nuggets$/).innerText()).split(' ')[3]!;
    const one = card(page, nugget.title);
    await said(one, '1m 30s');
    await said(card(page, 'Forty-five seconds of quiet'), '45s');
    await said(one, '0 views');
    expect(await one.getByRole('list', { name: 'Tags' }).getByRole('listitem').allInnerTexts()).toEqual(['Grace', 'Hope']);
    await page.getByRole('searchbox', { name: 'Search nuggets' }).fill('zebra');
    await said(page, `Showing 1 of ${total} nuggets`);
    await button(page, 'Category').click();
    await page.getByRole('menuitemradio', { name: 'Worship' }).click();
    await said(page, 'No Results Found');
    await looksRight(page);
    await button(page, 'Clear Filters').click();
    await page.waitForURL(/\/nuggets$/);
    const watch = link(one, 'Watch');
    expect([await watch.getAttribute('href'), await watch.getAttribute('target')]).toEqual([nugget.videoUrl, '_blank']);
    await context.route('https://**', (route) => route.fulfill({ body: 'a video' }));
    const [viewed] = await Promise.all([page.waitForResponse((response) => response.url().endsWith(`/api/nuggets/${nugget.id}/view`)), context.waitForEvent('page'), watch.click()]);
    expect(await viewed.json()).toEqual({ viewCount: 1 });
    await page.route('**/api/nuggets?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/nuggets', { waitUntil: 'networkidle' });
    await said(page, 'No Nuggets Yet');
    await context.close();
  }, 60_000);

  it('sermons are found and heard while one browses; the place is remembered, and no other host is asked before play', async () => {
    const admin = await portal.visit('admin@grace.test');
    const sermon = await add<Sermon>(admin, '/api/sermons', {
      title: 'The light of the quokka', description: 'John 1, for the second Sunday of Advent.', preacher: 'Miriam Okafor', date: '2030-01-06', tags: ['Light'],
      videoUrl: 'https://www.youtube.com/watch?v=abcdefghijk', uploadId: await upload(admin, 'quokka.wav', 120),
    });
    await add<Sermon>(admin, '/api/sermons', { title: 'Elsewhere on film', description: 'A film that lies elsewhere, quokka.', date: '2030-01-05', videoUrl: 'https://films.example/bread' });
    await admin.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/sermons');
    await page.getByRole('article', { name: 'Newest sermon' }).getByRole('heading', { name: sermon.title }).waitFor();
    await page.getByRole('searchbox', { name: 'Search sermons' }).fill('quokka');
    await page.waitForURL(/q=quokka/);
    await said(card(page, sermon.title), /^January 6, 2030 · 2 min · Miriam Okafor$/);
    expect(await link(card(page, sermon.title), 'Watch on YouTube').getAttribute('href')).toBe(sermon.videoUrl);
    expect(await link(card(page, 'Elsewhere on film'), 'Watch Video').getAttribute('href')).toBe('https://films.example/bread');
    expect(await link(card(page, 'Elsewhere on film'), 'Download Audio').count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), link(card(page, sermon.title), 'Download Audio').click()]);
    expect(download.suggestedFilename()).toBe('quokka.wav');
    await looksRight(page);

    await button(card(page, sermon.title), 'Listen').click();
    const player = page.getByRole('region', { name: 'Audio player' });
    await button(player, 'Pause').waitFor();
    const place = async () => Number(await player.getByRole('slider', { name: 'Place' }).inputValue());
    await button(player, 'Forward 15 seconds').click();
    await button(player, 'Forward 15 seconds').click();
    await button(player, 'Back 15 seconds').click();
    await button(player, 'Speed: 1×').click();
    await page.getByRole('menuitemradio', { name: '1.5×' }).click();
    await button(player, 'Speed: 1.5×').waitFor();
    await looksRight(page);
    await page.setViewportSize(phone);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Community' }).click();
    await heading(page, 'Our Community').waitFor();
    const before = await place();
    expect(before).toBeGreaterThanOrEqual(14);
    for (let tries = 0; tries < 200 && (await place()) <= before; tries++) await page.waitForTimeout(50);
    expect(await place()).toBeGreaterThan(before); // it goes on
    await button(player, 'Pause').click();
    await button(player, 'Play').waitFor();
    const stopped = await place();

    const asked: string[] = [];
    await context.route((url) => url.hostname !== 'localhost', (route) => {
      asked.push(new URL(route.request().url()).hostname);
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>A video</title><main><h1>A video</h1></main></html>' });
    });
    await page.goto(`/sermons?open=${sermon.id}`, { waitUntil: 'networkidle' });
    await button(page, 'Listen').click();
    await button(player, 'Pause').first().waitFor();
    expect(await place()).toBeGreaterThanOrEqual(stopped - 1);
    await button(player, 'Speed: 1.5×').waitFor();
    await button(player, 'Close the player').click();
    expect(asked).toEqual([]);
    await button(page, `Play ${sermon.title}`).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'A video' }).waitFor();
    expect(new Set(asked)).toEqual(new Set(['www.youtube-nocookie.com']));

    await page.goto('/sermons?q=nothing like it', { waitUntil: 'networkidle' });
    await said(page, 'No sermons found matching your search criteria.');
    const other = await portal.visit('pastor@grace.test'); // places are each person's own, on the same device too
    const theirs = await open(other, '/sermons?q=quokka');
    await theirs.evaluate(`localStorage.setItem('church-connect.listening.somebody', '{"speed":2,"places":[["${sermon.id}",60]]}')`);
    await button(card(theirs, sermon.title), 'Listen').click();
    await button(theirs, 'Speed: 1×').waitFor();
    await other.close();
    await context.close();
  }, 90_000);
});

describeInBrowser('the community, its program and its men', (portal) => {
  it('an admin edits the links, what is refused stands at its field; a member finds them and has no button', async () => {
    const admin = await portal.visit('admin@grace.test');
    const page = await open(admin, '/community');
    for (const name of ['Location', 'Service Times', 'Church Leadership', 'Connect With Us']) await page.getByRole('heading', { level: 2, name }).waitFor();
    await page.route('**/api/site-images?type=leadership**', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload({ waitUntil: 'networkidle' });
    await said(page, 'Leadership information will be displayed here once uploaded by administrators.');
    await button(page, 'Edit Links').click();
    const dialog = page.getByRole('dialog', { name: 'Edit Links' });
    await focused(page, dialog.getByLabel('Facebook'));
    await dialog.getByLabel('Facebook').fill('https://facebook.com/grace-of-augusta');
    await dialog.getByLabel('Instagram').fill('javascript:alert(1)');
    await button(dialog, 'Save Links').click();
    await said(page, 'Failed to update social media links');
    expect(await dialog.getByLabel('Instagram').getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Instagram').fill('');
    let go = (): void => undefined;
    await page.route('**/api/settings', async (route) => {
      await new Promise<void>((resolve) => (go = resolve));
      await route.continue();
    }, { times: 1 });
    await button(dialog, 'Save Links').click();
    await button(dialog, 'Saving...').waitFor();
    go();
    await said(page, 'Social media links updated successfully');
    await dialog.waitFor({ state: 'hidden' });
    await focused(page, button(page, 'Edit Links'));
    await admin.close();
    const context = await portal.visit('member@grace.test');
    const theirs = await open(context, '/community');
    expect(await theirs.getByRole('link', { name: 'Facebook' }).getAttribute('href')).toBe('https://facebook.com/grace-of-augusta');
    expect(await button(theirs, 'Edit Links').count()).toBe(0);
    await looksRight(theirs);
    await context.close();
  }, 60_000);

  it('the program: services, what is next, what was; into a calendar by file, by Google, by an address of one’s own', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const event = await add<Event>(pastor, '/api/events', { title: 'Quokka supper', description: 'Soup and bread for everybody.', date: `${soon}T11:00:00`, location: 'Fellowship Hall', isHighlighted: true, webexLink: 'https://grace.webex.com/meet/supper', recurrence: 'FREQ=WEEKLY' });
    for (let month = 1; month <= 7; month++) await add<Event>(pastor, '/api/events', { title: `Gathering of month ${month}`, description: 'It was good to be there.', date: `2024-0${month}-14T10:00:00`, location: 'Fellowship Hall' });
    await pastor.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/church-program');
    await said(page, /^1st and 3rd Sunday at 11:00 AM$/);
    await said(page, /Thursday at 8:00 PM$/);
    await said(page, 'Showing recent 6 past events');
    const entry = card(page, event.title);
    await said(entry, 'Featured');
    expect(await link(entry, 'Join WebEx Meeting').getAttribute('href')).toBe(event.webexLink);
    await looksRight(page);
    await button(entry, 'Add to calendar').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Calendar file (.ics)' }).click()]);
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    await context.route('https://**', (route) => route.fulfill({ body: 'a calendar' }));
    await button(entry, 'Add to calendar').click();
    const [google, asked] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (request) => request.url().startsWith('https://calendar.google.com/')),
      page.getByRole('menuitem', { name: 'Google Calendar', exact: true }).click(),
    ]);
    const wanted = new URL(asked.url()).searchParams;
    expect([wanted.get('text'), wanted.get('dates'), wanted.get('recur')]).toEqual([event.title, `${soon.replaceAll('-', '')}T110000/${soon.replaceAll('-', '')}T120000`, 'RRULE:FREQ=WEEKLY']);
    await google.close();
    await link(entry, event.title).click();
    await heading(page, event.title).waitFor();
    await said(page, /11:00 AM – 12:00 PM$/);
    await looksRight(page);
    await page.goBack();

    await button(page, 'Subscribe to calendar').click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to the church calendar' });
    await button(dialog, 'Make my address').click();
    const address = await dialog.getByLabel('Your address').inputValue();
    expect(await violations(page)).toEqual([]);
    const visitor = await portal.visit(null);
    expect(await (await visitor.request.get(address)).text()).toContain(event.title);
    await button(dialog, 'End the address').click();
    await said(page, 'Calendar feed ended');
    expect((await visitor.request.get(address)).status()).toBe(404);
    await visitor.close();
    await button(dialog, 'Close').click();
    await focused(page, button(page, 'Subscribe to calendar'));
    await page.route('**/api/events?**', (route) => route.fulfill({ json: [] }));
    await page.goto('/church-program', { waitUntil: 'networkidle' });
    await said(page, 'No upcoming events at this time. Check back soon!');
    await context.close();
  }, 60_000);

  it('Brothers in Christ: tags, search, an overlay that the back button closes, and who finds the way to manage it', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const item = await add<BrothersContent>(pastor, '/api/brothers-in-christ', { title: 'Iron sharpens quokka', content: article, youtubeUrl: 'https://youtu.be/abcdefghijk', tags: ['precept'], uploadId: await upload(pastor, 'iron.wav', 30) });
    const theirs = await open(pastor, '/brothers-in-christ');
    expect(await link(theirs, 'Manage Content').getAttribute('href')).toBe('/admin/brothers-in-christ');
    await pastor.close();
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/brothers-in-christ');
    expect(await link(page, 'Manage Content').count()).toBe(0);
    await page.getByRole('searchbox').fill('quokka');
    await button(page, 'Tag').click();
    await page.getByRole('menuitemradio', { name: 'Precept' }).click();
    await page.waitForURL(/tag=precept/);
    await said(card(page, item.title), 'Video · Audio · Article');
    await looksRight(page);
    const [viewed] = await Promise.all([page.waitForResponse((response) => response.url().endsWith(`/api/brothers-in-christ/${item.id}/view`)), link(page, item.title).click()]);
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
  }, 60_000);
});

describeInBrowser('the dashboard and what is told', (portal) => {
  it('announcements, the latest sermon, resources and events on the dashboard; the bell, and what one wants to hear of', async () => {
    const pastor = await portal.visit('pastor@grace.test');
    const long = `**Coats** for the shelter, ${'clean and of any size, '.repeat(8)}by Thursday.`;
    const announcement = await add<Announcement>(pastor, '/api/announcements', { title: 'Coats for the quokka', content: long, priority: 'high', expiresAt: '2030-12-05' });
    await add<Event>(pastor, '/api/events', { title: 'An evening to be told of', description: 'Come as you are.', date: '2030-03-01T18:00:00', location: 'Fellowship Hall' });
    const home = await open(pastor, '/');
    expect(await link(home, 'View All').getAttribute('href')).toBe('/admin/announcements');
    await pastor.close();

    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    await page.getByRole('link', { name: /^\d+ upcoming events?$/ }).waitFor();
    for (const label of ['Your Resources', 'Your Donations', 'Upcoming Events']) await page.getByRole('term').filter({ hasText: label }).waitFor();
    await page.getByText(/\d+% accessed/).first().waitFor();
    expect(await link(page, 'See our community').getAttribute('href')).toBe('/community');
    expect(await page.getByRole('list', { name: 'Newest resources' }).getByRole('article').count()).toBe(6);
    expect(await link(page, 'View All').count()).toBe(0);
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: announcement.title }) });
    await said(entry, 'High priority');
    await said(entry, 'Expires Dec 5, 2030');
    await entry.getByText(`${long.replaceAll('*', '').slice(0, 100)}...`).waitFor();
    await entry.getByRole('button', { name: /^Read more/ }).click();
    await entry.getByText(/by Thursday\.$/).waitFor();
    await looksRight(page);

    const bell = page.getByRole('complementary').getByRole('link', { name: /^Notifications/ });
    await until(async () => { // members are told by a job
      if (/\d+ unread/.test((await bell.textContent()) ?? '')) return true;
      await page.reload({ waitUntil: 'networkidle' });
      return false;
    });
    await bell.click();
    await heading(page, 'Notification Settings').waitFor();
    await page.getByRole('link', { name: /An evening to be told of/ }).waitFor();
    await said(page, 'Unread');
    await looksRight(page);
    await button(page, 'Mark All Read').click();
    await page.getByText('Unread', { exact: true }).first().waitFor({ state: 'detached' });
    await bell.and(page.getByRole('link', { name: 'Notifications', exact: true })).waitFor();

    await page.getByRole('switch', { name: 'New Sermons' }).click();
    await said(page, 'Preferences Updated');
    expect(await page.getByRole('switch', { name: 'New Sermons' }).getAttribute('aria-checked')).toBe('false');
    await page.getByRole('radio', { name: 'Email & SMS' }).check();
    await page.route('**/api/user/notification-preferences', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('switch', { name: 'New Events' }).click();
    await said(page, 'Failed to update notification preferences. Please try again.');
    expect(await page.getByRole('switch', { name: 'New Events' }).getAttribute('aria-checked')).toBe('true');
    await page.unroute('**/api/user/notification-preferences');
    await page.reload({ waitUntil: 'networkidle' });
    expect([await page.getByRole('switch', { name: 'New Sermons' }).getAttribute('aria-checked'), await page.getByRole('radio', { name: 'Email & SMS' }).isChecked()]).toEqual(['false', true]);
    await page.getByRole('link', { name: /An evening to be told of/ }).click();
    await heading(page, 'An evening to be told of').waitFor();
    await context.close();
  }, 60_000);

  it('a church that has nothing yet says so, and offers the first act to those who may', async () => {
    for (const [email, mayCreate] of [['pastor@grace.test', 1], ['member@grace.test', 0]] as const) {
      const context = await portal.visit(email);
      for (const kind of ['resources', 'sermons', 'events', 'announcements']) await context.route(`**/api/${kind}?**`, (route) => route.fulfill({ json: [] }));
      const page = await open(context, '/');
      await said(page, 'No active announcements');
      await said(page, 'No resources found. Check back soon or try different filters.');
      await said(page, '0 upcoming events');
      expect(await link(page, 'Create First').count()).toBe(mayCreate);
      await looksRight(page);
      await context.close();
    }
  }, 60_000);

  it('the menu has the member screens in their order; the drawer of a phone leaves out the profile', async () => {
    const inOrder = ['Dashboard', 'Church Program', 'Bible Study Resources', 'Nuggets', 'Sermon Archive', 'Community', 'Brothers in Christ', 'Donations & Giving'];
    const context = await portal.visit('member@grace.test');
    const page = await open(context, '/');
    const items = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    expect(await items()).toEqual([...inOrder, 'My Profile']);
    await page.setViewportSize(phone);
    await button(page, 'Open menu').click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    expect(await items()).toEqual(inOrder);
    await context.close();
  });
});
