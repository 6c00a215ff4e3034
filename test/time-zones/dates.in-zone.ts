import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Announcement,
  Donation,
  DonationChange,
  Event,
  Fundraiser,
  GivingByMonth,
  Ledger,
  OwnDonation,
} from '#libs/contracts';
import { formatLong, formatShort, instantAt } from '#libs/calendar';
import {
  give,
  giveAsGuest,
  startApp,
  type Client,
  type TestApp,
  type TestPerson,
} from '../support/app.js';
import { endOfJune, zones } from './zones.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('the process and the database use the time zone of the environment', async () => {
  const named = new Intl.DateTimeFormat('en', { timeZone: process.env.TZ }).resolvedOptions()
    .timeZone; // Kolkata also has the older name Calcutta.
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(named);
  const [row] = await app.database.asSuperuser<{ zone: string }>(
    `select current_setting('timezone') as zone`,
  );
  expect(row!.zone).toBe(process.env.TZ);
});

it('a formatted date does not depend on the time zone', () => {
  expect(formatLong('2024-12-31')).toBe('December 31, 2024');
  expect(formatShort('2024-12-31')).toContain('31');
});

describe.each(zones)('a church in %s', (zone) => {
  let church: string;
  let admin: Client;
  let member: TestPerson;
  beforeAll(async () => {
    const slug = zone.toLowerCase().replace(/[\W_]/g, '-');
    church = await app.church(slug, { timeZone: zone });
    await app.person(church, { email: `admin@${slug}.test`, role: 'admin' });
    member = await app.person(church, {
      email: `member@${slug}.test`,
      firstName: 'Hannah',
      lastName: 'Brooks',
    });
    admin = app.as(`admin@${slug}.test`);
  });

  it('counts a donation of December 31 in its year in all lists, totals and exports', async () => {
    const dates = [
      '2024-12-31',
      '2024-12-31T12:00:00.000Z',
      '2024-12-31T23:59:59-11:00',
      '2024-12-31T00:00:00+14:00',
      '2025-01-01',
      '2025-01-01T00:00:00Z',
    ];
    for (const date of dates)
      expect((await give(admin, member.id, { date, amount: '1.00' })).date).toBe(date.slice(0, 10));
    const guest = await giveAsGuest(admin, 'Some Guest', { date: '2024-12-31', amount: '1.00' });
    const list = async (query: string) =>
      (await admin.get<Donation[]>(`/api/admin/donations?${query}`)).body.map(({ date }) => date);
    expect(await list('year=2024')).toEqual(Array(5).fill('2024-12-31'));
    expect(await list('year=2025')).toEqual(Array(2).fill('2025-01-01'));
    const { body: ledger } = await admin.get<Ledger>(
      `/api/admin/church-ledger?search=hannah&sort=year`,
    );
    expect(ledger.rows.map(({ year, total, count }) => ({ year, total, count }))).toEqual([
      { year: 2024, total: '4.00', count: 4 },
      { year: 2025, total: '2.00', count: 2 },
    ]);
    expect(
      (await admin.get<Donation[]>(`/api/admin/church-ledger/${member.id}/2024`)).body,
    ).toHaveLength(4);
    const months = (await admin.get<GivingByMonth>('/api/admin/giving-by-month?year=2024')).body
      .months;
    expect([months[0], months[11]]).toEqual(['0.00', '5.00']);
    expect((await admin.get('/api/admin/church-ledger.csv?year=2024')).text).toContain(
      'Hannah Brooks,Member,2024,4.00,4\r\n',
    );
    const memberClient = app.as(member.email);
    expect(
      (await memberClient.get<OwnDonation[]>('/api/donations?year=2024')).body.map(
        ({ date }) => date,
      ),
    ).toEqual(Array(4).fill('2024-12-31'));
    expect((await memberClient.get('/api/user/donations.csv?year=2024')).text).toContain(
      '\r\nTotal 4.00,,,,\r\n',
    );
    expect(
      (await memberClient.get('/api/user/donations.csv')).text
        .split('\r\n')
        .filter((line) => line.startsWith('2024-12-31')),
    ).toHaveLength(4);
    expect(
      (await admin.get<DonationChange[]>(`/api/admin/donations/${guest.id}/history`)).body[0]!
        .after!.date,
    ).toBe('2024-12-31');
    const { body: moved } = await admin.patch<Donation>(`/api/admin/donations/${guest.id}`, {
      date: '2025-01-01',
    });
    expect(moved.date).toBe('2025-01-01');
    expect(await list('year=2025')).toHaveLength(3);
  });

  it('accepts a leap day, and lists all dates page by page', async () => {
    expect((await give(admin, member.id, { date: '2020-02-29' })).date).toBe('2020-02-29');
    const listedDates: string[] = [];
    for (
      let nextPath: string | undefined = '/api/admin/donations?limit=1&sort=date&search=hannah';
      nextPath;
    ) {
      const answer: { body: Donation[]; headers: Headers } = await admin.get<Donation[]>(nextPath);
      listedDates.push(...answer.body.map(({ date }) => date));
      nextPath = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(listedDates).toEqual([
      '2020-02-29',
      ...Array<string>(4).fill('2024-12-31'),
      ...Array<string>(2).fill('2025-01-01'),
    ]);
  });

  it('uses its own present day for a gift and a fundraiser without a date', async () => {
    const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    const before = today();
    const gift = await give(admin, member.id, { date: undefined });
    const { body: fundraiser } = await admin.post<Fundraiser>('/api/fundraisers', {
      title: 'Roof',
      description: 'A dry house',
      goal: 1,
      endDate: '2999-12-31',
    });
    expect([before, today()]).toContain(gift.date);
    expect([before, today()]).toContain(fundraiser.startDate);
    expect(fundraiser.endDate).toBe('2999-12-31');
    const [, asOf] = /as of (\d{4}-\d\d-\d\d)/.exec(
      (await admin.get('/api/admin/church-ledger.csv')).text,
    )!;
    expect([before, today()]).toContain(asOf);
  });

  it('shows the ledger as of a day until its own midnight', async () => {
    const end = new Date(endOfJune[zone]);
    const person = await app.person(church, {
      email: `asof@${zone.toLowerCase().replace(/[\W_]/g, '-')}.test`,
      firstName: 'Ada',
      lastName: 'Byron',
    });
    const moments = [
      end.getTime() - 1,
      end.getTime(),
      end.getTime() + 86_399_999,
      end.getTime() + 86_400_000,
    ];
    await app.database.asSuperuser('alter table journal disable trigger journal_append_only');
    // No other journal entry of this church may be between these moments.
    await app.database.asSuperuser(
      `update journal set recorded_at = '2000-01-01Z' where organization_id = $1`,
      [church],
    );
    for (const [n, moment] of moments.entries()) {
      const gift = await give(admin, person.id, { amount: `${n + 1}.00`, date: '2025-01-01' });
      const { journal } = (
        await admin.get<DonationChange[]>(`/api/admin/donations/${gift.id}/history`)
      ).body[0]!;
      await app.database.asSuperuser(
        'update journal set recorded_at = $3 where organization_id = $1 and number = $2',
        [church, journal, new Date(moment).toISOString()],
      );
    }
    await app.database.asSuperuser('alter table journal enable trigger journal_append_only');
    const total = async (asOf: string) =>
      (await admin.get<Ledger>(`/api/admin/church-ledger?search=ada&asOf=${asOf}`)).body.totals
        .amount;
    expect(await total('2025-06-29')).toBe('0.00');
    expect(await total('2025-06-30')).toBe('1.00');
    expect(await total('2025-07-01')).toBe('6.00');
    expect(await total('2025-07-02')).toBe('10.00');
  });

  it('keeps the hour of an event, and shows an announcement on its last day', async () => {
    const add = async (more: object) =>
      (
        await admin.post<Event>('/api/events', {
          title: 'Choir',
          description: 'Sopranos are welcome.',
          location: 'The hall',
          date: '2126-12-31T23:30:00',
          ...more,
        })
      ).body;
    const single = await add({});
    expect(single.date).toBe('2126-12-31T23:30:00');
    expect(new Date(single.startsAt).getTime()).toBe(
      instantAt('2126-12-31T23:30:00', zone).getTime(),
    );
    expect((await admin.get<Event>(`/api/events/${single.id}`)).body).toEqual(single);
    const sundays = await add({
      date: '2126-02-24T11:00:00',
      recurrence: 'FREQ=MONTHLY;BYDAY=1SU,3SU',
    });
    expect(sundays.date).toBe('2126-03-03T11:00:00');
    expect((await admin.get(`/api/events/${sundays.id}.ics`)).text).toContain('21260303T110000');
    const { body: notice } = await admin.post<Announcement>('/api/announcements', {
      title: 'Parking',
      content: 'The lot is closed.',
      expiresAt: '2125-06-30',
    });
    expect(notice.expiresAt).toBe(endOfJune[zone].replace('2025', '2125'));
  });
});
