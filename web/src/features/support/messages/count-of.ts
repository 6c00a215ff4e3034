/** Returns the text under a field that says how many characters are used. */
export const countOf = (text: string, most: number): string =>
  `${text.trim().length} of ${most} characters`;
