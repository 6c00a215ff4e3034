import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How slowly the body of a request may arrive, in milliseconds. */
export interface BodyLimits {
  /** the maximum time without any byte */
  patience: number;
  /** the maximum time for the whole body, or for each megabyte of a form with files */
  time: number;
}

const defaults: BodyLimits = { patience: 30_000, time: 120_000 };

/** How many bytes of a form with files must arrive within `time`, unless the form ends before. */
const minBytes = 1_000_000;
/** How often the bytes are counted within `time`. */
const countsPerTime = 12;

/**
 * Closes connections whose request body stops arriving, or arrives so slowly that it would never
 * end, because each of them occupies memory, a connection, and perhaps a controller method. Keeps
 * connections open while the program does not read, and while the client waits for an answer.
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
      // Without a listener, Node.js would close the socket at a timeout.
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

/**
 * Returns whether the program waits for the client: the body is not complete, and the program has
 * read all bytes that have arrived.
 */
const isLate = (request: IncomingMessage) => !request.complete && request.readableLength === 0;

/**
 * Closes the connection if the body has not ended in time.
 * @returns a function that stops this
 */
function requireEnd(request: IncomingMessage, time: number): () => void {
  let timer = setTimeout(function close() {
    if (isLate(request)) request.socket.destroy();
    else timer = setTimeout(close, time / countsPerTime);
  }, time);
  return () => {
    clearTimeout(timer);
  };
}

/**
 * Closes the connection if less than a megabyte has arrived in the last `time`.
 * @returns a function that stops this
 */
function requireBytes(request: IncomingMessage, time: number): () => void {
  const { socket } = request;
  /** the numbers of received bytes at the last counts, the oldest first */
  const received = [socket.bytesRead];
  const timer = setInterval(() => {
    // While the program does not read, no bytes can arrive, so the time begins again.
    if (!isLate(request)) received.length = 0;
    received.push(socket.bytesRead);
    if (received.length <= countsPerTime) return;
    if (received.at(-1)! - received.shift()! < minBytes && isLate(request)) socket.destroy();
  }, time / countsPerTime);
  return () => {
    clearInterval(timer);
  };
}
