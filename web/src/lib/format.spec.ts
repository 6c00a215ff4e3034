import { describe, expect, it } from '@jest/globals';
import { formatCount, formatDay, formatMoment, formatRelative } from './format.js';

const now = Date.UTC(2026, 10, 30, 12);
const secondsFromNow = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe('the formats of the web client', () => {
  it('write whole numbers as Intl does', () => {
    const intl = new Intl.NumberFormat('en-US');
    for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1234])
      expect(formatCount(count)).toBe(intl.format(count));
  });

  it('write times of this time zone as Intl does, with a normal space', () => {
    const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
    for (let hours = 0; hours < 24 * 400; hours += 5) {
      const iso = secondsFromNow(hours * 3600);
      expect(formatMoment(iso)).toBe(moment.format(new Date(iso)).replace('\u202F', ' '));
      expect(formatDay(iso)).toBe(day.format(new Date(iso)));
    }
  });

  it.each([
    ['minute', 60, 59],
    ['hour', 3600, 23],
    ['day', 86_400, 6],
    ['week', 604_800, 4],
    ['month', 2_592_000, 12],
    ['year', 31_536_000, 1100],
  ] as const)('write times that are some %ss away as Intl does', (unit, seconds, max) => {
    const intl = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
    for (let units = 1; units <= max; units++)
      for (const sign of [-1, 1])
        expect(formatRelative(secondsFromNow(sign * units * seconds), now)).toBe(
          intl.format(sign * units, unit),
        );
  });

  it('write a time that is less than a minute away as "just now"', () => {
    expect(formatRelative(secondsFromNow(-59), now)).toBe('just now');
    expect(formatRelative(secondsFromNow(59), now)).toBe('just now');
  });

  it('refuse a text that is no time', () => {
    expect(() => formatMoment('soon')).toThrow(RangeError);
    expect(() => formatDay('soon')).toThrow(RangeError);
  });
});
