import { badRequest } from './errors.js';

/**
 * Whether a header `If-None-Match` names this version. The comparison takes linear time, because
 * attackers can send any header.
 */
export const isKnownVersion = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((known) => known.trim() === etag) ?? false;

/**
 * Reads the header `If-Match: "3"`, which names the version that the user has seen.
 * @param resourceName the thing that has the version, such as `the donation`
 * @returns null if the header is absent or `*`: any version
 * @throws HttpError 400 if it is anything else
 */
export function readIfMatch(header: string | undefined, resourceName: string): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (version === undefined)
    throw badRequest(`If-Match must be the version of ${resourceName}, such as "3".`);
  return Number(version);
}
