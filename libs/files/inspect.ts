import { fileTypeFromTokenizer } from 'file-type';
import type { ITokenizer } from 'strtok3';
import { FilesAway } from './store.js';

export type FileKind = 'audio' | 'document';
/** What a file is for: something that is published, or something that is shown to those who answer a ticket. */
export type FileUse = 'content' | 'attachment';

export interface Inspected {
  contentType: string;
  /** whole seconds; null where it does not say, or is no audio */
  durationSeconds: number | null;
}

/** What is kept, by what its bytes say, and as what it is served. */
const kept: Record<string, string> = {
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
/** What people show besides, when they ask for help. */
const shown: Record<string, string> = {
  ...kept,
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** bytes of a text that are looked at */
const textSample = 65_536;
/** milliseconds that reading a hostile file may take */
const patience = 20_000;

/**
 * What a file is by its bytes, and how long its audio lasts. Null: nothing that is kept.
 * @param open a new look at the file, from its beginning
 * @throws FilesAway where the storage could not be asked
 */
export async function inspectFile(
  open: () => Promise<ITokenizer>,
  use: FileUse = 'content',
): Promise<Inspected | null> {
  const type = await fileTypeFromTokenizer(await open()).catch(nothing); // closes it
  const contentType = type
    ? (use === 'content' ? kept : shown)[type.mime]
    : use === 'attachment' && (await isPlainText(await open()))
      ? 'text/plain; charset=utf-8'
      : undefined;
  if (!contentType) return null;
  if (!contentType.startsWith('audio/')) return { contentType, durationSeconds: null };
  const read = durationOf(await open()).catch(nothing);
  const tooLong = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, patience).unref();
  });
  const seconds = await Promise.race([read, tooLong]);
  return {
    contentType,
    durationSeconds: seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds) : null,
  };
}

/** A text as an office writes it (a CSV file, a log): UTF-8 without control characters, and no page or picture that a browser would run. */
async function isPlainText(file: ITokenizer): Promise<boolean> {
  try {
    const bytes = new Uint8Array(Math.min(textSample, file.fileInfo.size ?? textSample));
    const length = await file.peekBuffer(bytes, { mayBeLess: true });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), {
      stream: length === textSample,
    });
    return text.trim() !== '' && !/[^\P{Cc}\t\r\n]/u.test(text) && !/^\s*<[!?a-z]/i.test(text);
  } catch (error) {
    nothing(error);
    return false;
  } finally {
    await file.close();
  }
}

async function durationOf(file: ITokenizer): Promise<number | undefined> {
  const { parseFromTokenizer } = await import('music-metadata');
  try {
    return (await parseFromTokenizer(file, { duration: true, skipCovers: true })).format.duration;
  } finally {
    await file.close();
  }
}

/** What cannot be read is nothing that we know; that nobody could look is no reason to think so. */
function nothing(error: unknown): undefined {
  if (error instanceof FilesAway) throw error;
  return undefined;
}
