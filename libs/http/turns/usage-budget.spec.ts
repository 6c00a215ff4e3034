import { describe, expect, it } from '@jest/globals';
import { UsageBudget } from './usage-budget.js';

describe('UsageBudget', () => {
  const budget = () => new UsageBudget({ capacity: 500, perMillisecond: 0.25 });

  it('lets a user send several requests without a pause', () => {
    const calls = budget();
    const pauses = Array.from({ length: 10 }, () => calls.charge('ann', 50, 0));
    expect(pauses).toEqual(Array.from({ length: 10 }, () => 0));
  });

  it('pauses a user who has used it up, until it is no longer exceeded', () => {
    const calls = budget();
    expect(calls.charge('ann', 510, 0)).toBe(40);
    expect(calls.charge('ann', 0, 40)).toBe(0);
  });

  it('limits the average use of a user over time', () => {
    const calls = budget();
    let [now, used] = [0, 0];
    while (now < 60_000) {
      used += 11;
      now += 11 + calls.charge('ann', 11, now);
    }
    expect(used).toBeGreaterThan(0.24 * now);
    expect(used).toBeLessThan(0.27 * now);
  });

  it('never grows beyond its capacity', () => {
    const calls = budget();
    calls.charge('ann', 500, 0);
    expect(calls.charge('ann', 600, 1_000_000)).toBe(400);
  });

  it('is separate for each user, and full again after a reset', () => {
    const calls = budget();
    expect(calls.charge('ann', 900, 0)).toBe(1_600);
    expect(calls.charge('bo', 100, 0)).toBe(0);
    calls.reset('ann');
    expect(calls.charge('ann', 100, 0)).toBe(0);
  });
});
