import type { ImportMapping } from '#libs/contracts';
import { parseFileMoney } from '#libs/money';
import { cellText } from './cell-text.js';
import { namesAmount, namesFund } from './fund-headings.js';
import { tooManyParts } from './messages.js';
import type { FileRow } from './records.js';
import { requiredCells, type CellCounts } from './row/cell-count.js';
import { shorten } from './shorten.js';

// Files with one column of amounts for each fund, such as "Tithe" and "Offering". Each row of such
// a file is divided into parts, one for each amount, and each part is read like a row: two cells
// after the cells of the file contain its amount and its fund. With n funds, the parts of row r of
// the file have the numbers r * n to r * n + n - 1 in the draft, whether or not a fund has an
// amount.

/** A column of amounts, and the column that names its fund in each row, if there is one. */
export type FundColumn = NonNullable<ImportMapping['fundColumns']>[number];

/** The highest number of a row that the database stores. */
const maxRow = 2 ** 31 - 1;

/** The cells that are added after those of the file: the amount and the fund. */
const addedCells = 2;

/**
 * Returns the mapping by which the parts are read; the same mapping for a file without columns of
 * funds.
 */
export function mappingOfParts(mapping: ImportMapping, columnsOfFile: number): ImportMapping {
  if (!mapping.fundColumns) return mapping;
  const columns = { ...mapping.columns, amount: columnsOfFile, campaign: columnsOfFile + 1 };
  return { ...mapping, columns };
}

/** Returns how many cells the parts have, from how many cells the rows of the file have. */
export function widthOfParts(
  { columns, minCellsOfFile }: CellCounts,
  { fundColumns }: ImportMapping,
): CellCounts {
  if (!fundColumns) return { columns, minCellsOfFile };
  return {
    columns: columns + addedCells,
    minCellsOfFile: minCellsOfFile === undefined ? undefined : minCellsOfFile + addedCells,
  };
}

/** Whether a cell contains no amount. Files with many funds write "0.00" or "-" in such cells. */
function isNoAmount(cell: string): boolean {
  const text = cell.trim();
  if (/^[\s$€£-]*$/.test(text)) return true;
  const parsed = [parseFileMoney(text), parseFileMoney(text, 'comma')];
  return parsed.some((amount) => amount.ok && amount.cents === 0n);
}

/**
 * Returns a function that finds the fund of a part: in its own column, in a column of the row, or
 * in the heading. If a row was downloaded and is imported again, a column of the row contains the
 * fund that a user has set.
 */
function createFundReader({ fundColumns, columns }: ImportMapping, header: readonly string[]) {
  const isUsedByOneFund = fundColumns?.some(({ fundColumn }) => fundColumn === columns.campaign);
  const columnOfRow = isUsedByOneFund ? undefined : columns.campaign;
  return (cells: readonly string[], { column, fundColumn }: FundColumn): string => {
    const heading = (header[column] ?? '').trim();
    const fundOfHeading = namesFund(heading) ? heading : '';
    if (fundColumn !== undefined) return (cells[fundColumn] ?? '').trim() || fundOfHeading;
    const fundOfRow = cellText(cells, columnOfRow);
    return fundOfRow || (namesAmount(heading) ? '' : heading);
  };
}

/**
 * Returns a function that divides rows of a file into their parts. A row without any amount has one
 * part, and so has a row that lacks cells, which stays too short. Without columns of funds, each
 * row is returned as it is. The function throws a CsvError if the parts have higher numbers than
 * the database stores.
 */
export function createRowDivider(
  mapping: ImportMapping,
  header: readonly string[],
): (row: FileRow) => FileRow[] {
  const { fundColumns, columns } = mapping;
  if (!fundColumns) return (row) => [row];
  const { amount: _amount, campaign: _campaign, ...otherColumns } = columns;
  const fundOf = createFundReader(mapping, header);
  const needed = requiredCells(otherColumns, header.length);
  return (fileRow) => {
    const { row, cells } = fileRow;
    const numberOf = (part: number) => firstPartOf(row, mapping) + part;
    if (numberOf(fundColumns.length) > maxRow) throw tooManyParts(row);
    if (cells.length < needed) return [{ ...fileRow, row: numberOf(0) }];
    const cellsOfFile = header.map((_, index) => cells[index] ?? '');
    const furtherCells = cells.slice(header.length);
    const amountIn = ({ column }: FundColumn) => cellsOfFile[column] ?? '';
    const toPart = (fund: FundColumn, part: number): FileRow => ({
      ...fileRow,
      row: numberOf(part),
      cells: [...cellsOfFile, amountIn(fund), fundOf(cellsOfFile, fund), ...furtherCells],
    });
    const parts = fundColumns
      .map((fund, part) => ({ fund, part }))
      .filter(({ fund }) => !isNoAmount(amountIn(fund)))
      .map(({ fund, part }) => toPart(fund, part));
    return parts.length > 0 ? parts : [toPart(fundColumns[0]!, 0)];
  };
}

/** Returns the number that the first part of a row of the file has in the draft. */
export const firstPartOf = (rowOfFile: number, { fundColumns }: ImportMapping): number =>
  rowOfFile * (fundColumns?.length ?? 1);

/**
 * Returns a function that names rows of a draft so that people find them in the file: "3", or "3,
 * Offering".
 */
export function createRowNames(
  mapping: ImportMapping | null,
  header: readonly string[],
): (row: number) => string {
  const fundColumns = mapping?.fundColumns;
  if (!fundColumns) return String;
  const headings = fundColumns.map(({ column }) => shorten((header[column] ?? '').trim()));
  const names = headings.map((heading, part) => {
    const isUnique = heading !== '' && headings.indexOf(heading) === headings.lastIndexOf(heading);
    return isUnique ? heading : `${heading || 'Amount'} ${part + 1}`;
  });
  return (row) => `${Math.floor(row / names.length)}, ${names[row % names.length]!}`;
}

/** A part as a row of the file. */
interface RowOfFile {
  /** The cells, without the amounts of the other parts. */
  cells: string[];
  /** The columns of the file that contain the values of the part. */
  columns: ImportMapping['columns'];
}

/** Returns a row of a draft as a row of its file. */
export function asRowOfFile(
  { row, record }: { row: number; record: readonly string[] },
  { columns, fundColumns }: ImportMapping,
  columnsOfFile: number,
): RowOfFile {
  const cells = Array.from({ length: columnsOfFile }, (_, index) => record[index] ?? '');
  if (!fundColumns) return { cells, columns };
  const part = row % fundColumns.length;
  for (const [other, { column }] of fundColumns.entries()) if (other !== part) cells[column] = '';
  const { amount: _amount, campaign: _campaign, ...otherColumns } = columns;
  const { column: amount, fundColumn } = fundColumns[part]!;
  const campaignColumn = fundColumn === undefined ? {} : { campaign: fundColumn };
  return { cells, columns: { ...otherColumns, amount, ...campaignColumn } };
}
