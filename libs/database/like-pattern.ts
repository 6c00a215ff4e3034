/** Escapes the special characters of a pattern. */
const escapePattern = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/**
 * Returns the pattern of `like` and `ilike` that finds texts which contain the words.
 * @param words entered by a user; `%`, `_` and `\` have no special meaning
 */
export const containing = (words: string): string => `%${escapePattern(words)}%`;

/** Returns the pattern that finds texts with a word that begins with the letters, after a space. */
export const wordBeginningWith = (letters: string): string => `% ${escapePattern(letters)}%`;
