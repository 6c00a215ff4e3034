import { Refusal } from '#libs/workers';

/** The maximum length of a header in bytes. Headers of persons' emails have a few kilobytes. */
const maxHeader = 1024 * 1024;

/**
 * Returns the bytes up to the first empty line, as a view of `raw`.
 * @throws Refusal for more than a megabyte
 */
export function headerOf(raw: Buffer): Buffer {
  const start = raw.subarray(0, maxHeader + 4);
  const ends = [start.indexOf('\n\n'), start.indexOf('\n\r\n')].filter((end) => end !== -1);
  if (ends.length > 0) return raw.subarray(0, Math.min(...ends) + 1);
  if (raw.length > maxHeader) throw new Refusal('The header of this email is too long.');
  return raw;
}
