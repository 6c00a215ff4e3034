import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How slowly the body of a request may arrive, in milliseconds. */
export interface BodyLimits {
  /** in which at least one byte must arrive */
  patience: number;
  /** in which the whole body must arrive; for a form with files, in which each further megabyte must arrive */
  time: number;
}

const defaults: BodyLimits = { patience: 30_000, time: 120_000 };

/** Bytes of a form with files that must arrive within `time`, unless it ends before. */
const leastBytes = 1_000_000;
/** How often the arrived bytes are counted within `time`. */
const looks = 12;

/**
 * Closes connections whose request body stops arriving, or arrives so slowly that it would never end. Each of them holds
 * memory, a connection and, while a file is read, a handler. Connections stay open while the program itself does not read
 * on, and while the client waits for an answer.
 */
export function closeSlowBodies(
  fastify: FastifyInstance,
  { patience, time }: BodyLimits = defaults,
): void {
  fastify.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody) {
      const { socket } = request;
      // Node closes a socket that was idle so long unless somebody listens
      response.on('timeout', () => undefined);
      request.on('timeout', () => {
        if (isLate(request)) socket.destroy();
      });
      const stopWatching = isMultipart(request)
        ? requireBytes(request, time)
        : requireEnd(request, time);
      request.once('end', () => {
        if (!response.writableFinished) socket.setTimeout(0);
      });
      for (const event of ['end', 'close'] as const) request.once(event, stopWatching);
      socket.setTimeout(patience);
    }
    done();
  });
}

const isMultipart = ({ headers }: IncomingMessage) =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '');

/** Whether the client owes bytes: the body is not whole, and the program has read all that came. */
const isLate = (request: IncomingMessage) => !request.complete && request.readableLength === 0;

/** Closes the connection if the body has not ended in time. @returns a function that stops this */
function requireEnd(request: IncomingMessage, time: number): () => void {
  let timer = setTimeout(function close() {
    if (isLate(request)) request.socket.destroy();
    else timer = setTimeout(close, time / looks);
  }, time);
  return () => {
    clearTimeout(timer);
  };
}

/** Closes the connection if less than a megabyte arrived in the last `time`. @returns a function that stops this */
function requireBytes(request: IncomingMessage, time: number): () => void {
  const { socket } = request;
  /** bytes that had come at the last looks, the oldest first */
  const received = [socket.bytesRead];
  const timer = setInterval(() => {
    // while the program does not read on, nothing can come: the time begins anew
    if (!isLate(request)) received.length = 0;
    received.push(socket.bytesRead);
    if (received.length <= looks) return;
    if (received.at(-1)! - received.shift()! < leastBytes && isLate(request)) socket.destroy();
  }, time / looks);
  return () => {
    clearInterval(timer);
  };
}
