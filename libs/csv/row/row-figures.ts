import type { ImportField, ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import type { Meaning } from './row-meaning.js';
import type { RowFigures, RowValues } from './row-reading.js';

/**
 * The apostrophe that `csvCell` and other programs write before a cell that looks like a formula.
 */
const guard = /^'(?=[=+\-@＝＋－＠])/;

/**
 * Returns the text of a formula such as `="000451"`, by which programs protect a number from
 * spreadsheets.
 */
const withoutFormula = (cell: string): string =>
  cell.startsWith('="') && cell.endsWith('"') && cell.length >= 3 ? cell.slice(2, -1) : cell;

/** Returns the cells of a record by the fields of their columns. */
export function valuesOf(record: string[], columns: ImportMapping['columns']): RowValues {
  const values: RowValues = {};
  for (const field in columns) {
    const cell = withoutFormula(record[columns[field as ImportField]!]?.trim() ?? '');
    if (cell) values[field as ImportField] = cell.startsWith("'") ? cell.replace(guard, '') : cell;
  }
  return values;
}

/**
 * Returns the amounts of a row, also of a row that is no gift or cannot be recorded. A gift whose
 * status says that it was refunded is a gift and its refund, unless the row names another gift that
 * it refunds.
 */
export function figuresOf(
  values: RowValues,
  mapping: ImportMapping,
  template: boolean,
  { meaning, field, word }: Meaning,
): RowFigures {
  const cents = (text: string | undefined) => readAmount(text, mapping, template);
  const amount = cents(values.amount);
  const inFile = amount;
  const moneyOut = mapping.columns.moneyOut === undefined ? null : cents(values.moneyOut);
  if (meaning === 'not' && moneyOut)
    return { inFile, amount: -absolute(moneyOut), gross: 0n, refunded: 0n, fee: 0n };
  const fee = absolute(cents(values.fee) ?? 0n);
  // an amount in another currency is no gift before a user has set the dollars
  if (amount === null || meaning === 'not' || (meaning === 'ask' && field === 'currency'))
    return { inFile, amount, gross: 0n, refunded: 0n, fee: 0n };
  const isRefunded =
    meaning === 'refund' && field === 'status' && amount > 0n && values.refundOf === undefined;
  if (meaning === 'refund' && !isRefunded)
    return {
      inFile,
      amount: -absolute(amount),
      gross: 0n,
      refunded: absolute(amount),
      fee: isDispute(word) ? fee : -fee,
    };
  // an amount of 0 or less is no gift, but an error
  if (amount <= 0n) return { inFile, amount, gross: 0n, refunded: 0n, fee: 0n };
  const refunded = absolute(cents(values.refunded) ?? 0n) || (isRefunded ? amount : 0n);
  return { inFile, amount: amount - refunded, gross: amount, refunded, fee };
}

/**
 * Whether a refund is a dispute, for which a giving service charges a fee. It returns the fee of
 * other refunds.
 */
const isDispute = (word: string) => /dispute|charge ?back|charged back/i.test(word);

function readAmount(
  text: string | undefined,
  { decimalStyle }: ImportMapping,
  template: boolean,
): bigint | null {
  const parsed =
    text === undefined ? null : parseFileMoney(text, template ? 'point' : decimalStyle);
  return parsed?.ok ? parsed.cents : null;
}

/**
 * Returns the amount of a record in the file, without the changes of users.
 * @returns cents; null if it cannot be read
 */
export const amountInFile = (
  record: string[],
  mapping: ImportMapping,
  template: boolean,
): bigint | null => readAmount(valuesOf(record, mapping.columns).amount, mapping, template);

const absolute = (value: bigint) => (value < 0n ? -value : value);
