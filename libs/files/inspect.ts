import { MessageChannel } from 'node:worker_threads';
import { smallFileLimits, TooMuchWork, WorkerFunctions } from '#libs/workers';
import type { ReadBytes } from './file-window.js';
import type * as Inspection from './inspect-worker.js';
import type { BytesRequest } from './inspect-worker.js';
import { StorageError } from './store.js';

export type FileKind = 'audio' | 'document';
/** The purpose of a file: content that is published, or an attachment of a ticket. */
export type FileUse = 'content' | 'attachment';

/** A complete file in the storage. */
export interface StoredFile {
  /** bytes */
  size: number;
  /** @throws StorageError */
  read: ReadBytes;
}

export interface Inspected {
  contentType: string;
  /** whole seconds; null if the file does not contain them, or is no audio */
  durationSeconds: number | null;
}

/** The accepted types of files by their bytes, and the types with which they are sent. */
const contentTypes: Record<string, string> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'audio/wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/flac': 'audio/flac',
  'application/pdf': 'application/pdf',
  'application/epub+zip': 'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
/** The additional types for attachments of tickets. */
const attachmentTypes: Record<string, string> = {
  ...contentTypes,
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'text/calendar': 'text/calendar; charset=utf-8',
  'text/vcard': 'text/vcard; charset=utf-8',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Threads = WorkerFunctions<typeof Inspection>;

const threadsByDefault: Threads = new WorkerFunctions(
  new URL('./inspect-worker.js', import.meta.url),
  smallFileLimits,
);

/**
 * Detects the type of a file by its bytes, and the length of audio. The libraries run in a worker
 * thread with a time limit, because a file can consist of millions of small parts.
 * @returns null for a file of a type that is not accepted
 * @throws TooMuchWork when the type cannot be found within the limits
 * @throws StorageError when the storage cannot be reached, or does not answer within the limits
 */
export async function inspectFile(
  file: StoredFile,
  use: FileUse = 'content',
  threads = threadsByDefault,
): Promise<Inspected | null> {
  const contentType = await contentTypeOf(threads, file, use);
  if (!contentType) return null;
  const isAudio = contentType.startsWith('audio/');
  return { contentType, durationSeconds: isAudio ? await durationOf(threads, file) : null };
}

async function contentTypeOf(
  threads: Threads,
  file: StoredFile,
  use: FileUse,
): Promise<string | undefined> {
  const type = await callWith(threads, file, 'recognize');
  if (type !== null) return (use === 'content' ? contentTypes : attachmentTypes)[type];
  const isText = use === 'attachment' && (await callWith(threads, file, 'isPlainText'));
  return isText ? 'text/plain; charset=utf-8' : undefined;
}

async function durationOf(threads: Threads, file: StoredFile): Promise<number | null> {
  try {
    const seconds = await callWith(threads, file, 'measureDuration');
    return seconds !== null && Number.isFinite(seconds) ? Math.round(seconds) : null;
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

/** Calls a function of the worker, and sends it the bytes of the file for which it asks. */
async function callWith<Name extends keyof typeof Inspection>(
  threads: Threads,
  file: StoredFile,
  name: Name,
) {
  const { port1: port, port2: portOfWorker } = new MessageChannel();
  const storage: StorageState = { isReading: false, failure: null };
  port.on('message', ({ start, end }: BytesRequest) => {
    void readFor(file, storage, start, end).then((bytes) => port.postMessage(bytes));
  });
  try {
    const input = { port: portOfWorker, size: file.size };
    const result = await threads.call(name, input, [portOfWorker]);
    // without the bytes, the worker returns the same as for a damaged file
    if (storage.failure) throw storage.failure;
    return result;
  } catch (error) {
    if (error instanceof TooMuchWork && storage.isReading) throw new StorageError(error);
    throw error;
  } finally {
    port.close();
  }
}

interface StorageState {
  /** whether the storage has not answered yet */
  isReading: boolean;
  failure: Error | null;
}

/** @returns null if the storage fails; `storage` then has the error */
async function readFor(
  file: StoredFile,
  storage: StorageState,
  start: number,
  end: number,
): Promise<Uint8Array | null> {
  storage.isReading = true;
  try {
    return await file.read(start, end);
  } catch (error) {
    storage.failure = error as Error;
    return null;
  } finally {
    storage.isReading = false;
  }
}
