import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { tone } from '../support/audio.js';
import { picture } from '../support/pictures.js';
import { demoPassword } from '../support/program.js';
import { describeInBrowser, open, phone, violations } from './support.js';

const narrow = { width: 320, height: 700 };
const tooWide = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
/** Whatever is optional says so in its label. */
const field = (page: Page | Locator, label: string) => page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`));
const focused = (page: Page) => page.locator(':focus');
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text).first().waitFor();
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Its row in a grid. */
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

const drafts = (page: Page) => page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.includes('draft')).length`);
const drafted = async (page: Page) => {
  for (let tries = 0; tries < 100 && (await drafts(page)) === 0; tries++) await page.waitForTimeout(50);
  expect(await drafts(page)).toBe(1);
};

/** What the page sends by this method to this path, with what comes back. */
async function sent(page: Page, method: string, path: RegExp, act: () => Promise<unknown>): Promise<{ status: number; body: Record<string, unknown>; answer: Record<string, unknown> }> {
  const [response] = await Promise.all([page.waitForResponse((one) => one.request().method() === method && path.test(new URL(one.url()).pathname)), act()]);
  return { status: response.status(), body: response.request().postDataJSON() as Record<string, unknown>, answer: (await response.json().catch(() => ({}))) as Record<string, unknown> };
}

