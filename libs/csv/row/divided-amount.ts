import type { ImportMapping } from '#libs/contracts';
import { allowedCells, type CellCounts } from './cell-count.js';

/**
 * Finds the cells that a comma without quotes made of one amount, such as "1" and "234.50" of
 * 1,234.50: the row has exactly these cells too many.
 */
function findDividedAmount(
  record: readonly string[],
  { columns: { amount } }: ImportMapping,
  width: CellCounts,
): { index: number; count: number } | null {
  const surplus = record.length - allowedCells(width);
  if (amount === undefined || surplus <= 0) return null;
  const count = surplus + 1;
  const [first, ...others] = record.slice(amount, amount + count).map((cell) => cell.trim());
  const isBeginning = /^[-+(]?\$?\d{1,3}$/.test(first ?? '');
  const last = others.pop() ?? '';
  const isRest = others.every((cell) => /^\d{3}$/.test(cell)) && /^\d{3}(?:\.\d\d)?\)?$/.test(last);
  return isBeginning && isRest ? { index: amount, count } : null;
}

/** @returns the cells that read as one amount, with their commas; null if there are none */
export function findDividedAmountText(
  record: readonly string[],
  mapping: ImportMapping,
  width: CellCounts,
): string | null {
  const found = findDividedAmount(record, mapping, width);
  return found && joined(record, found);
}

/**
 * Puts an amount together again that a comma without quotes divided.
 * @returns the same record if it has no such amount
 */
export function withWholeAmount(
  record: string[],
  mapping: ImportMapping,
  width: CellCounts,
): string[] {
  const found = findDividedAmount(record, mapping, width);
  return found ? record.toSpliced(found.index, found.count, joined(record, found)) : record;
}

const joined = (record: readonly string[], { index, count }: { index: number; count: number }) =>
  record
    .slice(index, index + count)
    .map((cell) => cell.trim())
    .join(',');
