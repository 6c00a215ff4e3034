import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** milliseconds that requests have to come to their end; container engines wait for ten seconds in all */
const patience = 5_000;
/** milliseconds between two looks for connections that nobody needs anymore */
const lookEvery = 50;

/**
 * Lets no connection keep the program from ending. Node closes those that are idle when a server closes, once: not one
 * whose request was answered after that, which its browser would keep for a minute, nor one on which nothing was asked yet.
 * What still runs after a while is cut off: whoever waits hears no answer, and what is done is done.
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
    const look = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, lookEvery);
    const cut = setTimeout(() => server.closeAllConnections(), patience);
    server.once('close', () => {
      clearInterval(look);
      clearTimeout(cut);
    });
    done();
  });
}
