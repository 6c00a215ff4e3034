import type { ImportMapping } from '#libs/contracts';
import type { RowContext } from './row-reading.js';

/**
 * How many cells a row needs: some programs leave out the empty cells at the end of a row. Only
 * notes, and columns without a meaning, may be left out. Any other missing cell can be a sign that
 * cells are shifted.
 */
export function requiredCells(columns: ImportMapping['columns'], ofHeader: number): number {
  const { notes: _notes, ...others } = columns;
  return Math.min(ofHeader, Math.max(0, ...Object.values(others)) + 1);
}

/** How many columns the header has, and how many cells every row has at least. */
export type CellCounts = Pick<RowContext, 'columns' | 'minCellsOfFile'>;

/** How many cells a row may have: blank ones beyond the header are allowed if every row has them. */
export const allowedCells = ({ columns, minCellsOfFile = columns }: CellCounts): number =>
  Math.max(columns, minCellsOfFile);

/** How many cells a row has too many. If nothing is known of the other rows, blank cells are allowed. */
export function countSurplus(record: readonly string[], width: CellCounts): number {
  const { minCellsOfFile = record.length } = width;
  const allowed = allowedCells({ ...width, minCellsOfFile });
  const isFilled = record.slice(width.columns, allowed).some((cell) => cell.trim() !== '');
  return Math.max(0, record.length - (isFilled ? width.columns : allowed));
}
