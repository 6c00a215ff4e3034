import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from './errors.js';

/** Cursors are opaque to clients: the sort values of the last row, as base64url JSON. */
export function readCursor(cursor: string | undefined, length: number): unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(values) && values.length === length && values.every((value) => typeof value === 'string' || typeof value === 'number')) return values;
  } catch {
    // falls through to the one answer for cursors that are not ours
  }
  throw badRequest('This page link is not valid any more. Please start from the first page.');
}

/** Answers `Link: <…>; rel="next"` where there is a next page, on the same address and filters. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, last: unknown[] | null): void {
  if (last === null) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', Buffer.from(JSON.stringify(last), 'utf8').toString('base64url'));
  void reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
