import { describe, expect, it } from '@jest/globals';
import { instantAt, localNow, withOffset } from './zone.js';

const newYork = 'America/New_York';

describe('a local time', () => {
  it.each([
    ['2026-11-22T18:00:00', '2026-11-22T23:00:00.000Z', '-05:00'],
    ['2026-07-04T18:00:00', '2026-07-04T22:00:00.000Z', '-04:00'],
    ['2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z', '-04:00'],
    ['2026-12-31T23:59:00', '2027-01-01T04:59:00.000Z', '-05:00'],
  ])('%s in New York is the instant %s', (local, instant, offset) => {
    expect(instantAt(local, newYork).toISOString()).toBe(instant);
    expect(withOffset(instantAt(local, newYork), newYork)).toBe(`${local}${offset}`);
    expect(localNow(newYork, new Date(instant))).toBe(local);
  });

  it('that the clocks skip has the offset before the change', () => {
    expect(withOffset(instantAt('2026-03-08T02:30:00', newYork), newYork)).toBe(
      '2026-03-08T03:30:00-04:00',
    );
  });

  it.each([
    ['Asia/Kolkata', '+05:30'],
    ['Pacific/Kiritimati', '+14:00'],
    ['Pacific/Pago_Pago', '-11:00'],
    ['UTC', '+00:00'],
    ['America/St_Johns', '-03:30'],
  ])('in %s has the offset %s', (zone, offset) => {
    expect(withOffset(instantAt('2026-01-05T09:00:00', zone), zone)).toBe(
      `2026-01-05T09:00:00${offset}`,
    );
  });
});
