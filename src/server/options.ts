import type { FastifyInstance } from 'fastify';
import { allRoutes, type RouteDefinition } from '#libs/contracts/routes';
import { fastifyPath } from '#libs/http';

/**
 * Answers `OPTIONS` at every path of the route table with 204 and the header `Allow`.
 * Unknown paths do not answer `OPTIONS`.
 */
export function answerOptions(fastify: FastifyInstance): void {
  for (const [path, methods] of allowedMethods(allRoutes)) {
    fastify.options(fastifyPath(path), (_request, reply) => {
      void reply.status(204).header('allow', methods.join(', ')).send();
    });
  }
}

/**
 * Returns the methods of each path, in the order of the table. `HEAD` is allowed at all paths with
 * `GET`, because Fastify answers both.
 */
export function allowedMethods(table: readonly RouteDefinition[]): Map<string, string[]> {
  const allowed = new Map<string, Set<string>>();
  for (const { method, path } of table) {
    const methods = allowed.get(path) ?? new Set<string>();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    allowed.set(path, methods);
  }
  return new Map([...allowed].map(([path, methods]) => [path, [...methods, 'OPTIONS']]));
}
