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

  it('divides the work among the calls that are handled at the same time', async () => {
    const meter = new CallMeter();
    const ends = Array.from({ length: 4 }, () => meter.begin());
    await work(200);
    const costs = ends.map((end) => end());
    const endAlone = meter.begin();
    await work(200);
    const costAlone = endAlone();
    for (const cost of costs) expect(costAlone).toBeGreaterThan(2 * cost);
  });

  it('charges a call nothing for work before it', async () => {
    const meter = new CallMeter();
    const endFirst = meter.begin();
    await work(200);
    const endSecond = meter.begin();
    expect(endFirst()).toBeGreaterThan(10 * endSecond());
  });
});

/** Keeps the main thread busy. */
async function work(milliseconds: number): Promise<void> {
  await sleep(0);
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  await sleep(0);
}
