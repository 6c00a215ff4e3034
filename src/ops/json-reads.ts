import { allRoutes, isSchema, routes } from '#libs/contracts/routes';

/** The patterns of all paths that answer `GET` with JSON, except the batch itself. */
const patterns = allRoutes
  .filter(({ method, answer }) => method === 'GET' && isSchema(answer))
  .filter(({ path }) => path !== routes.batch.read.path)
  .map(({ path }) => path.split('/'));

/**
 * Returns whether a path is that of a call that only reads and is answered with JSON. Returns false
 * for streams, files, redirects and the batch itself.
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
