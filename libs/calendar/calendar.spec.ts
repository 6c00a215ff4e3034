import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import {
  daysBetween,
  endOfDay,
  formatLong,
  formatShort,
  isCalendarDate,
  isTimeZone,
  parseDate,
  todayIn,
  yearOf,
} from './index.js';

const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
];
const day = 86_400_000;
const first = Date.UTC(1900, 0, 1);
const isoDay = (days: number) => new Date(first + days * day).toISOString().slice(0, 10);
const lastDay = (Date.UTC(2999, 11, 31) - first) / day;
const dates = fc.integer({ min: 0, max: lastDay }).map(isoDay);
const recentDates = fc
  .integer({ min: (Date.UTC(1990, 0, 1) - first) / day, max: (Date.UTC(2040, 0, 1) - first) / day })
  .map(isoDay);

describe('calendar dates', () => {
  test.each(['2025-02-28', '2024-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])(
    'include %s',
    (text) => expect(isCalendarDate(text)).toBe(true),
  );
  test.each([
    '2025-02-29',
    '2025-02-30',
    '1900-02-29',
    '2100-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '1899-12-31',
    '3000-01-01',
    '2025-1-1',
    '2025-01-01T00:00',
    ' 2025-01-01',
    '2025-01-01\n',
    '20250101',
    '',
    '٢٠٢٥-01-01',
  ])('do not include %j', (text) => expect(isCalendarDate(text)).toBe(false));

  it('are exactly the days that `Date` accepts, from 1900 to 2999', () => {
    for (let days = 0; days <= lastDay; days++)
      if (!isCalendarDate(isoDay(days))) throw new Error(isoDay(days));
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2999 }),
        fc.nat(99),
        fc.nat(99),
        (year, month, dayOfMonth) => {
          const two = (part: number) => String(part).padStart(2, '0');
          const text = `${year}-${two(month)}-${two(dayOfMonth)}`;
          const instant = new Date(`${text}T00:00:00Z`);
          expect(isCalendarDate(text)).toBe(
            !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text),
          );
        },
      ),
    );
  });

  it('have a year, a distance and English names', () => {
    expect(yearOf('2025-12-31')).toBe(2025);
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-03-01', '2025-02-28')).toBe(-1);
    expect(formatShort('2025-03-02')).toBe('Mar 2, 2025');
    expect(formatLong('2025-03-02')).toBe('March 2, 2025');
    expect(formatLong('1900-01-01')).toBe('January 1, 1900');
    for (const broken of [
      () => yearOf('2025'),
      () => daysBetween('2025-02-30', '2025-03-01'),
      () => formatShort(''),
      () => endOfDay('x', 'UTC'),
    ])
      expect(broken).toThrow(RangeError);
    fc.assert(
      fc.property(dates, dates, (from, to) =>
        expect(daysBetween(from, to)).toBe(-daysBetween(to, from) + 0),
      ),
    );
  });
});

