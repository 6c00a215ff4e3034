import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, resultOf, TooMuchWork, WorkerFunctions, WorkerSession } from './index.js';
import type * as Hostile from './samples/hostile-worker.js';

const module = new URL('../../dist/libs/workers/samples/hostile-worker.js', import.meta.url);

const withLimits = (seconds: number, heapMegabytes = 64) =>
  new WorkerFunctions<typeof Hostile>(module, { seconds, heapMegabytes });

describe('functions in worker threads', () => {
  it('are stopped after their time limit, and do not block the main thread', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 20);
    await expect(withLimits(1).call('runForever', null)).rejects.toThrow(TooMuchWork);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });

  it('are stopped if they use too much memory', async () => {
    await expect(withLimits(60).call('fillMemory', null)).rejects.toThrow(TooMuchWork);
  });

  it('can be called again after one was stopped for using too much memory', async () => {
    const functions = withLimits(10, 64);
    await expect(functions.call('fillMemory', null)).rejects.toThrow(TooMuchWork);
    expect(await functions.call('countCalls', null)).toBe(1);
  });

  it('can refuse a call with a message for the user', async () => {
    const answer = await withLimits(30).call('refuse', 'This is no picture.');
    expect(() => resultOf(answer)).toThrow(Refusal);
    expect(() => resultOf(answer)).toThrow('This is no picture.');
  });

  it('fail with the error that they throw', async () => {
    const failing = withLimits(30).call('fail', 'a defect');
    await expect(failing).rejects.toThrow('a defect');
    await expect(failing).rejects.not.toBeInstanceOf(Refusal);
  });
});

describe('a session of a worker thread', () => {
  const limits = { seconds: 3, heapMegabytes: 64 };

  it('keeps the state of the module between calls, without sharing it', async () => {
    const [first, second] = [0, 1].map(() => new WorkerSession<typeof Hostile>(module, limits));
    await first!.call('countCalls', null);
    expect(await first!.call('countCalls', null)).toBe(2);
    expect(await second!.call('countCalls', null)).toBe(1);
    await Promise.all([first!.close(), second!.close()]);
  });

  it('has a limit for the time of all its calls together', async () => {
    const session = new WorkerSession<typeof Hostile>(module, { ...limits, seconds: 2 });
    const waitForever = async () => {
      for (;;) await session.call('wait', 100);
    };
    await expect(waitForever()).rejects.toThrow(TooMuchWork);
    await session.close();
  });

  it('does not count the time between its calls', async () => {
    const session = new WorkerSession<typeof Hostile>(module, { ...limits, seconds: 2 });
    await session.call('countCalls', null);
    await sleep(2_100);
    expect(await session.call('countCalls', null)).toBe(2);
    await session.close();
  });

  it('refuses further calls after its thread ran out of memory between two calls', async () => {
    const session = new WorkerSession<typeof Hostile>(module, { seconds: 60, heapMegabytes: 64 });
    await session.call('fillMemorySoon', null);
    const call = async () => {
      for (;;) await session.call('wait', 50);
    };
    await expect(call()).rejects.toThrow(TooMuchWork);
    await session.close();
  });
});
