import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from '@jest/globals';
import { slowDownLargeBodies } from './large-bodies.js';

/** The size of a body in bytes. A network may send three of them at once. */
const size = 100_000;
let fastify: FastifyInstance;
let received: number;
afterEach(() => fastify.close());

/** @param between the number of milliseconds after which a network may send the next body */
function start(between: number): void {
  received = 0;
  fastify = Fastify({ trustProxy: true });
  slowDownLargeBodies(fastify, {
    capacity: 3 * size,
    perMillisecond: size / between,
    longestPause: 500,
  });
  fastify.post('/', () => {
    received++;
    return {};
  });
}

const send = (bytes: number, address = '203.0.113.1', type = 'application/json') =>
  fastify.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': type, 'x-forwarded-for': address },
    body: JSON.stringify('x'.repeat(bytes - 2)),
  });

const sendMany = (count: number) => Promise.all(Array.from({ length: count }, () => send(size)));

describe('large JSON bodies of one network', () => {
  it('are refused with 429 above the limit of the network', async () => {
    start(1_000_000);
    const statuses = (await sendMany(20)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    expect(received).toBe(3);
  });

  it('do not delay small bodies, other bodies, and other networks', async () => {
    start(1_000_000);
    const manyCalls = sendMany(20);
    const otherAnswers = await Promise.all([send(1_000), send(size, '198.51.100.7')]);
    expect(otherAnswers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await manyCalls;
  });

  it('wait until the limit allows them', async () => {
    start(50);
    const statuses = (await sendMany(6)).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });
});
