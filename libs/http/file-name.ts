/**
 * The name of a file that somebody sent, fit to be stored and shown: without control and invisible characters (PostgreSQL
 * refuses NUL), without slashes, and not longer than 200 characters. `fallback` where nothing is left of it.
 */
export function readableFileName(name: string | undefined, fallback = 'file'): string {
  const readable = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ')
    .trim();
  return Array.from(readable).slice(0, 200).join('') || fallback;
}
