import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CallBudget, CallMeter } from './call-budget.js';

describe('the budget of a person’s calls', () => {
  const budget = () => new CallBudget({ burst: 500, share: 0.25 });

  it('lets a burst of calls run without a pause', () => {
    const calls = budget();
    const pauses = Array.from({ length: 10 }, () => calls.charge('ann', 50, 0));
    expect(pauses).toEqual(Array.from({ length: 10 }, () => 0));
  });

  it('pauses until what was used too much has grown back', () => {
    const calls = budget();
    expect(calls.charge('ann', 510, 0)).toBe(40);
    expect(calls.charge('ann', 0, 40)).toBe(0);
  });

  it('lets a person use no more than the share over time', () => {
    const calls = budget();
    let [now, used] = [0, 0];
    while (now < 60_000) {
      used += 11;
      now += 11 + calls.charge('ann', 11, now);
    }
    expect(used).toBeGreaterThan(0.24 * now);
    expect(used).toBeLessThan(0.27 * now);
  });

  it('grows back to the burst and not beyond it', () => {
    const calls = budget();
    calls.charge('ann', 500, 0);
    expect(calls.charge('ann', 600, 1_000_000)).toBe(400);
  });

  it('is separate for each person, and begins anew for a person who was forgotten', () => {
    const calls = budget();
    expect(calls.charge('ann', 900, 0)).toBe(1_600);
    expect(calls.charge('bo', 100, 0)).toBe(0);
    calls.forget('ann');
    expect(calls.charge('ann', 100, 0)).toBe(0);
  });
});

describe('the meter of a call', () => {
  it('counts the time in which the thread works, and not the time in which it waits', async () => {
    const meter = new CallMeter();
    const endWaiting = meter.begin();
    await sleep(300);
    const waiting = endWaiting();
    const endWorking = meter.begin();
    const until = performance.now() + 200;
    await sleep(0);
    while (performance.now() < until);
    await sleep(0);
    expect(endWorking()).toBeGreaterThan(4 * waiting);
  });

  it('divides the time among the calls that are handled at the same time', async () => {
    const meter = new CallMeter();
    const ends = Array.from({ length: 4 }, () => meter.begin());
    await sleep(0);
    const until = performance.now() + 200;
    while (performance.now() < until);
    await sleep(0);
    const cost = ends[0]!();
    expect(cost).toBeGreaterThan(40);
    expect(cost).toBeLessThan(100);
  });
});
