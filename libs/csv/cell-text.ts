/**
 * Returns the text of a cell without spaces around it; the empty text if the row has no such cell.
 */
export const cellText = (cells: readonly string[], index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '').trim();
