/**
 * Returns the pattern of `like` and `ilike` that finds texts which contain the words.
 * @param words of a user; `%`, `_` and `\` in them stand for themselves
 */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;
