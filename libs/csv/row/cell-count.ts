import type { ImportMapping } from '#libs/contracts';
import type { RowContext } from './row-reading.js';

/**
 * How many cells a row must have: some programs leave out the empty cells at the end of a row. Only notes, and columns
 * without a meaning, may be left out. Any other missing cell can be a sign that cells are shifted.
 */
export function leastCells(columns: ImportMapping['columns'], ofHeader: number): number {
  const { notes: _notes, ...others } = columns;
  return Math.min(ofHeader, Math.max(0, ...Object.values(others)) + 1);
}

/** The cells beyond the header, without blank ones that every row of the file has. */
export function countSurplus(
  record: string[],
  { columns, leastCells = record.length }: RowContext,
): number {
  const forgiven = Math.max(columns, leastCells);
  const isFilled = record.slice(columns, forgiven).some((cell) => cell.trim() !== '');
  return isFilled ? record.length - columns : Math.max(0, record.length - forgiven);
}
