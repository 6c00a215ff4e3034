import { S3ServiceException } from '@aws-sdk/client-s3';
import type { StorageFault } from './store.js';

/** The faults that follow from the error codes of S3. */
const faults: Partial<Record<string, StorageFault>> = {
  NoSuchBucket: 'no-bucket',
  InvalidBucketName: 'no-bucket',
  InvalidAccessKeyId: 'unknown-key',
  InvalidToken: 'unknown-key',
  ExpiredToken: 'unknown-key',
  SignatureDoesNotMatch: 'wrong-secret',
  AccessDenied: 'no-rights',
  AllAccessDisabled: 'no-rights',
  RequestTimeTooSkewed: 'wrong-clock',
  PermanentRedirect: 'wrong-region',
  AuthorizationHeaderMalformed: 'wrong-region',
  IllegalLocationConstraintException: 'wrong-region',
  CredentialsProviderError: 'no-credentials',
};

/** Temporary errors with a status below 500. */
const passing = ['RequestTimeout', 'SlowDown', 'Throttling', 'ThrottlingException'];
const passingStatuses = [408, 425, 429];

/** Returns the fault of the storage that an error of the S3 client means. */
export function faultOf(error: unknown): StorageFault {
  if (!(error instanceof Error)) return 'unreachable';
  const named = faults[error.name];
  if (named) return named;
  const status = statusOf(error);
  if (status === undefined || status >= 500) return 'unreachable';
  if (passing.includes(error.name) || passingStatuses.includes(status)) return 'unreachable';
  // an answer to HEAD has no body, and therefore no error code
  if (status === 403) return 'no-rights';
  return error instanceof S3ServiceException && error.name !== 'NotFound' ? 'refused' : 'no-s3';
}

/**
 * Returns a short name of an error for the operator: the HTTP status, or the network error code.
 */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const status = statusOf(error);
  if (status !== undefined) return `HTTP ${status}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function statusOf(error: Error): number | undefined {
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
