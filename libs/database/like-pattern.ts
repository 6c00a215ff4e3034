/** Escapes the special characters of a pattern. */
const escapePattern = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/**
 * Returns the pattern of `like` and `ilike` that finds texts which contain the words.
 * @param words entered by a user; `%`, `_` and `\` have no special meaning
 */
export const containing = (words: string): string => `%${escapePattern(words)}%`;

/**
 * Returns the pattern of `like` that finds texts in which a word begins with some letters. The
 * texts must have a space before each word, also before the first.
 */
export const wordBeginningWith = (letters: string): string => `% ${escapePattern(letters)}%`;
