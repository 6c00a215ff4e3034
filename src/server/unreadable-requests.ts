import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { unreadable } from '#libs/http';

/** Answers a request whose address cannot be decoded. */
export function answerBadAddress(
  error: { statusCode?: number },
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  void reply.status(status).header('cache-control', 'no-store').send(unreadable(status));
}

/**
 * Answers a request that breaks the rules of HTTP or is not complete, and closes the connection.
 */
export function answerUnreadableRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = unreadableStatus[error.code] ?? 400;
    const body = JSON.stringify(unreadable(status));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]!}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const unreadableStatus: Partial<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
