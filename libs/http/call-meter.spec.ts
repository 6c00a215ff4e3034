import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CallMeter } from './call-meter.js';

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
