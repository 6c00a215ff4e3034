import { createHash } from 'node:crypto';
import type { ImportField } from '#libs/contracts';
import { parseDate } from '#libs/calendar';
import type { FileRow } from './records.js';
import { duplicateHeader } from './messages.js';
import { templateFields, headerNames, statementNames } from './header-names.js';

const meanings = new Map<string, { field: ImportField; rank: number }>();
for (const [field, names] of Object.entries(headerNames)) {
  for (const [rank, name] of names.entries())
    meanings.set(name, { field: field as ImportField, rank });
}

/** Returns the letters and digits of a header, in lower case. */
export const headerKey = (header: string): string =>
  header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Maximum number of characters of a header. A longer cell is text above the rows. */
export const maxHeader = 500;

/**
 * Returns the field that a header names, also with a remark in parentheses; null for an unknown
 * header. `rank` is the place of the header in the list of the field's names, and 0 is the best.
 */
export function meaningOf(header: string): { field: ImportField; rank: number } | null {
  if (header.length > maxHeader) return null;
  return meanings.get(headerKey(header)) ?? meanings.get(headerKey(withoutRemarks(header))) ?? null;
}

/** Returns a header without the remarks in parentheses. */
export function withoutRemarks(header: string): string {
  let result = '';
  let position = 0;
  for (;;) {
    const start = header.indexOf('(', position);
    const end = start === -1 ? -1 : header.indexOf(')', start);
    if (end === -1) return result + header.slice(position);
    result += header.slice(position, start);
    position = end + 1;
  }
}

/** Counts the different fields that the cells of a record name. */
export function namedFields(cells: string[]): number {
  return new Set(cells.flatMap((cell) => meaningOf(cell)?.field ?? [])).size;
}

/**
 * Finds the row of the header; 0 for a file that begins with data. It is the first row, unless the
 * header is below titles or a preamble, as in files of banks and in reports. Such a header has at
 * least the usual width of the file. It names two fields or more, or all records before it have one
 * cell, and it has more filled cells than each record before it.
 */
export function findHeader(records: FileRow[]): number {
  const first = records[0]!;
  if (namedFields(first.cells) >= 2) return first.row;
  const index = findLowerHeader(records);
  const header = records[index]!;
  const hasMostCells = records
    .slice(0, index)
    .every(({ cells }) => countFilled(cells) < countFilled(header.cells));
  if (index > 0 && hasMostCells) return header.row;
  return looksLikeData(first.cells) ? 0 : first.row;
}

/** Finds the index of a header below titles or a preamble; 0 if there is none. */
function findLowerHeader(records: FileRow[]): number {
  const width = usualWidth(records);
  const beginning = records.slice(0, 30);
  // some programs leave out empty cells at the end of a row, so that a header can be wider than
  // rows
  const mayBeHeader = ({ cells }: FileRow) => cells.length >= width && !looksLikeData(cells);
  const named = beginning.findIndex(
    (record) => mayBeHeader(record) && namedFields(record.cells) >= 2,
  );
  if (named > 0) return named;
  const firstWithSeveral = beginning.findIndex(({ cells }) => countFilled(cells) > 1);
  if (firstWithSeveral <= 0 || width <= 2) return 0;
  const candidate = beginning[firstWithSeveral]!;
  const isHeader = mayBeHeader(candidate) && countFilled(candidate.cells) > width / 2;
  return isHeader ? firstWithSeveral : 0;
}

/** Returns the number of cells that most records have. */
export function usualWidth(records: FileRow[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of records) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  return [...widths].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

/**
 * Returns the columns of a file in the template's format, which has all headers of the template;
 * null for any other file.
 * @throws CsvError if a header of the template appears twice
 */
export function templateColumns(header: string[]): Partial<Record<ImportField, number>> | null {
  const names = lowerCaseNames(header);
  const headers = Object.entries(templateFields);
  if (headers.some(([name]) => !names.includes(name))) return null;
  for (const [name] of headers)
    if (names.indexOf(name) !== names.lastIndexOf(name)) throw duplicateHeader(name);
  return Object.fromEntries(headers.map(([name, field]) => [field, names.indexOf(name)]));
}

/**
 * Returns the headers of the template that a similar header lacks. A similar header has `email`,
 * `amount` and one more of them. Returns nothing for the template's header and for other headers.
 */
export function missingHeaders(header: string[]): string[] {
  const names = lowerCaseNames(header);
  const all = Object.keys(templateFields);
  const missing = all.filter((name) => !names.includes(name));
  return names.includes('email') && names.includes('amount') && missing.length <= all.length - 3
    ? missing
    : [];
}

const lowerCaseNames = (header: string[]) => header.map((cell) => cell.trim().toLowerCase());

/**
 * Whether a header is that of a bank statement. There, a negative amount is money that left the
 * account.
 */
export function isStatement(header: string[]): boolean {
  const keys = new Set(header.filter((name) => name.length <= maxHeader).map(headerKey));
  return (
    statementNames.some((name) => keys.has(name)) ||
    (keys.has('postingdate') && keys.has('balance'))
  );
}

/**
 * Returns a hash of a header that does not depend on case and spaces. It finds the remembered
 * mapping of files with this header.
 */
export function fingerprint(header: string[]): string {
  const names = header.map((cell) =>
    cell.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase(),
  );
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Whether a record is no header, because it has an email address, or a date and an amount. */
function looksLikeData(cells: string[]): boolean {
  const isDate = (cell: string) =>
    (['ymd', 'mdy', 'dmy'] as const).some((style) => parseDate(cell, style) !== null);
  const isAmount = (cell: string) => /^[-($\s]*\d[\d.,' ]*\)?$/.test(cell.trim());
  return (
    cells.some((cell) => emailPattern.test(cell)) ||
    (cells.some(isDate) && cells.some((cell) => isAmount(cell) && !isDate(cell)))
  );
}

/** Whether a cell looks like an email address. The address need not exist. */
export const emailPattern = /^\s*[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,63}\s*$/;

const countFilled = (cells: string[]): number => cells.filter((cell) => cell.trim() !== '').length;
