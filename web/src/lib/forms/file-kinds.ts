/** Files that content takes, by their endings; the server looks into them besides. */
export const audioEndings = ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'wav', 'flac'];
export const documentEndings = ['pdf', 'docx', 'pptx', 'epub'];
export const pictureEndings = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
/** What people attach when they ask for help. */
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

/** What a picker of the browser offers: `.mp3,.m4a`. */
export const acceptOf = (endings: readonly string[]) =>
  endings.map((ending) => `.${ending}`).join();

const units = ['bytes', 'KB', 'MB', 'GB'];
/** `840 bytes`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]!}`;
}

/** `1 hr 5 min`, `42 min`, `50 sec` */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} sec`;
  const minutes = Math.round(seconds / 60);
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} hr`, left > 0 && `${left} min`].filter(Boolean).join(' ');
}

/** Why a chosen file cannot be taken, before a byte of it is sent; null where it can. */
export function refusalOf(
  file: Pick<File, 'name' | 'size'>,
  endings: readonly string[],
  maxBytes: number,
  wanted: string,
): string | null {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!endings.includes(ending)) return `Please choose ${wanted}: ${endings.join(', ')}.`;
  if (file.size === 0) return 'This file is empty.';
  return file.size > maxBytes
    ? `This file has ${formatBytes(file.size)}; at most ${formatBytes(maxBytes)} can be uploaded.`
    : null;
}
