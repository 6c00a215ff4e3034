import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event, Settings } from '#libs/contracts';
import { addMinutes, localNow } from '#libs/calendar';
import { everyPage, type Client, type TestApp } from '../../support/app.js';
import { churchZone, startCalendarChurch } from '../../support/content/calendar-church.js';
import { occurrencesIn } from '../../support/second-calendar.js';
import { until } from '../../support/until.js';

let app: TestApp;
let grace: string;
let secretary: Client;
let member: Client;
beforeAll(async () => {
  ({ app, grace, secretary, member } = await startCalendarChurch());
});
afterAll(() => app.close());

/** Returns the church's local time in a number of minutes. */
const inMinutes = (minutes: number) => addMinutes(localNow(churchZone, new Date()), minutes);
const day = 1_440;
const link = 'https://grace.webex.com/meet/choir';

async function add(more: object): Promise<Event> {
  const form = {
    title: 'Choir practice',
    description: 'Sopranos are welcome.',
    location: 'The ballroom',
    webexLink: link,
    ...more,
  };
  const { status, body } = await secretary.post<Event>('/api/events', form);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}
const seenBy = async (client: Client, { id }: Event) =>
  (await client.get<Event>(`/api/events/${id}`)).body;
const idsOf = async (query: string) =>
  (await everyPage<Event>(member, `/api/events?limit=2&${query}`)).map(({ id }) => id);

describe('an event', () => {
  it.each([
    ['20 minutes before its start', 20, false, null],
    ['10 minutes before its start', 10, false, link],
    ['10 minutes after its start', -10, false, link],
    // The start is rounded to a whole minute, so the event ends in two to three minutes.
    ['two minutes before its end', -57, false, link],
    ['after its end', -61, true, null],
  ])('has the specified state and link %s', async (_when, minutes, isPast, webexLink) => {
    const event = await add({ date: inMinutes(minutes), durationMinutes: 60 });
    expect(await seenBy(member, event)).toMatchObject({ isPast, webexLink });
    expect(await seenBy(secretary, event)).toMatchObject({ isPast, webexLink: link });
    const [upcoming, past] = [await idsOf('upcoming=true'), await idsOf('upcoming=false')];
    expect([upcoming.includes(event.id), past.includes(event.id)]).toEqual([!isPast, isPast]);
  });

  it('is not past an hour before its end if it lasts two days', async () => {
    const retreat = await add({ date: inMinutes(60 - 2 * day), durationMinutes: 2 * day });
    expect(await seenBy(member, retreat)).toMatchObject({ isPast: false });
    expect(await idsOf('upcoming=true')).toContain(retreat.id);
  });
});

