import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { closeSlowBodies } from './slow-bodies.js';

/** The time in which a megabyte must arrive, in milliseconds. */
const time = 1_200;

let fastify: FastifyInstance;
afterEach(() => fastify.close());

/** Starts a server that does not read a form for some time, like a server with a busy disk. */
async function startBusyServer(busyFor: number): Promise<number> {
  fastify = Fastify();
  closeSlowBodies(fastify, { patience: 30_000, time });
  fastify.addContentTypeParser('multipart/form-data', (_request, body, done) => {
    done(null, body);
  });
  fastify.post('/', async ({ body }) => {
    await sleep(busyFor);
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    return { bytes };
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  return (fastify.server.address() as AddressInfo).port;
}

describe('closeSlowBodies', () => {
  it('does not count the time in which the program does not read the body', async () => {
    const port = await startBusyServer(2 * time);
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const head = [
      'POST / HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 300001',
    ];
    socket.write([...head, '', ''].join('\r\n'));
    socket.write(Buffer.alloc(300_000));
    await sleep(2 * time + time / 2);
    socket.write('x');
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toContain('{"bytes":300001}');
  });
});
