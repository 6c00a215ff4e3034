import { fileTypeFromFile } from 'file-type';

export type FileKind = 'audio' | 'document';

/** What is kept, by what its bytes say, and as what it is served. */
const kept: Record<string, string> = {
  'audio/mpeg': 'audio/mpeg', 'audio/mp4': 'audio/mp4', 'audio/x-m4a': 'audio/mp4', 'audio/aac': 'audio/aac', 'audio/ogg': 'audio/ogg', 'audio/ogg; codecs=opus': 'audio/ogg', 'audio/opus': 'audio/ogg', 'audio/wav': 'audio/wav', 'audio/vnd.wave': 'audio/wav', 'audio/flac': 'audio/flac',
  'application/pdf': 'application/pdf', 'application/epub+zip': 'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
/** milliseconds that reading a hostile file may take */
const patience = 20_000;

/** What a file is by its bytes, and how long its audio lasts (whole seconds; null where it does not say). Null: nothing that is kept. */
export async function inspectFile(file: string): Promise<{ contentType: string; durationSeconds: number | null } | null> {
  const type = await fileTypeFromFile(file).catch(() => undefined);
  const contentType = type && kept[type.mime];
  if (!contentType) return null;
  if (!contentType.startsWith('audio/')) return { contentType, durationSeconds: null };
  const { parseFile } = await import('music-metadata');
  const read = parseFile(file, { duration: true, skipCovers: true }).then(({ format }) => format.duration, () => undefined);
  const tooLong = new Promise<undefined>((resolve) => {
    setTimeout(() => { resolve(undefined); }, patience).unref();
  });
  const seconds = await Promise.race([read, tooLong]);
  return { contentType, durationSeconds: seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds) : null };
}
