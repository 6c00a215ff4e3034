import type { ImportMapping } from '#libs/contracts';

export type Encoding = NonNullable<ImportMapping['encoding']>;

/** The encodings of a file with their labels, the most likely first. */
export const encodings: readonly (readonly [Encoding, string])[] = [
  ['utf-8', 'Unicode (UTF-8)'],
  ['windows-1252', 'Western (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['macintosh', 'Macintosh (Mac Roman)'],
  ['utf-16le', 'UTF-16'],
  ['utf-16be', 'UTF-16, big-endian'],
];
