/**
 * Whether an error says that the database could not be reached, was lost on the way, or was closed because the program
 * ends, and not that it refused something.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|57P0)|^E(CONN|PIPE|TIMEDOUT)/.test(code) ||
    /connection (terminated|error|timeout)|timeout exceeded|not queryable|client was closed|after calling end/i.test(
      error.message,
    )
  );
}

/** Whether an error says that the disk of the database or of the program is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');

/** PostgreSQL's code for a lock that was not released in time. */
export const lockNotFree = '55P03';
