import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import { dateSerial } from '#libs/calendar';
import { rowsOf, type Cell, type ColumnKind, type Table } from './table.js';

const formats: Record<ColumnKind, { numFmt?: string; width?: number }> = {
  text: { width: 22 },
  date: { numFmt: 'yyyy-mm-dd', width: 12 },
  amount: { numFmt: '0.00', width: 14 },
  count: { width: 12 },
};

/** Digits that a number of a spreadsheet keeps. */
const maxDigits = 15;
const decimal = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the bytes of a table as an Excel workbook with one sheet, while its rows are read. Dates,
 * amounts and counts are numbers with their format. Everything else is text, so that `000123`,
 * `1E5` and `=1+1` stay as they are.
 */
export function xlsxBytes(table: Table): Readable {
  const kinds = table.columns.map(({ kind = 'text' }) => kind);
  const columns = table.columns.map(({ header }, index) => ({ header, ...formats[kinds[index]!] }));
  const stream = writeXlsxStream(storedRows(table, kinds), {
    name: 'Sheet1',
    columns,
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

async function* storedRows(table: Table, kinds: readonly ColumnKind[]) {
  for await (const cells of rowsOf(table))
    yield cells.map((cell, index) => storedCell(cell, kinds[index]!));
}

/**
 * Returns what a workbook stores in a cell: a number, a text, or null for nothing. A text in a
 * column of numbers, such as that of the last row, stays a text.
 */
export function storedCell(cell: Cell, kind: ColumnKind): string | number | null {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return cell;
  const number = kind === 'text' ? null : numberOf(cell, kind);
  return number ?? escapeCodes(cell);
}

function numberOf(cell: string, kind: ColumnKind): number | null {
  if (kind === 'date') return dateSerial(cell);
  const isExact = decimal.test(cell) && cell.replace(/\D/g, '').length <= maxDigits;
  return isExact ? Number(cell) : null;
}

/**
 * Workbooks write control characters as `_x000D_` (ECMA-376, 22.4.2.4): a text that looks so is
 * escaped.
 */
const escapeCodes = (text: string) => text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