describe('days in a time zone', () => {
  test.each([
    ['UTC', '2025-12-31', '2026-01-01T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2025-12-31', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2025-12-31', '2026-01-01T11:00:00.000Z'],
    ['Asia/Kolkata', '2025-12-31', '2025-12-31T18:30:00.000Z'],
    ['America/New_York', '2025-12-31', '2026-01-01T05:00:00.000Z'],
    ['America/New_York', '2025-03-09', '2025-03-10T04:00:00.000Z'], // The day has 23 hours.
    ['America/New_York', '2025-11-02', '2025-11-03T05:00:00.000Z'], // The day has 25 hours.
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00.000Z'], // The clocks skip midnight.
    // The clocks went back at 00:01.
    ['America/St_Johns', '2008-11-01', '2008-11-02T03:30:00.000Z'],
    ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'], // December 30 was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('have an end: in %s the day %s ends at %s', (zone, date, instant) =>
    expect(endOfDay(date, zone).toISOString()).toBe(instant),
  );

  it('include the current day of each zone', () => {
    const now = new Date('2025-12-31T10:30:00.000Z');
    expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-01-01');
    expect(todayIn('Pacific/Pago_Pago', now)).toBe('2025-12-30');
    expect(todayIn('UTC', now)).toBe('2025-12-31');
    expect(() => todayIn('Mars/Olympus', now)).toThrow(RangeError);
  });

  it('end when the next day begins', () => {
    fc.assert(
      fc.property(recentDates, fc.constantFrom(...zones), (date, zone) => {
        const end = endOfDay(date, zone);
        // Kiritimati skipped December 31, 1994 (in some versions of the zone data, January 1,
        // 1995).
        if (zone === 'Pacific/Kiritimati' && /^199[45]-/.test(date)) return;
        expect(todayIn(zone, new Date(end.getTime() - 1))).toBe(date);
        expect(todayIn(zone, end)).toBe(isoDay(daysBetween('1900-01-01', date) + 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('need the name of a time zone, not an offset', () => {
    for (const zone of zones) expect(isTimeZone(zone)).toBe(true);
    for (const name of ['', 'Mars/Olympus', '+05:30', '-08:00', 'New York', ' UTC', '../etc'])
      expect(isTimeZone(name)).toBe(false);
  });
});

describe('the reader of dates', () => {
  test.each([
    ['2025-03-02', 'ymd', '2025-03-02'],
    ['2025/3/2', 'ymd', '2025-03-02'],
    ['2025.03.02', 'ymd', '2025-03-02'],
    ['20250302', 'ymd', '2025-03-02'],
    ['2026-05-01', 'dmyConverted', '2026-01-05'],
    ['2026-05-13', 'dmyConverted', '2026-05-13'],
    ['19/01/2026', 'dmyConverted', '2026-01-19'],
    ['2026-05-01', 'mdyConverted', '2026-01-05'],
    ['01/19/2026', 'mdyConverted', '2026-01-19'],
    ['2025-03-02T23:59:59-05:00', 'ymd', '2025-03-02'],
    ['2025-12-31T23:30:00.000Z', 'ymd', '2025-12-31'],
    ['2025-03-02 14:05:00', 'ymd', '2025-03-02'],
    ['03/02/2025', 'mdy', '2025-03-02'],
    ['3/2/25', 'mdy', '2025-03-02'],
    ['3-2-2025', 'mdy', '2025-03-02'],
    ['3/2/2025 2:05 PM', 'mdy', '2025-03-02'],
    ['3/2/2025, 2:05:09 PM EST', 'mdy', '2025-03-02'],
    ['02/03/2025', 'dmy', '2025-03-02'],
    ['2.3.2025', 'dmy', '2025-03-02'],
    ['2. 3. 2025', 'dmy', '2025-03-02'],
    ['Mar 2, 2025', 'mdy', '2025-03-02'],
    ['March 2, 2025', 'dmy', '2025-03-02'],
    ['2 March 2025', 'dmy', '2025-03-02'],
    ['2 March 2025', 'mdy', '2025-03-02'],
    ['02-Mar-25', 'dmy', '2025-03-02'],
    ['Sept. 5, 2025', 'mdy', '2025-09-05'],
    ['March 2nd, 2025', 'mdy', '2025-03-02'],
    ['MAY 1 2025', 'mdy', '2025-05-01'],
    [' 03/02/2025 ', 'mdy', '2025-03-02'],
  ] as const)('reads %j as %s: %s', (text, style, date) =>
    expect(parseDate(text, style)).toBe(date),
  );

  test.each([
    ['2025-02-30', 'ymd'],
    ['25-03-02', 'ymd'],
    ['2025-03/02', 'ymd'],
    ['202503', 'ymd'],
    ['2025-03-02x', 'ymd'],
    ['2025-03-02Tnoon', 'ymd'],
    ['03/02/2025', 'ymd'],
    ['13/02/2025', 'mdy'],
    ['02/13/2025', 'dmy'],
    ['2025-03-02', 'mdy'],
    ['03/02/025', 'mdy'],
    ['3/2', 'mdy'],
    ['02/30/2025', 'mdy'],
    ['29.02.2025', 'dmy'],
    ['Foo 2, 2025', 'mdy'],
    ['March 2025', 'mdy'],
    ['', 'mdy'],
    ['0/1/2025', 'mdy'],
    ['45718', 'ymd'],
    ['1/1/1850', 'mdy'],
    ['3/2/2025 '.padEnd(100_000), 'mdy'],
  ] as const)('refuses %j as %s', (text, style) => expect(parseDate(text, style)).toBeNull());

  it('returns every date that was written in any style', () => {
    const write = {
      ymd: (y: string, m: string, d: string) => [y, m, d],
      mdy: (y: string, m: string, d: string) => [m, d, y],
      dmy: (y: string, m: string, d: string) => [d, m, y],
    };
    fc.assert(
      fc.property(
        dates,
        fc.constantFrom('ymd' as const, 'mdy' as const, 'dmy' as const),
        fc.constantFrom('/', '-', '.'),
        fc.boolean(),
        (date, style, separator, short) => {
          const [y, m, d] = date.split('-') as [string, string, string];
          const trim = (part: string) => (short ? String(Number(part)) : part);
          expect(parseDate(write[style](y, trim(m), trim(d)).join(separator), style)).toBe(date);
          expect(parseDate(formatShort(date), 'mdy')).toBe(date);
          expect(parseDate(formatLong(date), 'dmy')).toBe(date);
        },
      ),
    );
  });

  it('returns an existing date or null for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789/-.: TZMarch,')) }),
        fc.constantFrom('ymd' as const, 'mdy' as const, 'dmy' as const),
        (text, style) => {
          const date = parseDate(text, style);
          expect(date === null || isCalendarDate(date)).toBe(true);
        },
      ),
    );
  });
});
