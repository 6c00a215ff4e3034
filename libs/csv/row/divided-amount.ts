import type { ImportMapping } from '#libs/contracts';

/** Finds the cells that a comma without quotes made of one amount: "1" and "234.50" of 1,234.50. */
function findDividedAmount(
  record: readonly string[],
  { columns: { amount } }: ImportMapping,
): { index: number; count: number } | null {
  if (amount === undefined) return null;
  const cell = (index: number) => (record[index] ?? '').trim();
  if (!/^[-+(]?\$?\d{1,3}$/.test(cell(amount))) return null;
  let count = 1;
  while (/^\d{3}$/.test(cell(amount + count))) count++;
  if (/^\d{3}\.\d\d\)?$/.test(cell(amount + count))) count++;
  return count > 1 ? { index: amount, count } : null;
}

/** @returns the cells that read as one amount, with their commas; null if there are none */
export function dividedAmount(record: readonly string[], mapping: ImportMapping): string | null {
  const found = findDividedAmount(record, mapping);
  return found && joined(record, found);
}

/**
 * Puts an amount together again that a comma without quotes divided.
 * @returns the record with as many cells as `columns`; the same record if it has no such amount, or other cells too many
 */
export function withWholeAmount(
  record: string[],
  mapping: ImportMapping,
  columns: number,
): string[] {
  const found = record.length > columns ? findDividedAmount(record, mapping) : null;
  if (!found) return record;
  const whole = record.toSpliced(found.index, found.count, joined(record, found));
  return whole.length <= columns ? whole : record;
}

const joined = (record: readonly string[], { index, count }: { index: number; count: number }) =>
  record
    .slice(index, index + count)
    .map((cell) => cell.trim())
    .join(',');
