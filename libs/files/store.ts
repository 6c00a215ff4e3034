import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/**
 * The faults of the file storage. `unreachable` (no answer, or an error of the server) can be
 * temporary. The others remain until the operator corrects the configuration. `refused` is any
 * other error of S3. `no-s3` means that the server at the endpoint is not S3.
 */
export type StorageFault =
  | 'unreachable'
  | 'no-bucket'
  | 'unknown-key'
  | 'wrong-secret'
  | 'no-credentials'
  | 'no-rights'
  | 'wrong-region'
  | 'wrong-clock'
  | 'no-s3'
  | 'refused';

const unreachableMessage =
  'The file storage cannot be reached at this moment. Files that were saved are not lost. ' +
  'Please try again in a minute.';
const refusedMessage =
  'The file storage refuses the files of this portal. Trying again does not help: please ' +
  'tell the person who runs the portal.';

/**
 * The file storage could not be reached, or refused a request. The message can be shown to the
 * user.
 */
export class StorageError extends Error {
  /**
   * @param cause the error of the client of the storage
   * @param fault what is wrong
   * @param code the status or code of the error, for the operator
   */
  constructor(
    cause: unknown,
    readonly fault: StorageFault = 'unreachable',
    readonly code = 'unknown error',
  ) {
    super(fault === 'unreachable' ? unreachableMessage : refusedMessage, { cause });
  }
}

/**
 * The storage of files by their ids. Each method throws `StorageError` if a bucket is not
 * reachable.
 */
export interface Store {
  /** the store of the tus server, which begins and continues uploads */
  readonly uploads: DataStore;
  /** Stores a whole file while it is received. */
  put(id: string, stream: Readable): Promise<void>;
  /** Reads the bytes from `start` to `end`, both included; undefined if there is no such file. */
  read(id: string, start: number, end: number): Promise<Readable | undefined>;
  /** Returns the size of a whole file in bytes; undefined if there is no such file. */
  size(id: string): Promise<number | undefined>;
  /** Returns the bytes of a whole file from `start` up to `end`, without the byte at `end`. */
  bytes(id: string, start: number, end: number): Promise<Uint8Array>;
  /**
   * Writes, reads and deletes a small file, with all requests that uploads need.
   * @throws StorageError if one of the requests fails
   */
  check(): Promise<void>;
  /** Deletes a file or an unfinished upload. */
  delete(id: string): Promise<void>;
}

/**
 * S3 or a compatible service. Without credentials, the client finds them as other AWS programs do.
 */
export interface Bucket {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}
