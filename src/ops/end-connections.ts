import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How long running requests may take when the program stops, in milliseconds. Container engines
 * wait ten seconds in total.
 */
const gracePeriod = 5_000;
/** How often idle connections are closed meanwhile, in milliseconds. */
const closeInterval = 50;

/**
 * Keeps open connections from delaying the end of the program. Node.js closes idle connections only
 * once, when the server closes. A connection whose request is answered later stays open for a
 * minute in browsers, and Node.js does not close connections without a request. After the grace
 * period, all connections are closed. Their clients receive no answer, although the request may
 * have been executed.
 */
export function endConnections(fastify: FastifyInstance): void {
  const { server } = fastify;
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', ({ socket }) => unused.delete(socket));
  fastify.addHook('preClose', (done) => {
    const closing = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, closeInterval);
    const deadline = setTimeout(() => server.closeAllConnections(), gracePeriod);
    server.once('close', () => {
      clearInterval(closing);
      clearTimeout(deadline);
    });
    done();
  });
}
