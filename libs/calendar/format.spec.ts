import { describe, expect, it } from '@jest/globals';
import { formatLong, formatShort, formatTime, shortMonthName, weekdayName } from './index.js';

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const dayMs = 86_400_000;
/** All days of the years 2023 to 2026, and one day of each other year from 1900 to 2999. */
const days = [
  ...Array.from({ length: 4 * 366 }, (_, index) => Date.UTC(2023, 0, 1) + index * dayMs),
  ...Array.from({ length: 1100 }, (_, index) => Date.UTC(1900 + index, index % 12, 28)),
];

describe('the formats of dates and times', () => {
  it.each([
    ['formatShort', formatShort, utc({ dateStyle: 'medium' })],
    ['formatLong', formatLong, utc({ dateStyle: 'long' })],
    ['weekdayName', weekdayName, utc({ weekday: 'long' })],
  ])('%s writes each day as Intl does', (_, format, intl) => {
    for (const day of days)
      expect(format(new Date(day).toISOString().slice(0, 10))).toBe(intl.format(day));
  });

  it('writes each month as Intl does', () => {
    const intl = utc({ month: 'short' });
    for (let month = 1; month <= 12; month++)
      expect(shortMonthName(month)).toBe(intl.format(Date.UTC(2026, month - 1, 1)));
  });

  it('writes each minute of a day as Intl does, with a normal space', () => {
    const intl = utc({ hour: 'numeric', minute: '2-digit' });
    for (let minute = 0; minute < 1440; minute++)
      expect(formatTime(Math.floor(minute / 60), minute % 60)).toBe(
        intl.format(minute * 60_000).replace('\u202F', ' '),
      );
  });

  it.each([0, 13, Number.NaN])('refuses the month %d', (month) => {
    expect(() => shortMonthName(month)).toThrow(RangeError);
  });

  it.each([
    [24, 0],
    [-1, 0],
    [0, 60],
    [Number.NaN, 0],
    [0, Number.NaN],
  ])('refuses the time %d:%d', (hours, minutes) => {
    expect(() => formatTime(hours, minutes)).toThrow(RangeError);
  });
});
