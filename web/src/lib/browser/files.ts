/**
 * Whether a file is stored by this program. Such a file can be played and downloaded in place;
 * other links open in a new tab.
 */
export const isUploadedFile = (url: string): boolean => url.startsWith('/api/files/');

/** Returns a size in bytes as `2.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 ** 2) return `${roundSize(bytes / 1024)} kB`;
  if (bytes < 1024 ** 3) return `${roundSize(bytes / 1024 ** 2)} MB`;
  return `${roundSize(bytes / 1024 ** 3)} GB`;
}

const roundSize = (size: number): string => (size < 10 ? size.toFixed(1) : size.toFixed(0));
