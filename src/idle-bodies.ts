import type { FastifyInstance } from 'fastify';

/** Milliseconds in which something of a request's body has to come. */
const patience = 30_000;

/**
 * Closes connections whose request has begun and whose body stops coming: each holds memory, a place for its connection
 * and, while a file is read, a handler. Who waits for us to read on is not meant, nor who waits for an answer.
 */
export function closeIdleBodies(fastify: FastifyInstance, milliseconds = patience): void {
  fastify.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody) {
      const { socket } = request;
      // Node closes a socket that was idle so long unless somebody listens
      response.on('timeout', () => undefined);
      request.on('timeout', () => {
        if (!request.complete && request.readableLength === 0) socket.destroy();
      });
      request.once('end', () => {
        if (!response.writableFinished) socket.setTimeout(0);
      });
      socket.setTimeout(milliseconds);
    }
    done();
  });
}
