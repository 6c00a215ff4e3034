import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UsageBudget, type UsageLimits } from './usage-budget.js';
import { tooMuchAtOnce } from './fair-queue.js';
import { networkOf } from './network.js';

/** Bytes from which a JSON body counts. Most forms of the client send less. */
const large = 64 * 1024;
/** Bytes of the largest JSON body that Fastify reads. A body without a stated length counts as that. */
const largest = 1024 * 1024;

/** In bytes of large bodies, for each network. */
export interface LargeBodyLimits extends UsageLimits {
  /** milliseconds that a request waits at most before its body is read */
  longestPause: number;
}
const usualLimits: LargeBodyLimits = {
  atOnce: 30 * 1024 * 1024,
  perMillisecond: 5 * 1024,
  longestPause: 10_000,
};

/**
 * Limits how fast a network may send large JSON bodies, before anybody has signed in. To receive a megabyte and
 * to refuse it takes milliseconds of the main thread, and all other users wait for these. The body of a request
 * that has to wait is not read, so the sender waits, too. A network with too much waiting gets 429.
 */
export function slowDownLargeBodies(
  fastify: FastifyInstance,
  limits: LargeBodyLimits = usualLimits,
): void {
  const budget = new UsageBudget(limits);
  fastify.addHook('preParsing', async (request) => {
    const size = sizeOf(request);
    if (size < large || size > largest) return; // what is larger gets 413, unread
    const network = networkOf(request.ip);
    const pause = budget.charge(network, size, performance.now());
    if (pause > limits.longestPause) {
      budget.charge(network, -size, performance.now()); // its body is not read
      throw tooMuchAtOnce();
    }
    if (pause > 0) await sleep(pause, undefined, { ref: false });
  });
}

function sizeOf({ headers }: FastifyRequest): number {
  const isJson = (headers['content-type'] ?? '').toLowerCase().startsWith('application/json');
  if (!isJson) return 0;
  return headers['content-length'] === undefined ? largest : Number(headers['content-length']);
}
