import { ApiError } from '../api';

/**
 * Returns what is saved now, if the server refused a change because somebody else changed the same
 * thing meanwhile (409 with the code `stale`). Otherwise null.
 */
export function staleVersion(error: unknown): object | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body;
  const isStale = body?.code === 'stale' && typeof body.current === 'object';
  return isStale && body.current !== null ? (body.current as object) : null;
}

/** The header that names the version that the user has seen. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });
