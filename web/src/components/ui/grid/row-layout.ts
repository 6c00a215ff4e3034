/**
 * The positions of the rows of a long list, so that only the visible ones need to be in the
 * document.
 */
export interface RowLayout {
  topOf: (row: number) => number;
  rowAt: (top: number) => number;
}

/** A layout of rows that have the same height. */
export const rowsOfEqualHeight = (height: number): RowLayout => ({
  topOf: (row) => row * height,
  rowAt: (top) => Math.floor(top / height),
});
