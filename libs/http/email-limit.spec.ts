import { describe, expect, it } from '@jest/globals';
import { secondsUntilNextEmail } from './email-limit.js';

/** Emails of another network with these ages in seconds, the newest first. */
const emailsAged = (...ages: number[]) => ages.map((age) => ({ age, isSameNetwork: false }));
const ofSameNetwork = (...ages: number[]) => ages.map((age) => ({ age, isSameNetwork: true }));

describe('the wait for another email to an address', () => {
  it.each([
    ['no email', [], 0],
    ['four emails of the last hour', ofSameNetwork(1, 2, 3, 4), 0],
    ['five emails of the last hour', ofSameNetwork(10, 20, 30, 40, 600), 3_000],
    ['a fifth email that is an hour old', ofSameNetwork(10, 20, 30, 40, 3_600), 0],
    ['five emails, all of another network', emailsAged(10, 20, 30, 40, 600), 0],
    [
      'seven emails of the hour, because other networks were new',
      [...ofSameNetwork(10), ...emailsAged(20, 30, 40, 50, 600, 3_000)],
      3_550,
    ],
  ])('after %s', (_what, emails, seconds) => {
    expect(secondsUntilNextEmail(emails)).toBe(seconds);
  });

  it('lasts until a day has fewer than twenty, also for a new network', () => {
    const ages = Array.from({ length: 20 }, (_, index) => 4_000 + index * 1_000);
    expect(secondsUntilNextEmail(emailsAged(...ages))).toBe(86_400 - 23_000);
    expect(secondsUntilNextEmail(ofSameNetwork(...ages))).toBe(86_400 - 23_000);
    expect(secondsUntilNextEmail(ofSameNetwork(...ages.slice(0, 19)))).toBe(0);
  });
});