describeInBrowser('content, as staff keep it', (portal) => {
  describe('events, as staff keep them', () => {
    it('a secretary adds a series: defaults, what is wrong at its field, one event however fast the button is pressed', async () => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/events');
      await page.getByRole('link', { name: 'Add Event' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Add Event' }).waitFor();
      expect(await field(page, 'Time').inputValue()).toBe('18:00');
      expect(await field(page, 'Date').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
      await field(page, 'Location').fill('');
      await field(page, 'Date').fill('');
      await field(page, 'Time').fill('');
      await button(page, 'Create Event').click();
      for (const message of ['Title must be at least 3 characters', 'Description must be at least 10 characters', 'Please enter a valid date', 'Please enter a valid time (HH:MM)', 'Location must be at least 3 characters']) await said(page, message);
      expect(await focused(page).getAttribute('name')).toBe('title');
      expect(await violations(page)).toEqual([]);

      await field(page, 'Title').fill('Harvest supper');
      await field(page, 'Description').fill('Soup and bread for everybody.');
      await field(page, 'Date').fill('2027-03-07');
      await field(page, 'Time').fill('17:30');
      await field(page, 'Location').fill('Fellowship hall');
      await field(page, 'WebEx link').fill('not a link at all');
      await page.getByLabel('Repeats').selectOption({ label: 'On certain weekdays of the month' });
      expect(await button(page, '1st').getAttribute('aria-pressed')).toBe('true');
      await button(page, '3rd').click();
      await said(page, 'Every 1st and 3rd Sunday of the month.');
      await page.getByLabel('After a number of times').check();
      await field(page, 'Number of times').fill('10');
      await field(page, 'Skipped dates').fill('2027-03-21');
      await button(page, 'Skip this date').click();
      await page.getByRole('button', { name: 'Do not skip Mar 21, 2027' }).waitFor();
      await page.getByLabel('Featured: stands out among the events').check();
      await button(page, 'Create Event').click();
      await said(page, 'Please enter a web address that begins with https://');
      await field(page, 'WebEx link').fill('grace.webex.com/meet/supper');
      await field(page, 'Google Calendar ID').fill('abc123');

      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/events')) calls.push(request.url());
      });
      const { status, body } = await sent(page, 'POST', /^\/api\/events$/, () => button(page, 'Create Event').dblclick());
      expect([status, calls.length]).toEqual([201, 1]);
      expect(body).toMatchObject({
        date: '2027-03-07T17:30:00', recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU;COUNT=10', exceptions: ['2027-03-21'], isRecurring: true, durationMinutes: 60, isHighlighted: true, webexLink: 'https://grace.webex.com/meet/supper', imageUrl: null,
      });
      await said(page, 'Event Created');
      await page.getByRole('heading', { level: 1, name: 'Events Management' }).waitFor();
      const supper = card(page, 'Harvest supper');
      await supper.getByText('Featured', { exact: true }).waitFor();
      await supper.getByText('Sunday, March 7, 2027').waitFor();
      await supper.getByText('5:30 PM to 6:30 PM').waitFor();
      expect(await supper.getByRole('link', { name: 'Join WebEx Meeting' }).getAttribute('href')).toBe('https://grace.webex.com/meet/supper');
      expect(await supper.getByRole('link', { name: 'View in Google Calendar' }).getAttribute('href')).toBe('https://calendar.google.com/calendar/event?eid=abc123');
      expect(await violations(page)).toEqual([]);
      await context.close();
    }, 90_000);

    it('searches, filters, changes a series from its beginning, hides several and deletes one', async () => {
      const context = await portal.visit('pastor@grace.test', { viewport: narrow });
      for (const [title, date, recurrence] of [['Zeal for trees', '2020-05-03T10:00:00', 'FREQ=YEARLY'], ['Zeal for rivers', '2019-05-03T10:00:00', null], ['Zeal for hills', '2031-05-03T10:00:00', null]] as const) {
        const made = await context.request.post('/api/events', { data: { title, description: 'We plant, clean and climb.', date, location: 'Outside', recurrence } });
        expect(made.status()).toBe(201);
      }
      const page = await open(context, '/admin/events?q=zeal');
      expect(await page.getByRole('heading', { level: 2, name: /^Zeal/ }).allInnerTexts()).toEqual(['Zeal for hills', 'Zeal for trees', 'Zeal for rivers']);
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'When', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Past' }).click();
      await page.waitForURL(/when=past/);
      await card(page, 'Zeal for hills').waitFor({ state: 'detached' });
      await page.getByLabel('Search events').fill('nothing like it');
      await said(page, 'No events found');
      await button(page, 'Remove all filters').click();
      await page.getByLabel('Search events').fill('ZEAL FOR');
      await page.waitForURL(/q=ZEAL/);

      await page.getByRole('link', { name: 'Edit Zeal for trees' }).click();
      await page.getByRole('heading', { level: 1, name: 'Edit Event' }).waitFor();
      // the series' own beginning, not the day on which it comes next
      expect(await field(page, 'First date').inputValue()).toBe('2020-05-03');
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await field(page, 'Title').fill('Zeal for old trees');
      const { body } = await sent(page, 'PUT', /^\/api\/events\/./, () => button(page, 'Update Event').click());
      expect(body).toMatchObject({ date: '2020-05-03T10:00:00', recurrence: 'FREQ=YEARLY', title: 'Zeal for old trees' });
      await said(page, 'Event Updated');
      await page.setViewportSize({ width: 1440, height: 900 });

      for (const title of ['Zeal for old trees', 'Zeal for rivers']) await page.getByLabel(`Choose ${title}`).check();
      await said(page, '2 selected');
      await button(page, 'Hide').click();
      await said(page, '2 events hidden from members.');
      await card(page, 'Zeal for rivers').getByText('Inactive').waitFor();
      const member = await portal.visit('member@grace.test');
      expect(((await (await member.request.get('/api/events')).json()) as { title: string }[]).map(({ title }) => title).filter((title) => title.startsWith('Zeal'))).toEqual(['Zeal for hills']);

      await page.route('**/api/events/*', (route) => (route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback()));
      await button(page, 'Delete Zeal for rivers').click();
      const question = page.getByRole('alertdialog', { name: 'Delete this event?' });
      await button(question, 'Delete event').click();
      await said(page, 'Failed to delete the event. Please try again.');
      await page.unroute('**/api/events/*');
      await button(question, 'Delete event').click();
      await said(page, 'Event Deleted');
      await card(page, 'Zeal for rivers').waitFor({ state: 'detached' });
      await context.close();
      await member.close();
    }, 90_000);

    it('says what the server says of a failure, and shows a refusal where the field is', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/events/new');
      await field(page, 'Title').fill('Impossible feast');
      await field(page, 'Description').fill('On a day that never comes.');
      await field(page, 'Location').fill('Nowhere');
      await page.getByLabel('Repeats').selectOption({ label: 'Custom rule (RRULE)' });
      await field(page, 'Rule').fill('FREQ=HOURLY');
      await button(page, 'Create Event').click();
      await page.getByText('An event repeats daily at most.').nth(1).waitFor(); // the toast, and the field
      expect(await page.getByLabel('Repeats').getAttribute('aria-invalid')).toBe('true');
      await page.route('**/api/events', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fallback()));
      await field(page, 'Rule').fill('FREQ=DAILY;COUNT=3');
      await button(page, 'Create Event').click();
      await said(page, 'Failed to create the event. Please try again.');
      await context.close();
    }, 60_000);
  });

  describe('announcements, as staff keep them', () => {
    it('are written with tools and keys, previewed, kept as a draft when the page is lost, and changed', async () => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/announcements');
      await button(page, 'Create Announcement').first().click();
      const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
      await dialog.waitFor();
      expect(await focused(page).getAttribute('name')).toBe('title');
      await button(dialog, 'Create Announcement').click();
      for (const message of ['Title must be at least 3 characters', 'Content must be at least 10 characters']) await said(page, message);
      expect(await violations(page)).toEqual([]);
      await field(dialog, 'Title').fill('The roof is done');
      const content = field(dialog, 'Content');
      await content.fill('Thank you all');
      await content.selectText();
      await page.keyboard.press('Control+b');
      expect(await content.inputValue()).toBe('**Thank you all**');
      await page.keyboard.press('Control+z');
      expect(await content.inputValue()).toBe('Thank you all');
      await page.keyboard.press('Control+i');
      await page.keyboard.press('End');
      await page.keyboard.type('\n- for the beams\nfor the shingles');
      expect(await content.inputValue()).toBe('*Thank you all*\n- for the beams\n- for the shingles');
      await button(dialog, 'Preview').click();
      await dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem').nth(1).waitFor();
      expect(await violations(page)).toEqual([]);

      // the page is lost; what was typed is not
      await drafted(page);
      page.on('dialog', (question) => void question.accept());
      await page.reload({ waitUntil: 'networkidle' });
      await button(page, 'Create Announcement').first().click();
      await said(page, 'You left a draft here');
      await button(dialog, 'Restore draft').click();
      expect([await field(dialog, 'Title').inputValue(), await field(dialog, 'Content').inputValue()]).toEqual(['The roof is done', '*Thank you all*\n- for the beams\n- for the shingles']);
      await field(dialog, 'Priority').selectOption('High');
      await field(dialog, 'Expires').fill('2031-12-24');
      const { status, body } = await sent(page, 'POST', /^\/api\/announcements$/, () => button(dialog, 'Create Announcement').dblclick());
      expect([status, body.priority, body.isActive, body.expiresAt]).toEqual([201, 'high', true, '2031-12-24']);
      await said(page, 'Announcement Created');
      await dialog.waitFor({ state: 'detached' });
      expect(await drafts(page)).toBe(0);
      const roof = card(page, 'The roof is done');
      for (const badge of ['High priority', 'Active', 'Expires Dec 24, 2031']) await roof.getByText(badge, { exact: true }).waitFor();

      await button(page, 'Edit The roof is done').click();
      const edit = page.getByRole('dialog', { name: 'Edit Announcement' });
      await field(edit, 'Title').fill('The roof is done at last');
      const patch = await sent(page, 'PATCH', /^\/api\/announcements\/./, () => button(edit, 'Update Announcement').click());
      expect([patch.status, patch.body]).toEqual([200, { title: 'The roof is done at last' }]);
      await said(page, 'Announcement Updated');
      await edit.waitFor({ state: 'detached' });
      expect(await focused(page).getAttribute('aria-label')).toMatch(/^Edit The roof is done/);

      await page.route('**/api/announcements', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback()));
      await button(page, 'Create Announcement').first().click();
      await field(dialog, 'Title').fill('Something else');
      await field(dialog, 'Content').fill('That is never to be read.');
      await button(dialog, 'Create Announcement').click();
      await said(page, 'Failed to create announcement');
      await button(dialog, 'Close').click();
      await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Discard changes' }).click();
      await button(page, 'Create Announcement').first().click();
      await field(dialog, 'Title').waitFor();
      expect(await page.getByText('You left a draft here').count()).toBe(0);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await context.close();
    }, 90_000);
  });

  describe('the men’s library, as a pastor keeps it', () => {
    const refusal = 'Only admins and pastors can manage Brothers in Christ content.';

    it('wants one of article, video and audio; an upload goes on by itself after a cut', async () => {
      const context = await portal.visit('pastor@grace.test');
      const page = await open(context, '/admin/brothers-in-christ');
      await button(page, 'Add Content').first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Content' });
      await button(dialog, 'Create Content').click();
      await said(page, 'Title is required');
      await field(dialog, 'Title').fill('Iron and iron');
      await button(dialog, 'Create Content').click();
      await said(page, 'At least one content type (article, video, or audio) is required');
      for (const tag of ['Wisdom', 'Promise', 'Precept']) await button(dialog, tag).click();
      const audio = dialog.getByLabel('Audio file: choose a file');
      await audio.setInputFiles({ name: 'notes.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('x') });
      await said(page, 'Please choose an audio file:');
      await audio.setInputFiles({ name: 'talk.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('this is no sound') });
      await said(page, 'Please choose an audio file (MP3, M4A');
      let cuts = 0;
      await page.route('**/api/uploads/*', (route) => (route.request().method() === 'PATCH' && cuts++ < 2 ? route.abort('connectionreset') : route.fallback()));
      await audio.setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: Buffer.from(tone(65)) });
      await dialog.getByText('508 KB, uploaded').waitFor();
      expect(cuts).toBeGreaterThan(2);
      expect(await violations(page)).toEqual([]);
      const { status, answer } = await sent(page, 'POST', /^\/api\/brothers-in-christ$/, () => button(dialog, 'Create Content').click());
      expect([status, answer.tags]).toEqual([201, ['wisdom', 'promise', 'precept']]);
      expect(answer.file).toMatchObject({ name: 'talk.wav', durationSeconds: 65 });
      await said(page, 'Content Created');
      await dialog.waitFor({ state: 'detached' });
      expect((await row(page, 'Iron and iron').innerText()).replace(/\s+/g, ' ')).toContain('Audio wisdom promise +1');

      for (let round = 0; round < 2; round++) {
        await page.getByRole('button', { name: 'Actions for Iron and iron' }).click();
        await page.getByRole('menuitem', { name: 'Edit' }).click();
        const edit = page.getByRole('dialog', { name: 'Edit Content' });
        await edit.getByText('1 min').waitFor();
        await page.keyboard.press('Escape');
        await edit.waitFor({ state: 'detached' });
        expect(await focused(page).getAttribute('aria-label')).toBe('Actions for Iron and iron');
      }
      await page.getByRole('switch', { name: 'Iron and iron: active' }).click();
      await row(page, 'Iron and iron').getByText('Inactive').waitFor();
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await context.close();
    }, 90_000);

    it('is not for secretaries', async () => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/brothers-in-christ');
      await page.getByText(refusal).waitFor();
      const menu = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
      expect(menu).toEqual(expect.arrayContaining(['Events Management', 'Announcements']));
      for (const other of ['Brothers Management', 'Pastor Dashboard', 'Content']) expect(menu).not.toContain(other);
      await context.close();
    }, 60_000);
  });

  describe('Bible studies, as a pastor writes them', () => {
    it('have content, lines, tools and a preview; nothing in them runs', async () => {
      const context = await portal.visit('pastor@grace.test');
      const page = await open(context, '/admin/pastor-dashboard?tab=studies');
      await page.getByRole('link', { name: 'New Bible Study' }).first().click();
      await button(page, 'Publish Bible Study').click();
      await said(page, 'Title must be at least 3 characters');
      await field(page, 'Title').fill('The good shepherd');
      await field(page, 'Content').fill('## John 10\n<img src=x onerror="window.ran = 1"> **Who** calls?');
      await field(page, 'Tags').fill('John, sheep');
      await page.keyboard.press('Enter');
      await field(page, 'Study resources').fill('John 10:1-18\n\nPsalm 23');
      await button(page, 'Add tool').click();
      await field(page, 'Name of tool 1').fill('Bible Gateway');
      await field(page, 'Link of tool 1').fill('javascript:alert(1)');
      await field(page, 'Video link').fill('https://youtu.be/dQw4w9WgXcQ');
      await said(page, 'A YouTube video: it plays on the page.');
      const preview = page.getByRole('article', { name: 'The study as members see it' });
      await preview.getByRole('heading', { name: 'John 10' }).waitFor();
      await preview.getByText('Psalm 23').waitFor();
      expect(await page.evaluate('window.ran')).toBeUndefined();
      await button(page, 'Publish Bible Study').click();
      await said(page, 'Please enter a web address that begins with https://');
      expect(await violations(page)).toEqual([]);
      await field(page, 'Link of tool 1').fill('https://www.biblegateway.com/');
      const { status, body } = await sent(page, 'POST', /^\/api\/bible-studies$/, () => button(page, 'Publish Bible Study').click());
      expect([status, body.tags, body.studyResources, body.onlineTools]).toEqual([201, ['John', 'sheep'], ['John 10:1-18', 'Psalm 23'], [{ name: 'Bible Gateway', url: 'https://www.biblegateway.com/' }]]);
      await said(page, 'Bible Study Created');
      await row(page, 'The good shepherd').waitFor();
      await context.close();
    }, 60_000);
  });

  describe('the library, as an admin keeps it', () => {
    it('a resource has the fields of its type, a picture and what is missing said at its field', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/content');
      await page.getByRole('link', { name: 'Add Resource' }).first().click();
      await field(page, 'Title').fill('Praying the psalms');
      await field(page, 'Description').fill('A walk of thirty days.');
      expect([await field(page, 'Duration in minutes').inputValue(), await page.getByLabel('Topic').locator('option').allInnerTexts()]).toEqual(['15', ['Bible Study', 'Prayer', 'Discipleship', 'Theology', 'Worship', 'Evangelism']]);
      await button(page, 'Create Resource').click();
      await page.getByText('An article needs a text, a link or a file', { exact: true }).waitFor();
      await page.getByLabel('Type').selectOption('Video');
      await button(page, 'Create Resource').click();
      await said(page, 'A video needs a link to it');
      await page.getByLabel('Type').selectOption('Book');
      await button(page, 'Create Resource').click();
      await said(page, 'A book needs its title');
      await field(page, 'Book title').fill('Psalms for every day');
      await page.getByLabel('Picture: choose a file').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await said(page, 'Please choose a JPEG, PNG or WebP picture.');
      await page.getByLabel('Picture: choose a file').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture(800, 450).png().toBuffer() });
      await button(page, 'Replace picture').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await page.setViewportSize({ width: 1440, height: 900 });
      const { status, answer } = await sent(page, 'POST', /^\/api\/resources$/, () => button(page, 'Create Resource').click());
      expect([status, answer.resourceType, answer.bookTitle, answer.durationMinutes]).toEqual([201, 'book', 'Psalms for every day', 15]);
      expect(answer.pictureUrl).toMatch(/^\/api\/images\//);
      await said(page, 'Resource Created');
      await row(page, 'Praying the psalms').getByText('Book').waitFor();
      await context.close();
    }, 60_000);

    it('a sermon is as long as its audio; a nugget lasts 10 to 300 seconds; several are hidden at once', async () => {
      const context = await portal.visit('admin@grace.test', { viewport: phone });
      const page = await open(context, '/admin/content/sermons/new');
      await field(page, 'Title').fill('Kept in hope');
      await field(page, 'Description').fill('On what carries us through.');
      await page.getByLabel('Audio file: choose a file').setInputFiles({ name: 'hope.wav', mimeType: 'audio/wav', buffer: Buffer.from(tone(125)) });
      await page.getByText('977 KB, uploaded').waitFor();
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      const sermon = await sent(page, 'POST', /^\/api\/sermons$/, () => button(page, 'Create Sermon').click());
      expect([sermon.status, sermon.answer.durationMinutes]).toEqual([201, 2]);
      await page.waitForURL(/tab=sermons/);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.getByRole('tab', { name: 'Nuggets' }).click();
      await page.getByRole('link', { name: 'Add Nugget' }).first().click();
      expect(await field(page, 'Duration in seconds').inputValue()).toBe('60');
      await field(page, 'Title').fill('One minute of peace');
      await field(page, 'Description').fill('A word for the middle of the day.');
      await field(page, 'Duration in seconds').fill('301');
      await button(page, 'Add tag Spiritual Growth').click();
      await button(page, 'Create Nugget').click();
      await said(page, 'A nugget lasts 10 to 300 seconds');
      await said(page, 'Please enter the link to the video');
      await field(page, 'Duration in seconds').fill('90');
      await field(page, 'Video link').fill('https://youtu.be/dQw4w9WgXcQ');
      const nugget = await sent(page, 'POST', /^\/api\/nuggets$/, () => button(page, 'Create Nugget').click());
      expect([nugget.status, nugget.answer.durationSeconds, nugget.answer.category, nugget.answer.tags]).toEqual([201, 90, 'inspirational', ['Spiritual Growth']]);
      await row(page, 'One minute of peace').waitFor();
      expect(await violations(page)).toEqual([]);

      await page.getByRole('checkbox', { name: 'Choose One minute of peace' }).check();
      await button(page, 'Hide').click();
      await said(page, '1 nugget hidden from members.');
      await row(page, 'One minute of peace').getByText('Inactive').waitFor();
      await page.getByRole('checkbox', { name: 'Choose One minute of peace' }).check();
      await button(page, 'Delete').click();
      await page.getByRole('alertdialog', { name: 'Delete 1 nugget?' }).getByRole('button', { name: 'Delete 1 nugget' }).click();
      await said(page, 'Nugget Deleted');
      await row(page, 'One minute of peace').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Site Images' }).click();
      await page.getByRole('heading', { level: 2, name: 'Leadership' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await context.close();
    }, 90_000);

    it('a draft is the person’s alone: gone at sign-out, kept when a session ends by itself', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/content/resources/new');
      await field(page, 'Title').fill('Half a thought');
      await drafted(page);
      // leaving on purpose asks, and throws it away
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
      expect(await drafts(page)).toBe(0);

      await page.getByRole('link', { name: 'Add Resource' }).first().click();
      await field(page, 'Title').fill('Another thought');
      await drafted(page);
      page.on('dialog', (question) => void question.accept());
      await page.reload({ waitUntil: 'networkidle' });
      await said(page, 'You left a draft here');
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.waitForURL(/\/$/);
      expect(await drafts(page)).toBe(0);
      await context.close();

      const again = await portal.visit('admin@grace.test');
      const other = await open(again, '/admin/content/resources/new');
      await field(other, 'Title').fill('A thought that lasts');
      await drafted(other);
      await again.clearCookies();
      await field(other, 'Description').fill('Written after the session was over.');
      await button(other, 'Create Resource').click();
      await other.getByText('An article needs a text, a link or a file', { exact: true }).waitFor();
      await field(other, 'Article link').fill('https://example.org/thought');
      await button(other, 'Create Resource').click();
      await other.waitForURL(/\/sign-in\?next=/);
      expect(await drafts(other)).toBe(1);
      await other.getByLabel('Email').fill('admin@grace.test');
      await other.getByLabel('Password', { exact: true }).fill(demoPassword);
      await other.getByRole('button', { name: 'Sign In', exact: true }).click();
      await button(other, 'Restore draft').click();
      expect([await field(other, 'Title').inputValue(), await field(other, 'Article link').inputValue()]).toEqual(['A thought that lasts', 'https://example.org/thought']);
      await again.close();
    }, 60_000);
  });

  describe('the church’s settings', () => {
    it('say what it is, where, when it meets and what the pastor is asked', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/settings');
      await page.getByRole('heading', { level: 2, name: 'Your own domain' }).scrollIntoViewIfNeeded();
      await field(page, 'About').fill('## Who we are\nFounded in **2018**.');
      await field(page, 'Default event location').fill('Harbor Hotel, Augusta');
      await button(page, 'Save About').click();
      await said(page, 'Your settings have been saved.');

      await button(page, 'Add service').click();
      const service = page.getByRole('dialog', { name: 'Add Service' });
      await button(service, 'Save Service').click();
      await said(page, 'Please name the service');
      await field(service, 'Name').fill('Morning prayer');
      await button(service, 'Sun').click();
      await button(service, 'Save Service').click();
      await said(page, 'Please choose at least one day');
      for (const day of ['Tue', 'Fri']) await button(service, day).click();
      await field(service, 'Time').fill('07:15');
      expect(await violations(page)).toEqual([]);
      await button(service, 'Save Service').click();
      await service.waitFor({ state: 'detached' });
      await page.getByText('Every Tuesday and Friday at 7:15 AM').waitFor();

      await button(page, 'Add question').click();
      const question = page.getByRole('dialog', { name: 'Add Question' });
      await field(question, 'Question').fill('May I bring my dog?');
      await button(question, 'Save Question').click();
      await said(page, 'Please enter the answer');
      await field(question, 'Answer').fill('To the picnic, gladly.');
      await button(question, 'Save Question').click();
      await page.getByText('To the picnic, gladly.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      const again = await open(context, '/admin/events/new');
      expect(await field(again, 'Location').inputValue()).toBe('Harbor Hotel, Augusta');
      await context.close();
    }, 60_000);
  });
});
