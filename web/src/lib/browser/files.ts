/** A file that lies here: it may be played and saved in place; what lies elsewhere opens in a tab of its own. */
export const isUploadedFile = (url: string): boolean => url.startsWith('/api/files/');

/** `2.4 MB` */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [size, unit] =
    bytes < 1024 ** 2
      ? [bytes / 1024, 'kB']
      : bytes < 1024 ** 3
        ? [bytes / 1024 ** 2, 'MB']
        : [bytes / 1024 ** 3, 'GB'];
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} ${unit}`;
}
