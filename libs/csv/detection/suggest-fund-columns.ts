import type { ImportField, ImportMapping } from '#libs/contracts';
import type { FundColumn } from '../fund-columns.js';
import { namesFund, namesFundColumn, namesTotal } from '../fund-headings.js';

/** Fields that refer to the whole amount of a row, so that the row cannot be divided. */
const fieldsOfWhole: ImportField[] = ['moneyOut', 'fee', 'net', 'refunded', 'refundOf'];

/** Whether rows can be divided into one gift for each fund. */
export const canBeDivided = ({ columns }: ImportMapping): boolean =>
  fieldsOfWhole.every((field) => columns[field] === undefined);

/** As many funds as a mapping can hold. */
const maxFundColumns = 50;

/** A suggestion for reading a file with several columns of amounts. */
export interface FundColumnsOffer {
  fundColumns: FundColumn[];
  /** The column that is the sum of the others in each row; null if there is none. */
  total: number | null;
  /** Whether the file itself shows that the columns are funds. */
  isSure: boolean;
}

/**
 * Suggests how to divide the rows of a file with further columns of amounts.
 * @param further the columns of amounts without a meaning
 * @param total the column that is the sum of the others in each row
 * @returns null if the rows cannot be divided
 */
export function suggestFundColumns(
  mapping: ImportMapping,
  header: readonly string[],
  further: readonly number[],
  total: number | null,
): FundColumnsOffer | null {
  const { amount } = mapping.columns;
  const all = new Set(amount === undefined ? further : [amount, ...further]);
  const isTotal = (index: number) => index === total || namesTotal(header[index] ?? '');
  const columns = [...all].filter((index) => !isTotal(index)).toSorted((a, b) => a - b);
  if (columns.length < 2 || columns.length > maxFundColumns) return null;
  if (!canBeDivided(mapping)) return null;
  const pairs = pairWithFunds(columns, mapping, header);
  const fundColumns = columns.map((column) => pairs.get(column) ?? { column });
  const areFunds = columns.every((column) => namesFund(header[column] ?? ''));
  // The fund column of the file may name other funds than the headers of the amounts, or envelope
  // numbers. Then a user has to decide.
  const hasOtherFund = mapping.columns.campaign !== undefined && pairs.size === 0;
  const isSure = pairs.size === columns.length || (!hasOtherFund && (areFunds || total !== null));
  return { fundColumns, total: total ?? [...all].find(isTotal) ?? null, isSure };
}

/**
 * Finds for each column of amounts the column beside it that names the fund. These columns are
 * either all to the left or all to the right of their amounts.
 */
function pairWithFunds(
  columns: readonly number[],
  { columns: { campaign, ...otherColumns } }: ImportMapping,
  header: readonly string[],
): Map<number, FundColumn> {
  const used = new Set([...Object.values(otherColumns), ...columns]);
  const isFund = (index: number) =>
    index === campaign || (!used.has(index) && namesFundColumn(header[index] ?? ''));
  const pairsAt = (offset: number) =>
    columns
      .map((column) => ({ column, fundColumn: column + offset }))
      .filter(({ fundColumn }) => isFund(fundColumn));
  const [before, after] = [pairsAt(-1), pairsAt(1)];
  const pairs = new Map(
    (after.length > before.length ? after : before).map((pair) => [pair.column, pair]),
  );
  const isPaired = pairs.values().some(({ fundColumn }) => fundColumn === campaign);
  const { amount } = otherColumns;
  if (campaign === undefined || isPaired || amount === undefined) return pairs;
  if (columns.includes(amount) && !namesFund(header[amount] ?? ''))
    pairs.set(amount, { column: amount, fundColumn: campaign });
  return pairs;
}