describe('a series', () => {
  it('shows the occurrence that takes place until it ends', async () => {
    const date = inMinutes(-10);
    const weekly = await add({ date, isRecurring: true });
    expect(await seenBy(member, weekly)).toMatchObject({ date: `${date.slice(0, 16)}:00` });
    const endedEvent = await add({ date: inMinutes(-61), isRecurring: true });
    expect((await seenBy(member, endedEvent)).date > inMinutes(0)).toBe(true);
  });

  it('shows its next date to all users while another transaction locks its row', async () => {
    const before = await add({ title: 'Before it', date: inMinutes(day) });
    const series = await add({ title: 'Locked', date: inMinutes(-5 * day), isRecurring: true });
    const after = await add({ title: 'After it', date: inMinutes(3 * day) });
    await app.database.asSuperuser(
      `update church_event set date = series_start where id = '${series.id}'`,
    );
    const stored = async () =>
      (
        await app.db.tenant(grace, (tx) =>
          tx.sql<{ date: string }>('select date from church_event where id = $1', [series.id]),
        )
      )[0]!.date;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let isLocked = false;
    const holding = app.db.separate(grace, async (tx) => {
      await tx.sql('select 1 from church_event where id = $1 for update', [series.id]);
      isLocked = true;
      await released;
    });
    await until(() => isLocked);

    let next = '';
    try {
      const wantedIds = new Set([before.id, series.id, after.id]);
      const lists = await Promise.all(Array.from({ length: 6 }, () => idsOf('upcoming=true')));
      for (const ids of lists)
        expect(ids.filter((id) => wantedIds.has(id))).toEqual([before.id, series.id, after.id]);
      next = (await seenBy(member, series)).date;
      expect(next).toBe(series.date);
      expect(await stored()).not.toBe(next);
    } finally {
      release();
      await holding;
    }
    await until(async () => {
      await idsOf('upcoming=true');
      return (await stored()) === next;
    }, 'the next date was not stored');
  });

  it('is past if it has no further occurrence, and then does not break the list', async () => {
    const series = await add({ date: inMinutes(-5 * day), isRecurring: true });
    await app.database.asSuperuser(
      `update church_event set date = series_start, recurrence =
        'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'
        where id = '${series.id}'`,
    );
    expect(await idsOf('upcoming=false')).toContain(series.id);
    expect(await seenBy(member, series)).toMatchObject({ isPast: true });
  });

  const from = '2126-01-01T00:00:00Z';
  const to = '2127-06-01T00:00:00Z';
  it.each([
    ['a local time, as the form writes it', 'UNTIL=21260620T235959', 8],
    ['a calendar date', 'UNTIL=21260620', 8],
    ['a time in UTC', 'UNTIL=21260621T035959Z', 8],
    ['a local time before the occurrence of that day', 'UNTIL=21260620T175959', 7],
    ['a local time at the occurrence of that day', 'UNTIL=21260620T180000', 8],
    ['a count', 'COUNT=8', 8],
  ])('has the same end in the API and in a calendar: %s', async (_what, end, count) => {
    const series = await add({
      date: '2126-05-02T18:00:00',
      recurrence: `FREQ=WEEKLY;BYDAY=TH;${end};WKST=SU`,
      durationMinutes: 2 * day,
    });
    expect(series.recurrence).toContain('WKST=SU');
    const file = (await member.get(`/api/events/${series.id}.ics`)).text;
    const read = occurrencesIn(file, from, to);
    expect(read).toHaveLength(count);
    expect(read[0]).toEqual({
      start: new Date(series.startsAt).toISOString(),
      end: new Date(series.endsAt).toISOString(),
    });
  });

  it.each(['UNTIL=21260230', 'UNTIL=21261301T000000'])(
    'is refused with an explanation if its end does not exist: %s',
    async (end) => {
      const { status, body } = await secretary.post<{ message: string }>('/api/events', {
        title: 'Choir practice',
        description: 'Sopranos are welcome.',
        location: 'The ballroom',
        date: '2126-05-02T18:00:00',
        recurrence: `FREQ=WEEKLY;${end}`,
      });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: 'The date on which this series ends does not exist.',
      });
    },
  );

  it('may have as many occurrences as the form allows', async () => {
    const series = await add({
      date: inMinutes(-3_000 * day),
      recurrence: 'FREQ=DAILY;COUNT=9999',
    });
    expect((await seenBy(member, series)).date > inMinutes(-60)).toBe(true);
  });
});

describe('a regular service', () => {
  it('is the next event until it ends', async () => {
    const admin = app.as('admin@grace.test');
    const begun = inMinutes(-10);
    const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(`${begun}Z`).getUTCDay()]!;
    const service = {
      title: 'Evensong',
      recurrence: `FREQ=WEEKLY;BYDAY=${weekday};UNTIL=21261231T235959`,
      time: begun.slice(11, 16),
      durationMinutes: 60,
      place: '',
      link: '',
    };
    const { status } = await admin.post('/api/settings', {
      key: 'services',
      value: JSON.stringify([service]),
    });
    expect(status).toBe(200);
    const { body } = await member.get<Settings>('/api/settings');
    const [listedService] = body.services;
    expect(localNow(churchZone, new Date(listedService!.nextStartsAt!))).toBe(
      `${begun.slice(0, 16)}:00`,
    );
  });
});
