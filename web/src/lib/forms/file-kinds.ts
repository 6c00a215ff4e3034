/** File name extensions that content accepts. The server also checks the content of the files. */
export const audioEndings = ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'wav', 'flac'];
export const documentEndings = ['pdf', 'docx', 'pptx', 'epub'];
export const pictureEndings = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
/** File name extensions of attachments to tickets. */
export const attachmentEndings = [
  ...pictureEndings,
  ...documentEndings,
  'xlsx',
  'txt',
  'csv',
  'log',
  'md',
  'json',
  ...audioEndings,
];
export const maxFileBytes = 200 * 1024 * 1024;
export const maxPictureBytes = 10 * 1024 * 1024;
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const maxAttachments = 5;

/** Returns the `accept` attribute of a file input: `.mp3,.m4a`. */
export const acceptOf = (endings: readonly string[]) =>
  endings.map((ending) => `.${ending}`).join();

const units = ['bytes', 'KB', 'MB', 'GB'];
/** Returns a size in bytes as `840 bytes` or `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]!}`;
}

/** Returns seconds as `1 hr 5 min`, `42 min` or `50 sec`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} sec`;
  const minutes = Math.round(seconds / 60);
  const [hours, remainder] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} hr`, remainder > 0 && `${remainder} min`]
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns why a file cannot be uploaded, before anything is sent; null if it can.
 * @param description the kinds of files that can be uploaded, for example `an audio file`
 */
export function refusalOf(
  file: Pick<File, 'name' | 'size'>,
  endings: readonly string[],
  maxBytes: number,
  description: string,
): string | null {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!endings.includes(ending)) return `Please choose ${description}.`;
  if (file.size === 0) return 'This file is empty.';
  return file.size > maxBytes
    ? `This file has ${formatBytes(file.size)}; at most ${formatBytes(maxBytes)} can be uploaded.`
    : null;
}
