import type { CommandError, ErrorType } from '@eventstore/db-client';
import { StoreUnavailable } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';

/** The server did not answer in time. */
export class TimeLimitExceeded extends Error {}

/** Whether an error is an error of the client of this type. */
export const isOfType = (error: unknown, type: keyof typeof ErrorType) =>
  isCommandError(error) && error.type === dbClient().ErrorType[type];

const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && dbClient().isCommandError(error);

/**
 * Whether a server up to version 23.10 has ended the subscription because the client read too
 * slowly. This happens during an import.
 */
export const isReaderTooSlow = (error: unknown) =>
  error instanceof Error && error.message.includes('Client resubscription required');

/**
 * Describes a problem with the server for the operator of the program.
 * @returns null for an error that does not come from the server
 */
export function describeTrouble(error: unknown): string | null {
  const [knownError, cause] = error instanceof Error ? [error, error.cause] : [];
  if (knownError instanceof StoreUnavailable && cause !== undefined) return describeTrouble(cause);
  if (knownError && /certificate|CERT_|altnames/i.test(knownError.message))
    return (
      'the certificate of EventStoreDB is not known here ' +
      '(tlsCAFile in EVENTSTORE_URL names one that is)'
    );
  const code = knownError && 'code' in knownError ? knownError.code : undefined;
  if (code === 16)
    return 'EventStoreDB does not know the user of EVENTSTORE_URL, or the password is wrong';
  if (isOfType(error, 'ACCESS_DENIED') || code === 7)
    return 'the user of EVENTSTORE_URL may not read $all';
  const isUnavailable = knownError instanceof StoreUnavailable || isTransient(error);
  return isUnavailable ? 'EventStoreDB does not answer' : null;
}

/**
 * Codes of gRPC: cancelled, unknown ("no leader info"), deadline exceeded, aborted, internal (a
 * reset stream), unavailable.
 */
const transientCodes = new Set<unknown>([1, 2, 4, 10, 13, 14]);

/** Whether an error may pass by itself. Any other error is thrown to the caller at once. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TimeLimitExceeded) return true;
  const code = 'code' in error ? error.code : undefined;
  if (isCommandError(error)) {
    const { UNAVAILABLE, DEADLINE_EXCEEDED, TIMEOUT, CANCELLED, NOT_LEADER, UNKNOWN } =
      dbClient().ErrorType;
    return (
      ([UNAVAILABLE, DEADLINE_EXCEEDED, TIMEOUT, CANCELLED, NOT_LEADER] as string[]).includes(
        error.type,
      ) ||
      (error.type === UNKNOWN && transientCodes.has(code))
    );
  }
  if (typeof code === 'number') return transientCodes.has(code);
  if (typeof code === 'string') return /^(E[A-Z]+|ERR_(STREAM|HTTP2)_\w+)$/.test(code);
  return /^Failed to discover|has been shut down|[Cc]hannel closed/.test(error.message);
}
