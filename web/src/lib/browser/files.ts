/**
 * Whether a file is stored by this program. Such a file can be played and downloaded in place;
 * other links open in a new tab.
 */
export const isUploadedFile = (url: string): boolean => url.startsWith('/api/files/');

/** Returns a size in bytes as `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB'];
  let size = bytes / 1024;
  while (size >= 1024 && units.length > 1) {
    size /= 1024;
    units.shift();
  }
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} ${units[0]!}`;
}
