import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { fileTypeFromTokenizer } from 'file-type';
import { parseFromTokenizer } from 'music-metadata';
import { FileWindow, type ReadBytes } from './file-window.js';

/** A file whose bytes the main thread sends over the port, because the storage is opened there. */
export interface RemoteFile {
  port: MessagePort;
  /** bytes */
  size: number;
}

/**
 * A request of the worker thread to the main thread, which answers with the bytes, or with null if
 * it cannot read them.
 */
export interface BytesRequest {
  start: number;
  end: number;
}

/** The number of bytes of a text that are checked. */
const textSample = 65_536;

/**
 * Returns the type of a file by its bytes, for example `audio/mpeg`; null if the type is unknown.
 */
export function recognize(file: RemoteFile): Promise<string | null> {
  return reading(file, async (window) => (await fileTypeFromTokenizer(window))?.mime ?? null);
}

/** Returns the seconds of an audio file; null if the file does not contain them, or is damaged. */
export function measureDuration(file: RemoteFile): Promise<number | null> {
  return reading(file, async (window) => {
    const { format } = await parseFromTokenizer(window, { duration: true, skipCovers: true });
    return format.duration ?? null;
  });
}

/**
 * Tells whether the file is a plain text such as a CSV file or a log: UTF-8 without control
 * characters, and no HTML or SVG, which a browser would execute.
 */
export async function isPlainText(file: RemoteFile): Promise<boolean> {
  const isText = await reading(file, async (window) => {
    const bytes = new Uint8Array(Math.min(textSample, file.size));
    const length = await window.peekBuffer(bytes, { mayBeLess: true });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), {
      stream: length === textSample,
    });
    return text.trim() !== '' && !/[^\P{Cc}\t\r\n]/u.test(text) && !/^\s*<[!?a-z]/i.test(text);
  });
  return isText ?? false;
}

/** Returns null for any error of a library, because the file is damaged or of another type. */
async function reading<Value>(
  { port, size }: RemoteFile,
  read: (window: FileWindow) => Promise<Value>,
): Promise<Value | null> {
  try {
    return await read(new FileWindow(size, bytesOver(port)));
  } catch {
    return null;
  } finally {
    port.close();
  }
}

function bytesOver(port: MessagePort): ReadBytes {
  return async (start, end) => {
    const answered = once(port, 'message') as Promise<[Uint8Array | null]>;
    port.postMessage({ start, end } satisfies BytesRequest);
    const [bytes] = await answered;
    if (bytes === null) throw new Error('The main thread could not read the file.');
    return bytes;
  };
}
