import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './errors.js';

const rawType = 'application/x-raw-body';

/**
 * On these routes a body arrives as the bytes that came, whatever it says of itself: who sends it has signed them, or its
 * address says all. One of them takes large ones, of those who are known before a byte is read.
 */
export function readBodiesRaw(
  fastify: FastifyInstance,
  routes: readonly string[],
  large: { path: string; bytes: number; isKnown(request: FastifyRequest): boolean },
): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (routes.includes(request.routeOptions.url ?? '')) request.headers['content-type'] = rawType;
    const isLarge = request.routeOptions.url === large.path && request.method !== 'OPTIONS';
    if (isLarge && !large.isKnown(request))
      done(new HttpError(401, 'The secret is missing or wrong.', 'signed-out'));
    else done();
  });
  fastify.addHook('onRoute', (route) => {
    if (route.url === large.path) route.bodyLimit = large.bytes;
  });
  fastify.addContentTypeParser(rawType, { parseAs: 'buffer' }, (request, body, done) => {
    if (routes.includes(request.routeOptions.url ?? '')) done(null, body);
    else done(new HttpError(415, 'Please send JSON.', 'http-415'));
  });
}
