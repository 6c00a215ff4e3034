import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { ITokenizer } from 'strtok3';

/** The storage of files could not be asked, or answered in a way that says nothing of the file. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super(
      'The storage of files could not be reached. Nothing that was kept is lost; please try again in a minute.',
      { cause },
    );
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
  /** For what looks into a file here and there. Where a look failed because of the storage, `close` says so: what looks may have made a guess of it. */
  open(id: string): Promise<ITokenizer | undefined>;
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
