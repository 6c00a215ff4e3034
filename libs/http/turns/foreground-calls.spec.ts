import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  countForegroundCalls,
  ForegroundCalls,
  foregroundCalls,
  fullPace,
  inSteps,
} from './foreground-calls.js';

/** Requests a step of background work. `hasStarted` says whether it may run. */
function startStep(calls: ForegroundCalls) {
  const step = { hasStarted: false, started: Promise.resolve() };
  step.started = calls.nextStep({ small: 1, large: 1 }).then(() => {
    step.hasStarted = true;
  });
  return step;
}

/** Waits until everything has happened that does not wait for a timer. */
async function letTurnsPass(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

describe('a step of background work', () => {
  it('starts immediately while no call is being handled', async () => {
    const calls = new ForegroundCalls();
    calls.begin()();
    const step = startStep(calls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
  });

  it('waits until the last of the calls has been handled', async () => {
    const calls = new ForegroundCalls();
    const endFirst = calls.begin();
    const endSecond = calls.begin();
    const step = startStep(calls);
    await letTurnsPass();
    endFirst();
    await letTurnsPass();
    expect(step.hasStarted).toBe(false);
    endSecond();
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
  });

  it('starts after a while even if a call never ends', async () => {
    const calls = new ForegroundCalls();
    calls.begin();
    await startStep(calls).started;
  });

  it('no longer waits for a call that lasts longer than 200 ms', async () => {
    const calls = new ForegroundCalls();
    calls.begin();
    await sleep(250);
    const step = startStep(calls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
  });

  it('waits for the second call even if the end of the first one is reported twice', async () => {
    const calls = new ForegroundCalls();
    const endFirst = calls.begin();
    const endSecond = calls.begin();
    endFirst();
    endFirst();
    const step = startStep(calls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(false);
    endSecond();
    await step.started;
  });
});

describe('the calls of a server', () => {
  let server: FastifyInstance;
  /** Sends the response of the call that is being handled. */
  let answer: () => void;

  beforeEach(() => {
    server = Fastify();
    countForegroundCalls(server);
    const answered = new Promise<string>((resolve) => {
      answer = () => resolve('answered');
    });
    server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    server.get('/list', () => answered);
    server.post('/upload', () => answered);
    server.get('/failing', () => {
      throw new Error('the handler failed');
    });
  });

  afterEach(() => server.close());

  it('delay a step of background work until the response is ready', async () => {
    const call = server.inject('/list').then((response) => response.body);
    await letTurnsPass();
    const step = startStep(foregroundCalls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(false);
    answer();
    expect(await call).toBe('answered');
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
  });

  it('do not delay a step if they are uploads', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const call = server.inject({ method: 'POST', url: '/upload', headers, payload: '--x--' });
    const statusCode = call.then((response) => response.statusCode);
    await letTurnsPass();
    const step = startStep(foregroundCalls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
    answer();
    expect(await statusCode).toBe(200);
  });

  it('do not delay a step after they have failed', async () => {
    expect((await server.inject('/failing')).statusCode).toBe(500);
    const step = startStep(foregroundCalls);
    await letTurnsPass();
    expect(step.hasStarted).toBe(true);
  });
});

async function collect<Item>(steps: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const step of steps) collected.push(step);
  return collected;
}

describe('the size of a step of background work', () => {
  const sizes = { small: 2, large: 3 };
  const items = [1, 2, 3, 4, 5];

  it('is large if no request has arrived', async () => {
    expect(await collect(inSteps(items, sizes, new ForegroundCalls()))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('is small from the first call until two seconds after the last one', async () => {
    const calls = new ForegroundCalls();
    calls.begin()();
    expect(await collect(inSteps(items, sizes, calls))).toEqual([[1, 2], [3, 4], [5]]);
    await sleep(2_100);
    expect(await calls.nextStep(sizes)).toBe(3);
  });

  it('becomes small if a call arrives during the work', async () => {
    const calls = new ForegroundCalls();
    const steps = inSteps([...items, 6, 7], sizes, calls);
    expect((await steps.next()).value).toEqual([1, 2, 3]);
    calls.begin()();
    expect((await steps.next()).value).toEqual([4, 5]);
  });

  it('is always large with `fullPace`, which does not wait for calls', async () => {
    foregroundCalls.begin();
    expect(await collect(inSteps(items, sizes, fullPace))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });
});
