import type { ImportMapping } from '#libs/contracts';
import { allowedCells, type CellCounts } from './cell-count.js';

/**
 * Finds the cells of an amount that was divided at its comma, because it was not quoted, such as
 * "1" and "234.50" of 1,234.50. The surplus cells of the row must be exactly these.
 */
function findDividedAmount(
  record: readonly string[],
  { columns: { amount } }: ImportMapping,
  width: CellCounts,
): { index: number; count: number } | null {
  const surplus = record.length - allowedCells(width);
  if (amount === undefined || surplus <= 0) return null;
  const count = surplus + 1;
  const [first, ...otherCells] = record.slice(amount, amount + count).map((cell) => cell.trim());
  const isBeginning = /^[-+(]?\$?\d{1,3}$/.test(first ?? '');
  const last = otherCells.pop() ?? '';
  const isRest =
    otherCells.every((cell) => /^\d{3}$/.test(cell)) && /^\d{3}(?:\.\d\d)?\)?$/.test(last);
  return isBeginning && isRest ? { index: amount, count } : null;
}

/** @returns the cells of a divided amount as one text with commas; null if there are none */
export function findDividedAmountText(
  record: readonly string[],
  mapping: ImportMapping,
  width: CellCounts,
): string | null {
  const dividedAmount = findDividedAmount(record, mapping, width);
  return dividedAmount && joinCells(record, dividedAmount);
}

/**
 * Joins the cells of an amount that was divided at its comma.
 * @returns the same record if it has no such amount
 */
export function withWholeAmount(
  record: string[],
  mapping: ImportMapping,
  width: CellCounts,
): string[] {
  const dividedAmount = findDividedAmount(record, mapping, width);
  return dividedAmount
    ? record.toSpliced(dividedAmount.index, dividedAmount.count, joinCells(record, dividedAmount))
    : record;
}

const joinCells = (record: readonly string[], { index, count }: { index: number; count: number }) =>
  record
    .slice(index, index + count)
    .map((cell) => cell.trim())
    .join(',');
