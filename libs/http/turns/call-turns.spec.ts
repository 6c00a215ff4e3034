import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { defer, lastValueFrom } from 'rxjs';
import { CallTurns } from './call-turns.js';

/** A controller and its method without decorators, so that calls take turns. */
class Lists {}
const list = () => undefined;

/** Creates the context of a call whose user the guard has already identified. */
function contextOf(person: string, contentType: string): ExecutionContext {
  const request = {
    actor: { id: person, organizationId: 'grace' },
    headers: { 'content-type': contentType },
  };
  return new ExecutionContextHost([request], Lists, list);
}

/** How many milliseconds of the main thread each call takes. */
const workOfCall = 20;

/** A controller method that keeps the main thread busy, and counts its calls. */
function busyHandler(): CallHandler & { calls: number } {
  const handler = {
    calls: 0,
    handle: () =>
      defer(async () => {
        await sleep(1);
        const until = performance.now() + workOfCall;
        while (performance.now() < until);
        handler.calls++;
        return 'done';
      }),
  };
  return handler;
}

/**
 * Keeps connections of a user busy for some seconds.
 * @returns how much of this time the calls take by their number (`work`), and how much of it the
 *   main thread is not idle (`utilization`). Only the second one includes times in which other
 *   processes of the machine keep the main thread from working.
 */
async function measure(
  connections: number,
  contentType: string,
): Promise<{ work: number; utilization: number }> {
  const handler = busyHandler();
  const turns = new CallTurns(new Reflector());
  let isOver = false;
  const connection = async () => {
    while (!isOver) await lastValueFrom(turns.intercept(contextOf('ann', contentType), handler));
  };
  const working = Array.from({ length: connections }, connection);
  await sleep(1_500); // Afterwards the budget is used up.
  const before = performance.eventLoopUtilization();
  const start = performance.now();
  const callsBefore = handler.calls;
  await sleep(3_000);
  const { utilization } = performance.eventLoopUtilization(before);
  const work = ((handler.calls - callsBefore) * workOfCall) / (performance.now() - start);
  isOver = true;
  await Promise.all(working);
  return { work, utilization };
}

describe('the calls of one user', () => {
  it.each([
    ['many connections', 12, 'application/json'],
    ['as many connections as are handled at once', 4, 'application/json'],
    ['concurrent uploads', 12, 'multipart/form-data; boundary=x'],
  ])('do not occupy the main thread for long with %s', async (_, connections, contentType) => {
    const { work } = await measure(connections, contentType);
    expect(work).toBeLessThan(0.6);
  });

  it('may use the whole main thread if they are sent one after the other', async () => {
    const { utilization } = await measure(1, 'application/json');
    expect(utilization).toBeGreaterThan(0.7);
  });
});
