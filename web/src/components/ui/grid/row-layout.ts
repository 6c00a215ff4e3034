/** Where the rows of a long list stand, so that only those in sight need to be in the document. */
export interface RowLayout {
  topOf: (row: number) => number;
  rowAt: (top: number) => number;
}

/** Rows of one height. */
export const evenRows = (height: number): RowLayout => ({
  topOf: (row) => row * height,
  rowAt: (top) => Math.floor(top / height),
});
