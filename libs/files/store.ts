import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/**
 * What is wrong with the storage of files. `unreachable` can pass by itself: no answer, or an error of the server. The
 * others remain until the operator corrects the configuration. `refused`: S3 gives another error than those named here.
 * `no-s3`: something else than S3 answers at the endpoint.
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

const tryAgain =
  'The file storage cannot be reached at this moment. Files that were saved are not lost. Please try again in a minute.';
const tellOperator =
  'The file storage refuses the files of this portal. Trying again does not help: please tell the person who runs the portal.';

/** The file storage could not be reached, or refused a request. The message can be shown to the user. */
export class FilesAway extends Error {
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
    super(fault === 'unreachable' ? tryAgain : tellOperator, { cause });
  }
}

/** Where the bytes of files lie, each file under an id. All of it throws `FilesAway` where they lie elsewhere and cannot be reached. */
export interface Store {
  /** the same for the server of the tus protocol: begins uploads and goes on with them */
  readonly uploads: DataStore;
  /** Keeps a whole file as it comes. */
  put(id: string, stream: Readable): Promise<void>;
  /** The bytes from `start` to `end`, both of them too; undefined where there is no such file. */
  read(id: string, start: number, end: number): Promise<Readable | undefined>;
  /** Returns the size of a whole file in bytes; undefined if there is no such file. */
  size(id: string): Promise<number | undefined>;
  /** Returns the bytes of a whole file from `start` up to `end`, without the byte at `end`. */
  bytes(id: string, start: number, end: number): Promise<Uint8Array>;
  /** Writes, reads and deletes a small file, with all requests that uploads need. @throws FilesAway if one of them fails */
  check(): Promise<void>;
  /** Takes away whatever there is of it, whole or not. */
  delete(id: string): Promise<void>;
}

/** S3, or something that speaks as it does. Without credentials they come from where AWS's own programs find them. */
export interface Bucket {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}
