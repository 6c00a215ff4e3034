/** Under a field: how much of its room is taken. */
export const countOf = (text: string, most: number): string =>
  `${text.trim().length} of ${most} characters`;
