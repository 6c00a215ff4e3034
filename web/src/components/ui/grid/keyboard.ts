export interface CellAt {
  /** -1 is the header. */
  row: number;
  column: number;
}

export interface GridShape {
  rows: number;
  columns: number;
  /** The number of rows that fit on the screen, for Page Up and Page Down. */
  page: number;
}

/** Returns the cell to which a key moves (the W3C grid pattern); null for other keys. */
export function moveCell(
  at: CellAt,
  key: string,
  ctrl: boolean,
  { rows, columns, page }: GridShape,
): CellAt | null {
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  const row = (value: number) => Math.max(-1, Math.min(lastRow, value));
  switch (key) {
    case 'ArrowDown':
      return { ...at, row: row(at.row + 1) };
    case 'ArrowUp':
      return { ...at, row: row(at.row - 1) };
    case 'ArrowRight':
      return { ...at, column: Math.min(lastColumn, at.column + 1) };
    case 'ArrowLeft':
      return { ...at, column: Math.max(0, at.column - 1) };
    case 'PageDown':
      return { ...at, row: row(at.row + page) };
    case 'PageUp':
      return { ...at, row: row(Math.max(0, at.row - page)) };
    case 'Home':
      return ctrl ? { row: Math.min(0, lastRow), column: 0 } : { ...at, column: 0 };
    case 'End':
      return ctrl ? { row: lastRow, column: lastColumn } : { ...at, column: lastColumn };
    default:
      return null;
  }
}
