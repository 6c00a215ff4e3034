import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.js';

const rawType = 'application/x-raw-body';

/** On these routes a body arrives as the bytes that came, whatever it says of itself: who sends it has signed them, or its address says all. */
export function readBodiesRaw(fastify: FastifyInstance, routes: readonly string[]): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (routes.includes(request.routeOptions.url ?? '')) request.headers['content-type'] = rawType;
    done();
  });
  fastify.addContentTypeParser(rawType, { parseAs: 'buffer' }, (request, body, done) => {
    if (routes.includes(request.routeOptions.url ?? '')) done(null, body);
    else done(new HttpError(415, 'Please send JSON.', 'http-415'));
  });
}
