import { allRoutes, isSchema, routes } from '#libs/contracts/routes';

/** The patterns of all paths that answer `GET` with JSON, except the batch itself. */
const patterns = allRoutes
  .filter(({ method, answer }) => method === 'GET' && isSchema(answer))
  .filter(({ path }) => path !== routes.batch.read.path)
  .map(({ path }) => path.split('/'));

/**
 * Tells whether a call only reads, and is answered with JSON. Streams, files, redirects and the
 * batch itself are not.
 * @param path a path with a query string
 */
export function isJsonRead(path: string): boolean {
  const [pathname] = path.split('?', 1);
  const parts = pathname!.split('/');
  return patterns.some(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, index) =>
        part.startsWith('{') ? parts[index] !== '' : part === parts[index],
      ),
  );
}
