import type { CommandError, ErrorType } from '@eventstore/db-client';
import { StoreUnavailable } from './event-store.js';
import { dbClient } from './eventstoredb-client.js';

/** The server did not answer in time. */
export class TimeLimitExceeded extends Error {}

/** Whether the client says of an error that it is of this kind. */
export const isOfType = (error: unknown, type: keyof typeof ErrorType) =>
  isCommandError(error) && error.type === dbClient().ErrorType[type];

const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && dbClient().isCommandError(error);

/**
 * Whether a server up to version 23.10 ended the subscription because the client read too slowly. It happens beside
 * an import.
 */
export const isReaderTooSlow = (error: unknown) =>
  error instanceof Error && error.message.includes('Client resubscription required');

/**
 * Says what is wrong with the server, for the operator of the program.
 * @returns null for an error that is not one of the server
 */
export function describeTrouble(error: unknown): string | null {
  const [own, cause] = error instanceof Error ? [error, error.cause] : [];
  if (own instanceof StoreUnavailable && cause !== undefined) return describeTrouble(cause);
  if (own && /certificate|CERT_|altnames/i.test(own.message))
    return 'the certificate of EventStoreDB is not known here (tlsCAFile in EVENTSTORE_URL names one that is)';
  const code = own && 'code' in own ? own.code : undefined;
  if (code === 16)
    return 'EventStoreDB does not know the user of EVENTSTORE_URL, or the password is wrong';
  if (isOfType(error, 'ACCESS_DENIED') || code === 7)
    return 'the user of EVENTSTORE_URL may not read $all';
  return own instanceof StoreUnavailable || isTransient(error)
    ? 'EventStoreDB does not answer'
    : null;
}

/**
 * Numbers of gRPC: cancelled, unknown ("no leader info"), deadline exceeded, aborted, internal (a reset stream),
 * unavailable.
 */
const passingCodes = new Set<unknown>([1, 2, 4, 10, 13, 14]);

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
      (error.type === UNKNOWN && passingCodes.has(code))
    );
  }
  if (typeof code === 'number') return passingCodes.has(code);
  if (typeof code === 'string') return /^(E[A-Z]+|ERR_(STREAM|HTTP2)_\w+)$/.test(code);
  return /^Failed to discover|has been shut down|[Cc]hannel closed/.test(error.message);
}
