import { fileTypeFromTokenizer } from 'file-type';
import type { ITokenizer } from 'strtok3';
import { FilesAway } from './store.js';

export type FileKind = 'audio' | 'document';

export interface Inspected {
  contentType: string;
  /** whole seconds; null where it does not say, or is no audio */
  durationSeconds: number | null;
}

/** What is kept, by what its bytes say, and as what it is served. */
const kept: Record<string, string> = {
  'audio/mpeg': 'audio/mpeg', 'audio/mp4': 'audio/mp4', 'audio/x-m4a': 'audio/mp4', 'audio/aac': 'audio/aac', 'audio/ogg': 'audio/ogg', 'audio/ogg; codecs=opus': 'audio/ogg', 'audio/opus': 'audio/ogg', 'audio/wav': 'audio/wav', 'audio/vnd.wave': 'audio/wav', 'audio/flac': 'audio/flac',
  'application/pdf': 'application/pdf', 'application/epub+zip': 'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
/** milliseconds that reading a hostile file may take */
const patience = 20_000;

/**
 * What a file is by its bytes, and how long its audio lasts. Null: nothing that is kept.
 * @param open a new look at the file, from its beginning
 * @throws FilesAway where the storage could not be asked
 */
export async function inspectFile(open: () => Promise<ITokenizer>): Promise<Inspected | null> {
  const type = await fileTypeFromTokenizer(await open()).catch(nothing); // closes it
  const contentType = type && kept[type.mime];
  if (!contentType) return null;
  if (!contentType.startsWith('audio/')) return { contentType, durationSeconds: null };
  const read = durationOf(await open()).catch(nothing);
  const tooLong = new Promise<undefined>((resolve) => {
    setTimeout(() => { resolve(undefined); }, patience).unref();
  });
  const seconds = await Promise.race([read, tooLong]);
  return { contentType, durationSeconds: seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds) : null };
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
