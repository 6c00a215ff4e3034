import { describe, expect, it } from '@jest/globals';
import type { Settings } from '#libs/contracts';
import { churchToday } from './church.js';

/** Settings of a church that is 14 hours ahead, with the date that the server gave. */
const settings = {
  timeZone: 'Pacific/Kiritimati',
  today: { date: '2026-12-01', endsAt: '2026-12-01T10:00:00.000Z' },
} as Settings;

describe('churchToday', () => {
  it('is the date of the server until that date ends', () => {
    expect(churchToday(settings, new Date('2026-11-30T10:00:00Z'))).toBe('2026-12-01');
    expect(churchToday(settings, new Date('2026-12-01T09:59:59Z'))).toBe('2026-12-01');
  });

  it('is the next date in the zone of the church afterwards', () => {
    expect(churchToday(settings, new Date('2026-12-01T10:00:00Z'))).toBe('2026-12-02');
  });

  it('is the date in New York without settings', () => {
    expect(churchToday(undefined, new Date('2026-12-01T04:59:59Z'))).toBe('2026-11-30');
    expect(churchToday(undefined, new Date('2026-12-01T05:00:00Z'))).toBe('2026-12-01');
  });

  it('is the date of the server when the clock of the browser is years behind', () => {
    expect(churchToday(settings, new Date('2001-01-01T00:00:00Z'))).toBe('2026-12-01');
  });
});
