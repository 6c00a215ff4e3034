/**
 * A cell of a table: dates as `YYYY-MM-DD`, amounts in dollars with two decimals, such as `12.50`.
 */
export type Cell = string | number | null;

/** What the cells of a column are. It decides how a workbook stores them. */
export type ColumnKind = 'text' | 'date' | 'amount' | 'count';

export interface Column {
  header: string;
  /** default: text */
  kind?: ColumnKind;
}

/** A table that a user downloads. */
export interface Table {
  /** the name of the file, without its ending */
  name: string;
  columns: readonly Column[];
  /** read once; each row has a cell for each column */
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
  /**
   * Returns the text of the first cell of the last row, after all rows have been read. The other
   * cells of that row are empty, so that the sum of a column is the sum of its rows. Absent if the
   * table has no such row.
   */
  closing?: () => string;
}

/** Rows between two pauses in which the program does something else. */
const rowsPerTurn = 500;

/**
 * Yields the rows of a table with its last row, and lets the program do other work between them.
 * @throws Error if a row lacks cells or has too many
 */
export async function* rowsOf({ columns, rows, closing }: Table): AsyncGenerator<readonly Cell[]> {
  let count = 0;
  for await (const cells of rows) {
    if (cells.length !== columns.length)
      throw new Error(`A row has ${cells.length} cells for ${columns.length} columns.`);
    if (++count % rowsPerTurn === 0) await new Promise(setImmediate);
    yield cells;
  }
  if (closing) yield columns.map((_, index) => (index === 0 ? closing() : null));
}
