import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownVersion } from '#libs/http';

/**
 * Sends the text of a feed, or 304 if the program already has this text.
 */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { type, cacheControl }: { type: string; cacheControl: string },
): Promise<void> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (isKnownVersion(request.headers['if-none-match'], etag)) await reply.status(304).send();
  else await reply.header('content-type', `${type}; charset=utf-8`).send(text);
}
