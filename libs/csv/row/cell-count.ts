import type { ImportMapping } from '#libs/contracts';
import type { RowContext } from './row-reading.js';

/**
 * Returns the number of cells that a row needs. Some programs leave out the empty cells at the end
 * of a row. Only notes and columns without a meaning may be left out, because any other missing
 * cell can be a sign that the cells are shifted.
 */
export function requiredCells(columns: ImportMapping['columns'], ofHeader: number): number {
  const { notes: _notes, ...otherColumns } = columns;
  return Math.min(ofHeader, Math.max(0, ...Object.values(otherColumns)) + 1);
}

/** The number of columns of the header, and the minimum number of cells of all rows. */
export type CellCounts = Pick<RowContext, 'columns' | 'minCellsOfFile'>;

/**
 * Returns the number of cells that a row may have. Blank cells beyond the header are allowed if
 * every row has them.
 */
export const allowedCells = ({ columns, minCellsOfFile = columns }: CellCounts): number =>
  Math.max(columns, minCellsOfFile);

/** Counts the surplus cells of a row. If the other rows are not known, blank cells are allowed. */
export function countSurplus(record: readonly string[], width: CellCounts): number {
  const { minCellsOfFile = record.length } = width;
  const allowed = allowedCells({ ...width, minCellsOfFile });
  const isFilled = record.slice(width.columns, allowed).some((cell) => cell.trim() !== '');
  return Math.max(0, record.length - (isFilled ? width.columns : allowed));
}
