import { describe, expect, it } from '@jest/globals';
import { describeInBrowser, open, violations } from '../support.js';
import {
  button,
  card,
  drafted,
  drafts,
  field,
  focused,
  narrow,
  waitForText,
  sentRequest,
  tooWide,
} from './staff.js';

describeInBrowser('the administration of events and announcements', (portal) => {
  describe('church events', () => {
    it('can be added as a series, once, after errors were shown at their fields', async () => {
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
      for (const message of [
        'Title must be at least 3 characters',
        'Description must be at least 10 characters',
        'Please enter a valid date',
        'Please enter a valid time (HH:MM)',
        'Location must be at least 3 characters',
      ])
        await waitForText(page, message);
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
      await waitForText(page, 'Every 1st and 3rd Sunday of the month.');
      await page.getByLabel('After a number of times').check();
      await field(page, 'Number of times').fill('10');
      await field(page, 'Skipped dates').fill('2027-03-21');
      await button(page, 'Skip this date').click();
      await page.getByRole('button', { name: 'Do not skip Mar 21, 2027' }).waitFor();
      await page.getByLabel('Featured: stands out among the events').check();
      await button(page, 'Create Event').click();
      await waitForText(page, 'Please enter a web address that begins with https://');
      await field(page, 'WebEx link').fill('grace.webex.com/meet/supper');
      await field(page, 'Google Calendar ID').fill('abc123');

      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/events'))
          calls.push(request.url());
      });
      const { status, body } = await sentRequest(page, 'POST', /^\/api\/events$/, () =>
        button(page, 'Create Event').dblclick(),
      );
      expect([status, calls.length]).toEqual([201, 1]);
      expect(body).toMatchObject({
        date: '2027-03-07T17:30:00',
        recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU;COUNT=10;WKST=SU',
        exceptions: ['2027-03-21'],
        isRecurring: true,
        durationMinutes: 60,
        isHighlighted: true,
        webexLink: 'https://grace.webex.com/meet/supper',
        imageUrl: null,
      });
      await waitForText(page, 'Event Created');
      await page.getByRole('heading', { level: 1, name: 'Events Management' }).waitFor();
      const supper = card(page, 'Harvest supper');
      await supper.getByText('Featured', { exact: true }).waitFor();
      await supper.getByText('Sunday, March 7, 2027').waitFor();
      await supper.getByText('5:30 PM to 6:30 PM').waitFor();
      expect(
        await supper.getByRole('link', { name: 'Join WebEx Meeting' }).getAttribute('href'),
      ).toBe('https://grace.webex.com/meet/supper');
      expect(
        await supper.getByRole('link', { name: 'View in Google Calendar' }).getAttribute('href'),
      ).toBe('https://calendar.google.com/calendar/event?eid=abc123');
      expect(await violations(page)).toEqual([]);
      await context.close();
    });

    it('can be searched, filtered, changed, hidden and deleted', async () => {
      const context = await portal.visit('pastor@grace.test', { viewport: narrow });
      for (const [title, date, recurrence] of [
        ['Zeal for trees', '2020-05-03T10:00:00', 'FREQ=YEARLY'],
        ['Zeal for rivers', '2019-05-03T10:00:00', null],
        ['Zeal for hills', '2031-05-03T10:00:00', null],
      ] as const) {
        const created = await context.request.post('/api/events', {
          data: {
            title,
            description: 'We plant, clean and climb.',
            date,
            location: 'Outside',
            recurrence,
          },
        });
        expect(created.status()).toBe(201);
      }
      const page = await open(context, '/admin/events?q=zeal');
      expect(await page.getByRole('heading', { level: 2, name: /^Zeal/ }).allInnerTexts()).toEqual([
        'Zeal for hills',
        'Zeal for trees',
        'Zeal for rivers',
      ]);
      expect([await tooWide(page), await violations(page)]).toEqual([0, []]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'When', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Past' }).click();
      await page.waitForURL(/when=past/);
      await card(page, 'Zeal for hills').waitFor({ state: 'detached' });
      await page.getByLabel('Search events').fill('nothing like it');
      await waitForText(page, 'No events found');
      await button(page, 'Remove all filters').click();
      await page.getByLabel('Search events').fill('ZEAL FOR');
      await page.waitForURL(/q=ZEAL/);

      await page.getByRole('link', { name: 'Edit Zeal for trees' }).click();
      await page.getByRole('heading', { level: 1, name: 'Edit Event' }).waitFor();
      // The form shows the first date of the series, not the date of the next occurrence.
      expect(await field(page, 'First date').inputValue()).toBe('2020-05-03');
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await field(page, 'Title').fill('Zeal for old trees');
      const { body } = await sentRequest(page, 'PUT', /^\/api\/events\/./, () =>
        button(page, 'Update Event').click(),
      );
      expect(body).toMatchObject({
        date: '2020-05-03T10:00:00',
        recurrence: 'FREQ=YEARLY',
        title: 'Zeal for old trees',
      });
      await waitForText(page, 'Event Updated');
      await page.setViewportSize({ width: 1440, height: 900 });

      for (const title of ['Zeal for old trees', 'Zeal for rivers'])
        await page.getByLabel(`Choose ${title}`).check();
      await waitForText(page, '2 selected');
      await button(page, 'Hide').click();
      await waitForText(page, '2 events hidden from members.');
      await card(page, 'Zeal for rivers').getByText('Inactive').waitFor();
      const member = await portal.visit('member@grace.test');
      expect(
        ((await (await member.request.get('/api/events')).json()) as { title: string }[])
          .map(({ title }) => title)
          .filter((title) => title.startsWith('Zeal')),
      ).toEqual(['Zeal for hills']);

      await page.route('**/api/events/*', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, body: 'broken' })
          : route.fallback(),
      );
      await button(page, 'Delete Zeal for rivers').click();
      const question = page.getByRole('alertdialog', { name: 'Delete this event?' });
      await button(question, 'Delete event').click();
      await waitForText(page, 'Failed to delete the event. Please try again.');
      await page.unroute('**/api/events/*');
      await button(question, 'Delete event').click();
      await waitForText(page, 'Event Deleted');
      await card(page, 'Zeal for rivers').waitFor({ state: 'detached' });
      await context.close();
      await member.close();
    });

    it('show failures of the server, and validation errors at their fields', async () => {
      const context = await portal.visit('admin@grace.test');
      const page = await open(context, '/admin/events/new');
      await field(page, 'Title').fill('Impossible feast');
      await field(page, 'Description').fill('On a day that never comes.');
      await field(page, 'Location').fill('Nowhere');
      await page.getByLabel('Repeats').selectOption({ label: 'Custom rule (RRULE)' });
      await field(page, 'Rule').fill('FREQ=HOURLY');
      await button(page, 'Create Event').click();
      // The message is both in the toast and at the field.
      await page.getByText('An event repeats daily at most.').nth(1).waitFor();
      expect(await page.getByLabel('Repeats').getAttribute('aria-invalid')).toBe('true');
      await page.route('**/api/events', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 502, body: 'Bad gateway' })
          : route.fallback(),
      );
      await field(page, 'Rule').fill('FREQ=DAILY;COUNT=3');
      await button(page, 'Create Event').click();
      await waitForText(page, 'Failed to create the event. Please try again.');
      await context.close();
    });
  });

  describe('announcements', () => {
    it('can be formatted, previewed, restored from a draft, saved and changed', async () => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/announcements');
      await button(page, 'Create Announcement').first().click();
      const dialog = page.getByRole('dialog', { name: 'Create Announcement' });
      await dialog.waitFor();
      expect(await focused(page).getAttribute('name')).toBe('title');
      await button(dialog, 'Create Announcement').click();
      for (const message of [
        'Title must be at least 3 characters',
        'Content must be at least 10 characters',
      ])
        await waitForText(page, message);
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
      expect(await content.inputValue()).toBe(
        '*Thank you all*\n- for the beams\n- for the shingles',
      );
      await button(dialog, 'Preview').click();
      await dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem').nth(1).waitFor();
      expect(await violations(page)).toEqual([]);

      // The browser reloads the page. The typed text can be restored.
      await drafted(page);
      page.on('dialog', (question) => void question.accept());
      await page.reload({ waitUntil: 'networkidle' });
      await button(page, 'Create Announcement').first().click();
      await waitForText(page, 'You left a draft here');
      await button(dialog, 'Restore draft').click();
      expect([
        await field(dialog, 'Title').inputValue(),
        await field(dialog, 'Content').inputValue(),
      ]).toEqual(['The roof is done', '*Thank you all*\n- for the beams\n- for the shingles']);
      await field(dialog, 'Priority').selectOption('High');
      await field(dialog, 'Expires').fill('2031-12-24');
      const { status, body } = await sentRequest(page, 'POST', /^\/api\/announcements$/, () =>
        button(dialog, 'Create Announcement').dblclick(),
      );
      expect([status, body.priority, body.isActive, body.expiresAt]).toEqual([
        201,
        'high',
        true,
        '2031-12-24',
      ]);
      await waitForText(page, 'Announcement Created');
      await dialog.waitFor({ state: 'detached' });
      expect(await drafts(page)).toBe(0);
      const roof = card(page, 'The roof is done');
      for (const badge of ['High priority', 'Active', 'Expires Dec 24, 2031'])
        await roof.getByText(badge, { exact: true }).waitFor();

      await button(page, 'Edit The roof is done').click();
      const edit = page.getByRole('dialog', { name: 'Edit Announcement' });
      await field(edit, 'Title').fill('The roof is done at last');
      const patch = await sentRequest(page, 'PATCH', /^\/api\/announcements\/./, () =>
        button(edit, 'Update Announcement').click(),
      );
      expect([patch.status, patch.body]).toEqual([200, { title: 'The roof is done at last' }]);
      await waitForText(page, 'Announcement Updated');
      await edit.waitFor({ state: 'detached' });
      expect(await focused(page).getAttribute('aria-label')).toMatch(/^Edit The roof is done/);

      await page.route('**/api/announcements', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, body: 'broken' })
          : route.fallback(),
      );
      await button(page, 'Create Announcement').first().click();
      await field(dialog, 'Title').fill('Something else');
      await field(dialog, 'Content').fill('That is never to be read.');
      await button(dialog, 'Create Announcement').click();
      await waitForText(page, 'Failed to create announcement');
      await button(dialog, 'Close').click();
      await page
        .getByRole('alertdialog', { name: 'Leave without saving?' })
        .getByRole('button', { name: 'Discard changes' })
        .click();
      await button(page, 'Create Announcement').first().click();
      await field(dialog, 'Title').waitFor();
      expect(await page.getByText('You left a draft here').count()).toBe(0);
      await page.setViewportSize(narrow);
      expect(await tooWide(page)).toBe(0);
      await context.close();
    });
  });
});
