import { afterEach, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { instantAt, type Series } from '#libs/calendar';
import type { Event } from '#libs/contracts';
import { occurrenceFrom } from '#libs/recurrence';
import { sampleOfPairs } from '../../support/generated.js';
import { expectInLog } from '../../support/program/log.js';
import { MovedClock } from '../../support/program/moved-clock.js';
import { occurrencesIn } from '../../support/second-calendar.js';
import { describeInBrowser, open, violations } from '../support.js';
import { button, field, waitForText, sentRequest } from './staff.js';

// pg-boss measures its queries by the clock, which the tests move while a query may be running.
expectInLog(/"context":"jobs","message":"Warning: slow query/);

const clock = new MovedClock();
afterEach(() => clock.restore());

/** Sets the clocks of the program and of the browser, and opens a page. */
async function openAt(context: BrowserContext, path: string, time: string): Promise<Page> {
  clock.moveTo(new Date(time));
  await context.clock.setSystemTime(new Date(time));
  return open(context, path);
}

/** Returns the starts of the first occurrences as the server calculates them. */
function occurrencesOf(series: Series, count: number): string[] {
  const starts: string[] = [];
  for (let from = instantAt(series.start, series.timeZone); starts.length < count;) {
    const next = occurrenceFrom(series, from);
    if (next === null) break;
    const begins = instantAt(next, series.timeZone);
    starts.push(begins.toISOString());
    from = new Date(begins.getTime() + 60_000);
  }
  return starts;
}

const choices: [name: string, choose: (page: Page) => Promise<unknown>, rule: string][] = [
  ['every week', (page) => repeats(page, 'Every week'), 'FREQ=WEEKLY;BYDAY=SU'],
  [
    'every two weeks',
    (page) => repeats(page, 'Every two weeks'),
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU',
  ],
  [
    'on a weekday of the month',
    (page) => repeats(page, 'On certain weekdays of the month'),
    'FREQ=MONTHLY;BYDAY=1SU',
  ],
  ['on a day of the month', (page) => repeats(page, 'Every month on day 7'), 'FREQ=MONTHLY'],
  ['every year', (page) => repeats(page, 'Every year on Mar 7'), 'FREQ=YEARLY'],
];
const endings: [name: string, choose: (page: Page) => Promise<unknown>, rule: string][] = [
  ['never', () => Promise.resolve(), ''],
  [
    'on a date',
    async (page) => {
      await page.getByLabel('On a date').check();
      await field(page, 'Last date').fill('2030-03-07');
    },
    ';UNTIL=20300307T235959',
  ],
  [
    'after a number of times',
    async (page) => {
      await page.getByLabel('After a number of times').check();
      await field(page, 'Number of times').fill('4');
    },
    ';COUNT=4',
  ],
];
/**
 * Chooses how an event repeats, and waits for the further fields of this choice, whose code the
 * page loads then.
 */
async function repeats(page: Page, label: string): Promise<void> {
  await page.getByLabel('Repeats').selectOption({ label });
  await page.getByText('Ends', { exact: true }).waitFor();
}

describeInBrowser('church events', (portal) => {
  it.each(
    sampleOfPairs(choices, endings).map(
      ([[repeat, choose, rule], [ending, end, endRule]]) =>
        [`${repeat}, ends ${ending}`, choose, end, `${rule}${endRule};WKST=SU`] as const,
    ),
  )(
    'have the same dates in the calendar file as on the server: %s',
    async (name, choose, end, recurrence) => {
      const context = await portal.visit('secretary@grace.test');
      const page = await open(context, '/admin/events/new');
      await field(page, 'Title').fill(`Supper ${name}`);
      await field(page, 'Description').fill('Soup and bread for everybody.');
      await field(page, 'Date').fill('2027-03-07');
      await field(page, 'Time').fill('17:30');
      expect([
        await field(page, 'End date').inputValue(),
        await field(page, 'End time').inputValue(),
      ]).toEqual(['2027-03-07', '18:30']);
      await field(page, 'Location').fill('Fellowship hall');
      await choose(page);
      await end(page);
      const { status, body, answer } = await sentRequest(page, 'POST', /^\/api\/events$/, () =>
        button(page, 'Create Event').click(),
      );
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { date: '2027-03-07T17:30:00', durationMinutes: 60, recurrence },
      });
      expect(answer).toMatchObject({ date: '2027-03-07T17:30:00', recurrence });

      const file = await (await context.request.get(`/api/events/${String(answer.id)}.ics`)).text();
      const read = occurrencesIn(file, '2027-01-01T00:00:00Z', '2040-01-01T00:00:00Z');
      expect(read[0]).toEqual({
        start: '2027-03-07T22:30:00.000Z',
        end: '2027-03-07T23:30:00.000Z',
      });
      if (recurrence.includes('COUNT')) expect(read).toHaveLength(4);
      const { seriesStart: start, exceptions } = answer as unknown as Event;
      const series = { start, rule: recurrence, exceptions, timeZone: 'America/New_York' };
      expect(occurrencesOf(series, 6)).toEqual(
        read.slice(0, 6).map((occurrence) => occurrence.start),
      );
      await context.close();
    },
  );

  it('are saved with a repetition that was chosen while its code was loading', async () => {
    const context = await portal.visit('secretary@grace.test');
    const page = await open(context, '/admin/events/new');
    await field(page, 'Title').fill('Supper in a hurry');
    await field(page, 'Description').fill('Soup and bread for everybody.');
    await field(page, 'Date').fill('2027-03-07');
    await field(page, 'Location').fill('Fellowship hall');
    await page.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.getByLabel('Repeats').selectOption({ label: 'Every two weeks' });
    const { body } = await sentRequest(page, 'POST', /^\/api\/events$/, () =>
      button(page, 'Create Event').click(),
    );
    expect(body).toMatchObject({ recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU' });
    await context.close();
  });

  it('are marked while they take place; an edited series keeps its first date', async () => {
    const staff = await portal.visit('secretary@grace.test');
    const member = await portal.visit('member@grace.test');
    const post = async (data: object): Promise<Event> =>
      (await (
        await staff.request.post('/api/events', {
          data: { description: 'All are welcome here.', location: 'Chapel', ...data },
        })
      ).json()) as Event;
    const vigil = await post({
      title: 'Vigil over the change of clocks',
      date: '2027-03-13T18:00:00',
      durationMinutes: 1_440,
      webexLink: 'https://grace.webex.com/meet/vigil',
    });
    const row = (page: Page) => page.locator('article', { hasText: vigil.title }).first();

    const before = await openAt(member, '/church-program', '2027-03-13T17:40:00-05:00');
    await row(before).waitFor();
    expect(await row(before).getByText('Now', { exact: true }).count()).toBe(0);
    expect(await row(before).getByRole('link', { name: 'Join WebEx Meeting' }).count()).toBe(0);
    await before.close();

    const soon = await openAt(member, '/church-program', '2027-03-13T17:46:00-05:00');
    await row(soon).getByRole('link', { name: 'Join WebEx Meeting' }).waitFor();
    await soon.close();

    const during = await openAt(member, '/church-program', '2027-03-14T17:55:00-04:00');
    await row(during).getByText('Now', { exact: true }).waitFor();
    await row(during).getByRole('link', { name: 'Join WebEx Meeting' }).waitFor();
    await row(during).getByRole('button', { name: 'Add to calendar' }).waitFor();
    await row(during).getByText('6:00 PM – Mar 14, 2027, 6:00 PM').waitFor();
    expect(await violations(during)).toEqual([]);
    await during.close();

    const after = await openAt(member, '/church-program', '2027-03-14T18:00:30-04:00');
    await after.getByRole('heading', { name: 'Past Events' }).waitFor();
    const pastEvents = after.locator('section', { hasText: 'Past Events' }).last();
    await pastEvents.getByText(vigil.title).waitFor();
    expect(await pastEvents.getByRole('link', { name: 'Join WebEx Meeting' }).count()).toBe(0);
    await after.close();

    clock.moveTo(new Date('2027-02-01T12:00:00-05:00'));
    const series = await post({
      title: 'Ten evenings of song',
      date: '2027-02-11T19:00:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=TH;COUNT=10;WKST=SU',
      exceptions: ['2027-02-25'],
    });
    const page = await openAt(staff, `/admin/events/${series.id}`, '2027-03-16T12:00:00-04:00');
    expect(await field(page, 'First date').inputValue()).toBe('2027-02-11');
    await field(page, 'Time').fill('19:30');
    // An occurrence ends while the form is open.
    clock.moveTo(new Date('2027-03-19T12:00:00-04:00'));
    const { status, answer } = await sentRequest(page, 'PUT', /^\/api\/events\/./, () =>
      button(page, 'Update Event').click(),
    );
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      date: '2027-03-25T19:30:00',
      seriesStart: '2027-02-11T19:30:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=TH;COUNT=10;WKST=SU',
      exceptions: ['2027-02-25'],
      endsAt: '2027-03-25T20:30:00-04:00',
    });
    await waitForText(page, 'Event Updated');
    const file = await (await member.request.get(`/api/events/${series.id}.ics`)).text();
    const read = occurrencesIn(file, '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z');
    expect([read.length, read[0]!.start, read.at(-1)!.start]).toEqual([
      9, // One of the ten occurrences is skipped.
      '2027-02-12T00:30:00.000Z',
      '2027-04-15T23:30:00.000Z',
    ]);

    // The series is moved by one day. The form moves the skipped date, too.
    const again = await openAt(staff, `/admin/events/${series.id}`, '2027-03-19T12:00:00-04:00');
    await field(again, 'First date').fill('2027-02-12');
    await button(again, 'Do not skip Feb 26, 2027').waitFor();
    const moved = await sentRequest(again, 'PUT', /^\/api\/events\/./, () =>
      button(again, 'Update Event').click(),
    );
    expect(moved.body).toMatchObject({ seriesStart: '2027-02-12', exceptions: ['2027-02-26'] });
    expect(moved.answer).toMatchObject({
      date: '2027-03-19T19:30:00',
      seriesStart: '2027-02-12T19:30:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=FR;COUNT=10;WKST=SU',
      exceptions: ['2027-02-26'],
    });
    await Promise.all([staff.close(), member.close()]);
  });
});
