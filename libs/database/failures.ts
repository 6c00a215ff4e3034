/**
 * Whether an error means that the database could not be reached, the connection was lost, or it was
 * closed because the program ends. Errors in which the database refuses a statement are not among
 * them.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|57P0)|^E(CONN|PIPE|TIMEDOUT)/.test(code) ||
    connectionErrors.test(error.message) ||
    closedErrors.test(error.message)
  );
}

/** Messages of pg and pg-pool for errors without a code. */
const connectionErrors = /connection (terminated|error|timeout)|timeout exceeded/i;
const closedErrors = /not queryable|client was closed|after calling end/i;

/** Whether an error means that the disk of the database or of the program is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');

/** PostgreSQL's error code for a lock that was not released in time (`lock_not_available`). */
export const lockNotAvailable = '55P03';
