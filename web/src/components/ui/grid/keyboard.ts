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
  cell: CellAt,
  key: string,
  ctrl: boolean,
  { rows, columns, page }: GridShape,
): CellAt | null {
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  const row = (value: number) => Math.max(-1, Math.min(lastRow, value));
  switch (key) {
    case 'ArrowDown':
      return { ...cell, row: row(cell.row + 1) };
    case 'ArrowUp':
      return { ...cell, row: row(cell.row - 1) };
    case 'ArrowRight':
      return { ...cell, column: Math.min(lastColumn, cell.column + 1) };
    case 'ArrowLeft':
      return { ...cell, column: Math.max(0, cell.column - 1) };
    case 'PageDown':
      return { ...cell, row: row(cell.row + page) };
    case 'PageUp':
      return { ...cell, row: row(Math.max(0, cell.row - page)) };
    case 'Home':
      return ctrl ? { row: Math.min(0, lastRow), column: 0 } : { ...cell, column: 0 };
    case 'End':
      return ctrl ? { row: lastRow, column: lastColumn } : { ...cell, column: lastColumn };
    default:
      return null;
  }
}
