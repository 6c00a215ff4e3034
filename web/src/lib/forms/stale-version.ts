import { ApiError } from '../api';

/**
 * Whether the server refused a change because another user changed the same item meanwhile (409
 * with the code `stale`).
 */
export const isStale = (error: unknown): boolean => currentOf(error) !== null;

/** Returns what is saved now, if a mutation failed because the user's version is stale. */
export const staleVersion = <Saved>(mutation: {
  error: unknown;
  data: Saved | undefined;
}): Saved | null => currentOf(mutation.error) as Saved | null;

/** Returns what is saved now, if the server refused a stale version; null for other errors. */
export function currentOf(error: unknown): object | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body;
  if (body?.code !== 'stale') return null;
  return typeof body.current === 'object' ? body.current : null;
}

/** Returns the header that names the version that the user has seen. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });
