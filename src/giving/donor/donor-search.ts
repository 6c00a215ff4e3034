import { searchWords } from '#libs/contracts';
import { containing } from '#libs/database';

/**
 * Reads what a user searches for.
 * @param search null or absent: no search
 * @returns `patterns`: each word as a pattern of `like` on a search text; null if there is no word.
 *   `numberPattern`: the longest word with a digit as a pattern of `ilike`; null if there is none
 */
export function readSearch(search: string | null | undefined): {
  patterns: string[] | null;
  numberPattern: string | null;
} {
  const words = searchWords(search ?? '');
  const number = words.find((word) => /\d/.test(word));
  return {
    patterns: words.length > 0 ? words.map(containing) : null,
    numberPattern: number === undefined ? null : containing(number),
  };
}
