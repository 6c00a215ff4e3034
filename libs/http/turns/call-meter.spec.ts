import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CallMeter } from './call-meter.js';

/** Creates a meter of a simulated thread, which works only if the test calls `work`. */
function meterOf() {
  let worked = 0;
  const work = (milliseconds: number) => void (worked += milliseconds);
  return { meter: new CallMeter(() => worked), work };
}

describe('CallMeter', () => {
  it('counts the work of the main thread', async () => {
    const end = new CallMeter().begin();
    await sleep(0);
    const until = performance.now() + 200;
    while (performance.now() < until);
    await sleep(0);
    expect(end()).toBeGreaterThanOrEqual(200);
  });

  it('does not count the time in which the thread waits', async () => {
    const before = performance.eventLoopUtilization();
    const used = () => performance.eventLoopUtilization(before);
    const end = new CallMeter().begin();
    // On a busy machine the timer may fire so late that the thread has never waited.
    do await sleep(100);
    while (used().idle === 0);
    const counted = end();
    expect(counted).toBeLessThanOrEqual(used().active);
  });

  it('divides the work among the calls that are handled at the same time', () => {
    const { meter, work } = meterOf();
    const endFirst = meter.begin();
    work(100);
    const endSecond = meter.begin();
    work(60);
    expect(endFirst()).toBe(100 + 30);
    work(20);
    expect(endSecond()).toBe(30 + 20);
  });

  it('does not count the work before the beginning of a call', () => {
    const { meter, work } = meterOf();
    work(50);
    const endFirst = meter.begin();
    work(200);
    const endSecond = meter.begin();
    expect(endSecond()).toBe(0);
    expect(endFirst()).toBe(200);
  });
});
