/**
 * Whether a file is stored by this program. Such a file can be played and downloaded in place;
 * other links open in a new tab.
 */
export const isUploadedFile = (url: string): boolean => url.startsWith('/api/files/');

/** Returns a size in bytes as `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
  const size = bytes / 1024 ** power;
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} ${['kB', 'MB', 'GB'][power - 1]!}`;
}
