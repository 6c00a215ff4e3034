import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '#libs/contracts';
import { daysBetween, localNow } from '#libs/calendar';
import { everyPage, type Client, type TestApp } from '../../support/app.js';
import { churchZone, startCalendarChurch } from '../../support/content/calendar-church.js';
import { hasShownOccurrence } from '../../support/second-calendar.js';

let app: TestApp;
let secretary: Client;
let member: Client;
beforeAll(async () => {
  ({ app, secretary, member } = await startCalendarChurch());
});
afterAll(() => app.close());

const minimalEvent = {
  title: 'Choir practice',
  description: 'Sopranos are welcome.',
  location: 'The ballroom',
  date: '2126-05-04T18:00:00',
};
const add = async (more: object) =>
  (await secretary.post<Event>('/api/events', { ...minimalEvent, ...more })).body;
const addRefused = async (more: object) => {
  const { status, body } = await secretary.post<{ message: string }>('/api/events', {
    ...minimalEvent,
    ...more,
  });
  return { status, message: body.message };
};
/**
 * The tests calculate what they send and what they expect at different times. Both use this time,
 * so that the minute does not change in between.
 */
const startOfTests = new Date();
/**
 * Returns the church's local time at the start of the tests, moved by a number of calendar days. It
 * moves the date and not the hours, because a day may have 23 or 25 hours.
 */
