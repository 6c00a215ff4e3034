import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import {
  dateSerial,
  convertDay,
  parseTime,
  serialDate,
  splitMoment,
  todayIn,
  findTimeZone,
} from './index.js';

describe('the day, time and zone of a text', () => {
  test.each([
    ['2023-10-07 16:12:36 EDT', '2023-10-07', '16:12:36', 'EDT'],
    ['2025-03-02T14:05:00-05:00', '2025-03-02', '14:05:00', '-05:00'],
    ['2025-12-31T23:30:00.000Z', '2025-12-31', '23:30:00', 'Z'],
    ['12/18/2025, 6:43 PM', '12/18/2025', '18:43:00', null],
    ['3/2/2025 12:05 a.m.', '3/2/2025', '00:05:00', null],
    ['Mar 2, 2025 2:05 PM EST', 'Mar 2, 2025', '14:05:00', 'EST'],
    ['2025-03-02 14:05:00 America/New_York', '2025-03-02', '14:05:00', 'America/New_York'],
    ['2025-03-02 14:05 GMT-05:00', '2025-03-02', '14:05:00', 'GMT-05:00'],
    ['2025-03-02 14:05 (PST)', '2025-03-02', '14:05:00', 'PST'],
    ['2025-03-02', '2025-03-02', null, null],
    ['20250302', '20250302', null, null],
    ['2025-03-02 25:00', '2025-03-02 25:00', null, null],
    ['2025-03-02 13:05 PM', '2025-03-02 13:05 PM', null, null],
    ['', '', null, null],
  ])('are separated: %j', (text, day, time, zone) =>
    expect(splitMoment(text)).toEqual({ day, time, zone }),
  );

  test.each([
    ['14:05:00', '14:05:00', null],
    ['6:43 PM', '18:43:00', null],
    ['23:30 PST', '23:30:00', 'PST'],
  ])('may lack the day: %j', (text, time, zone) => expect(parseTime(text)).toEqual({ time, zone }));
  test.each(['', 'noon', '24:00', '5', '6:43 XM PM'])('do not include a time: %j', (text) =>
    expect(parseTime(text)).toBeNull(),
  );

  it('are read in a short time even from hostile texts', () => {
    for (const text of [
      ' '.repeat(3_000_000),
      '1'.repeat(80),
      `2025-03-02${' '.repeat(60)}x`,
      'a/'.repeat(39),
    ])
      expect(splitMoment(text).time).toBeNull();
  });
});

describe('the time zone', () => {
  test.each([
    ['EST', '-05:00'],
    ['edt', '-04:00'],
    ['CST', '-06:00'],
    ['CDT', '-05:00'],
    ['MST', '-07:00'],
    ['MDT', '-06:00'],
    ['PST', '-08:00'],
    ['PDT', '-07:00'],
    ['AKST', '-09:00'],
    ['HST', '-10:00'],
    ['UTC', '+00:00'],
    ['Z', '+00:00'],
    ['GMT', '+00:00'],
    ['GMT-05:00', '-05:00'],
    ['UTC+5', '+05:00'],
    ['-0330', '-03:30'],
    [' America/Chicago ', 'America/Chicago'],
    ['PT', 'America/Los_Angeles'],
  ])('of the name %j is %s', (name, zone) => expect(findTimeZone(name)).toBe(zone));
  test.each(['IST', 'BST', 'XYZ', 'Local', '', 'America/Nowhere', '+99:00', '5', 'x'.repeat(1000)])(
    'of the name %j is unknown',
    (name) => expect(findTimeZone(name)).toBeNull(),
  );
});

describe('the day of a moment in the zone of the church', () => {
  const [newYork, chicago] = ['America/New_York', 'America/Chicago'];
  test.each([
    ['2026-01-01', '04:30:00', '+00:00', newYork, '2025-12-31'],
    ['2026-01-01', '05:00:00', '+00:00', newYork, '2026-01-01'],
    ['2026-01-01', '05:30:00', '+00:00', chicago, '2025-12-31'],
    ['2025-12-31', '23:30:00', '-08:00', newYork, '2026-01-01'],
    ['2025-12-31', '23:30:00', newYork, chicago, '2025-12-31'],
    ['2026-01-01', '00:30:00', newYork, chicago, '2025-12-31'],
    ['2025-07-04', '03:59:59', '+00:00', newYork, '2025-07-03'],
    ['2025-07-04', '04:00:00', '+00:00', newYork, '2025-07-04'],
    ['2025-12-31', '23:59:59', newYork, newYork, '2025-12-31'],
    ['2025-12-31', '10:00:00', '+00:00', 'Pacific/Kiritimati', '2026-01-01'],
  ])('is calculated: %s %s in %s is in %s on %s', (date, time, from, to, day) =>
    expect(convertDay(date, time, from, to)).toBe(day),
  );

  it('is the day that `Intl.DateTimeFormat` shows for any moment', () => {
    const moment = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom(
          newYork,
          chicago,
          'America/Phoenix',
          'Pacific/Honolulu',
          'Europe/London',
          'Australia/Lord_Howe',
          'Africa/Casablanca',
        ),
        (instant, zone) => {
          const [date, time] = instant.toISOString().split('T') as [string, string];
          const formatted = new Intl.DateTimeFormat('en-CA', {
            timeZone: zone,
            year: 'numeric',
            month: '2-digit',
            day: '2-digit',
          }).format(instant);
          expect(convertDay(date, time.slice(0, 8), '+00:00', zone)).toBe(formatted);
          expect(todayIn(zone, instant)).toBe(formatted);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the number of a day in a spreadsheet', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45718, '2025-03-02'],
    [0, null],
    [60, null],
    [-1, null],
    [1.5, null],
    [2958466, null],
  ])('%s means the date %s', (day, date) => expect(serialDate(day)).toBe(date));
  it.each(['1900-03-01', '2024-02-29', '2025-03-02', '2999-12-31'])(
    'is calculated by `dateSerial` as `serialDate` reads it: %s',
    (date) => expect(serialDate(dateSerial(date)!)).toBe(date),
  );
  it.each(['1900-02-28', '1899-12-31', '2025-02-29', 'Total'])('is null for %s', (date) =>
    expect(dateSerial(date)).toBeNull(),
  );
  it('may be counted from 1904', () => expect(serialDate(44256, true)).toBe('2025-03-02'));
});
