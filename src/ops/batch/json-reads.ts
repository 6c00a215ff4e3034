import { allRoutes, isSchema, routes } from '#libs/contracts/routes';

const reads = allRoutes.filter(({ method }) => method === 'GET');
const isJson = ({ path, answer }: (typeof reads)[number]) =>
  isSchema(answer) && path !== routes.batch.read.path;
const segmentsOf = ({ path }: { path: string }) => path.split('/');

/** The patterns of all paths that answer `GET` with JSON, except the batch itself. */
const jsonPatterns = reads.filter(isJson).map(segmentsOf);
/** The patterns of all other paths that answer `GET`. */
const otherPatterns = reads.filter((route) => !isJson(route)).map(segmentsOf);

/**
 * Tells whether a call only reads, and is answered with JSON. Streams, files, redirects and the
 * batch itself are not. Neither is an address that can be read in two ways, such as
 * `/api/sermons/../live`: the address that is checked must be the one that the server handles.
 * @param address a path with a query string
 */
export function isJsonRead(address: string): boolean {
  if (!address.startsWith('/api/')) return false;
  const { pathname, search } = new URL(address, 'http://localhost');
  if (pathname + search !== address) return false;
  const segments = pathname.split('/');
  return fitsOne(jsonPatterns, segments) && !fitsOne(otherPatterns, segments);
}

const fitsOne = (patterns: readonly string[][], segments: readonly string[]): boolean =>
  patterns.some(
    (pattern) =>
      pattern.length === segments.length &&
      pattern.every((part, index) => fitsPart(part, segments[index]!)),
  );

/** Compares a segment with a part of a pattern: a text, a parameter `{id}`, or `{id}.ics`. */
function fitsPart(part: string, segment: string): boolean {
  if (!part.startsWith('{')) return part === segment;
  const suffix = part.slice(part.indexOf('}') + 1);
  return segment.length > suffix.length && segment.endsWith(suffix);
}
