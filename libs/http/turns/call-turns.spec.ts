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

/** The context of a call after the guard. */
function contextOf(person: string, contentType: string): ExecutionContext {
  const request = {
    actor: { id: person, organizationId: 'grace' },
    headers: { 'content-type': contentType },
  };
  return new ExecutionContextHost([request], Lists, list);
}

/** A controller method that keeps the main thread busy for 20 ms. */
const busyHandler: CallHandler = {
  handle: () =>
    defer(async () => {
      await sleep(1);
      const until = performance.now() + 20;
      while (performance.now() < until);
      return 'done';
    }),
};

/**
 * Returns the share of the time in which the main thread works while a user keeps connections busy.
 */
async function utilizationOf(connections: number, contentType: string): Promise<number> {
  const turns = new CallTurns(new Reflector());
  let isOver = false;
  const connection = async () => {
    while (!isOver)
      await lastValueFrom(turns.intercept(contextOf('ann', contentType), busyHandler));
  };
  const working = Array.from({ length: connections }, connection);
  await sleep(1_500); // Afterwards the budget is used up.
  const before = performance.eventLoopUtilization();
  await sleep(3_000);
  const { utilization } = performance.eventLoopUtilization(before);
  isOver = true;
  await Promise.all(working);
  return utilization;
}

describe('the calls of one user', () => {
  it.each([
    ['many connections', 12, 'application/json'],
    ['as many connections as are handled at once', 4, 'application/json'],
    ['concurrent uploads', 12, 'multipart/form-data; boundary=x'],
  ])('do not occupy the main thread for long with %s', async (_, connections, contentType) => {
    expect(await utilizationOf(connections, contentType)).toBeLessThan(0.6);
  });

  it('may use the whole main thread if they are sent one after the other', async () => {
    expect(await utilizationOf(1, 'application/json')).toBeGreaterThan(0.7);
  });
});
