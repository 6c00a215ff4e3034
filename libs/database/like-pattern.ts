/** Escapes the characters that have a meaning in a pattern. */
const escapePattern = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/**
 * Returns the pattern of `like` and `ilike` that finds texts which contain the words.
 * @param words of a user; `%`, `_` and `\` in them stand for themselves
 */
export const containing = (words: string): string => `%${escapePattern(words)}%`;

/** Like `containing`, for texts in which a word begins so, after a space. */
export const wordBeginningWith = (letters: string): string => `% ${escapePattern(letters)}%`;