const inDays = (days: number) => {
  const [today, time] = localNow(churchZone, startOfTests).split('T');
  const day = new Date(Date.parse(today!) + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${time}`;
};

describe('an event', () => {
  it('has the specified fields and defaults, in the local time of the church', async () => {
    expect(await add({})).toMatchObject({
      ...minimalEvent,
      startsAt: '2126-05-04T18:00:00-04:00',
      endsAt: '2126-05-04T19:00:00-04:00',
      isRecurring: false,
      recurrence: null,
      repeats: null,
      exceptions: [],
      seriesStart: minimalEvent.date,
      durationMinutes: 60,
      isPast: false,
      imageUrl: null,
      googleCalendarId: null,
      webexLink: null,
      isHighlighted: false,
      isActive: true,
    });
    expect(await add({ date: '2126-01-04T18:00' })).toMatchObject({
      date: '2126-01-04T18:00:00',
      startsAt: '2126-01-04T18:00:00-05:00',
    });
  });

  it('is refused with the specified message if a field is invalid', async () => {
    for (const [more, message] of [
      [{ title: 'ab' }, 'Title must be at least 3 characters'],
      [{ description: 'short' }, 'Description must be at least 10 characters'],
      [{ location: 'ab' }, 'Location must be at least 3 characters'],
      [{ date: '2026-02-30T18:00:00' }, 'Please enter a valid date'],
      [{ date: '2026-02-03T25:00:00' }, 'Please enter a valid date'],
      [{ date: '2026-02-03T18:00:00Z' }, 'Please enter a valid date'],
      [{ recurrence: 'FREQ=HOURLY' }, 'An event repeats daily at most.'],
      [{ recurrence: 'every week' }, 'This rule of repetition cannot be read.'],
      [{ recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'This rule never comes true.'],
      [
        { recurrence: 'FREQ=DAILY;COUNT=1', exceptions: ['2126-05-04'] },
        'This rule never comes true.',
      ],
      [
        { webexLink: 'javascript:alert(1)' },
        'Please enter a web address that begins with https://',
      ],
    ] as const)
      expect({ more, ...(await addRefused(more)) }).toEqual({ more, status: 400, message });
  });

  it('is past as soon as it has ended, and past events are listed latest first', async () => {
    for (const [title, days] of [
      ['Two days ago', -2],
      ['Yesterday', -1],
      ['Tomorrow', 1],
      ['The day after', 2],
    ] as const)
      await add({ title, description: 'For the order of them.', date: inDays(days) });
    const titles = async (query: string) =>
      (await everyPage<Event>(member, `/api/events?limit=1&q=order&${query}`)).map(
        ({ title }) => title,
      );
    expect(await titles('upcoming=true')).toEqual(['Tomorrow', 'The day after']);
    expect(await titles('upcoming=false')).toEqual(['Yesterday', 'Two days ago']);
    expect(await titles('')).toEqual(['Two days ago', 'Yesterday', 'Tomorrow', 'The day after']);
  });
});

describe('a series', () => {
  it('is shown as one item with its next occurrence, or its last one if it is over', async () => {
    const weekly = await add({ title: 'Weekly', date: inDays(-30), isRecurring: true });
    expect(weekly).toMatchObject({
      isRecurring: true,
      recurrence: 'FREQ=WEEKLY',
      seriesStart: inDays(-30).slice(0, 16) + ':00',
      isPast: false,
    });
    expect(Date.parse(weekly.startsAt) - Date.now()).toBeLessThan(7 * 86_400_000);
    const over = await add({
      title: 'Over',
      date: inDays(-30),
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2',
    });
    expect(over).toMatchObject({
      isPast: true,
      isRecurring: true,
      recurrence: 'FREQ=WEEKLY;COUNT=2',
    });
    expect(over.date.slice(0, 10)).toBe(inDays(-23).slice(0, 10));
    const upcoming = (await member.get<Event[]>('/api/events?upcoming=true')).body.filter(
      ({ id }) => [weekly.id, over.id].includes(id),
    );
    expect(upcoming.map(({ id }) => id)).toEqual([weekly.id]);
  });

  it('begins with its first occurrence, and describes its rule in words', async () => {
    expect(
      await add({
        date: '2126-05-01T11:00:00',
        recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU',
        isRecurring: false,
      }),
    ).toMatchObject({
      date: '2126-05-05T11:00:00',
      seriesStart: '2126-05-05T11:00:00',
      repeats: '1st and 3rd Sunday',
      isRecurring: true,
    });
    expect(
      await add({
        date: '2126-05-01T11:00:00',
        recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU',
        exceptions: ['2126-05-05'],
      }),
    ).toMatchObject({ date: '2126-05-19T11:00:00' });
  });

  it('shows the next occurrence after one has ended, also in simultaneous requests', async () => {
    const { id } = await add({ title: 'Moves on', date: inDays(-8), isRecurring: true });
    await app.database.asSuperuser(
      `update church_event set date = date - interval '21 days' where id = $1`,
      [id],
    );
    const looks = await Promise.all(
      Array.from({ length: 8 }, () => member.get<Event>(`/api/events/${id}`)),
    );
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
    const { body } = await member.get<Event>(`/api/events/${id}`);
    expect(body.isPast).toBe(false);
    expect(body.seriesStart.slice(0, 10)).toBe(inDays(-8).slice(0, 10));
  });

  it('keeps its first date if a client sends back the date of the shown occurrence', async () => {
    const series = await add({
      title: 'Stays',
      date: inDays(-15),
      recurrence: 'FREQ=WEEKLY;COUNT=10',
    });
    const same = (
      await secretary.put<Event>(`/api/events/${series.id}`, {
        ...minimalEvent,
        title: 'Renamed',
        date: series.date,
        recurrence: series.recurrence,
      })
    ).body;
    expect(same).toMatchObject({
      title: 'Renamed',
      seriesStart: series.seriesStart,
      date: series.date,
    });
    const moved = (
      await secretary.put<Event>(`/api/events/${series.id}`, {
        ...minimalEvent,
        date: '2126-01-01T10:00:00',
        recurrence: 'FREQ=WEEKLY',
      })
    ).body;
    // Both dates move by the days between the new date and the occurrence that was shown.
    expect([moved.seriesStart.slice(11), moved.date.slice(11)]).toEqual(['10:00:00', '10:00:00']);
    const daysOf = (from: string, to: string) => daysBetween(from.slice(0, 10), to.slice(0, 10));
    expect(daysOf(series.seriesStart, moved.seriesStart)).toBe(daysOf(same.date, '2126-01-01'));
    expect(
      (await secretary.put<Event>(`/api/events/${series.id}`, minimalEvent)).body,
    ).toMatchObject({
      isRecurring: false,
      recurrence: null,
      date: minimalEvent.date,
    });
  });
});

describe('a calendar file', () => {
  const lines = async (id: string) => {
    const { text } = await member.get(`/api/events/${id}.ics`);
    const { body: event } = await member.get<Event>(`/api/events/${id}`);
    expect(hasShownOccurrence(text, event)).toBe(true);
    return text.replaceAll('\r\n ', '').split('\r\n');
  };

  it('has local times, the rule, skipped dates and the number of changes of an event', async () => {
    const { id } = await add({
      title: 'Prayer; and fasting, too',
      date: '2126-03-03T19:30:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=SU;UNTIL=21260401',
      exceptions: ['2126-03-10'],
      durationMinutes: 90,
    });
    const text = await lines(id);
    for (const line of [
      'BEGIN:VTIMEZONE',
      'TZID:America/New_York',
      `UID:${id}@church-connect`,
      'SEQUENCE:0',
      'DTSTART;TZID=America/New_York:21260303T193000',
      'DTEND;TZID=America/New_York:21260303T210000',
      'EXDATE;TZID=America/New_York:21260310T193000',
      'SUMMARY:Prayer\\; and fasting\\, too',
    ])
      expect(text).toContain(line);
    expect(text.find((line) => line.includes('UNTIL'))).toContain('UNTIL=21260402T035959Z');
    await secretary.put(`/api/events/${id}`, minimalEvent);
    expect(await lines(id)).toContain('SEQUENCE:1');
    expect((await member.get(`/api/events/${id}.ics`)).headers.get('content-type')).toContain(
      'text/calendar',
    );
  });

  it('does not contain inactive events', async () => {
    const { id } = await add({ isActive: false });
    expect((await member.get(`/api/events/${id}.ics`)).status).toBe(404);
  });
});
