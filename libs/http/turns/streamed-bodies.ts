import type { FastifyRequest } from 'fastify';

/**
 * Whether the body arrives while the call is handled: a form with files, or a part of a resumable
 * upload.
 */
export function isStreamed({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? '';
  return /^(multipart\/|application\/offset\+octet-stream)/i.test(type);
}
