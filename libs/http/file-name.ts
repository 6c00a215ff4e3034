/**
 * Returns the name of an uploaded file without control characters (PostgreSQL refuses NUL),
 * invisible characters and slashes, cut to 200 characters.
 * @param fallback the result if nothing is left of the name
 */
export function readableFileName(name: string | undefined, fallback = 'file'): string {
  const readable = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ')
    .trim();
  return Array.from(readable).slice(0, 200).join('') || fallback;
}
