import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UsageBudget, type UsageLimits } from './turns/usage-budget.js';
import { tooManyRequests } from './turns/fair-queue.js';
import { networkOf } from './network.js';

/** The size in bytes from which a JSON body counts. Most forms of the client send less. */
const minLargeBody = 64 * 1024;
/**
 * The size in bytes of the largest JSON body that Fastify reads. A body of unknown size counts as
 * this.
 */
const maxBody = 1024 * 1024;

/** The limits for large bodies of each network, in bytes. */
export interface LargeBodyLimits extends UsageLimits {
  /** the longest time that a request waits before its body is read, in milliseconds */
  longestPause: number;
}
const usualLimits: LargeBodyLimits = {
  capacity: 30 * 1024 * 1024,
  perMillisecond: 5 * 1024,
  longestPause: 10_000,
};

/**
 * Limits how fast a network may send large JSON bodies, even without a session. Receiving and
 * refusing a megabyte takes milliseconds of the main thread, for which all other users wait. The
 * body of a request that has to wait is not read, so that the sender waits, too. A request that
 * would have to wait too long gets 429.
 */
export function slowDownLargeBodies(
  fastify: FastifyInstance,
  limits: LargeBodyLimits = usualLimits,
): void {
  const budget = new UsageBudget(limits);
  fastify.addHook('preParsing', async (request) => {
    const size = sizeOf(request);
    if (size < minLargeBody || size > maxBody) return; // Fastify answers larger bodies with 413
    const network = networkOf(request.ip);
    const pause = budget.charge(network, size, performance.now());
    if (pause > limits.longestPause) {
      budget.charge(network, -size, performance.now()); // its body is not read
      throw tooManyRequests();
    }
    if (pause > 0) await sleep(pause, undefined, { ref: false });
  });
}

function sizeOf({ headers }: FastifyRequest): number {
  const isJson = (headers['content-type'] ?? '').toLowerCase().startsWith('application/json');
  if (!isJson) return 0;
  return headers['content-length'] === undefined ? maxBody : Number(headers['content-length']);
}
