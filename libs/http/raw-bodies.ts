import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from './errors.js';

const rawType = 'application/x-raw-body';

/**
 * Makes some routes receive their body as bytes, whatever its content type, because the sender
 * signs the bytes or the body is not used.
 * @param large the route that accepts large bodies; `isKnown` decides before the body is read
 *   whether the sender may send one
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
