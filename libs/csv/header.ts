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

/** A header's letters and digits only. */
export const headerKey = (header: string): string =>
  header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Characters of a header's cell; a longer one is text that stands above the rows. */
export const maxHeader = 500;

/**
 * What a header names, and how well (0 is best), also with a remark in parentheses; null if it is none of the
 * names we know.
 */
export function meaningOf(header: string): { field: ImportField; rank: number } | null {
  if (header.length > maxHeader) return null;
  return meanings.get(headerKey(header)) ?? meanings.get(headerKey(withoutRemarks(header))) ?? null;
}

/** A header without what stands in parentheses. */
export function withoutRemarks(header: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = header.indexOf('(', at);
    const end = start === -1 ? -1 : header.indexOf(')', start);
    if (end === -1) return kept + header.slice(at);
    kept += header.slice(at, start);
    at = end + 1;
  }
}

/** How many different fields the headers of a record name. */
export function namedFields(cells: string[]): number {
  return new Set(cells.flatMap((cell) => meaningOf(cell)?.field ?? [])).size;
}

/**
 * The row of the header, or 0 for a file that begins with data. It is the first row, unless it stands below
 * titles or a preamble, as banks and reports have them: a later record of at least the file's usual width names
 * two fields or more, or all before it have one cell where the others have several; and all before it have
 * fewer filled cells.
 */
export function findHeader(records: FileRow[]): number {
  const first = records[0]!;
  if (namedFields(first.cells) >= 2) return first.row;
  const width = usualWidth(records);
  const beginning = records.slice(0, 30);
  // a program leaves out the empty cells at the end of a row, so that the header can have more cells than the rows
  const isWhole = ({ cells }: FileRow) => cells.length >= width && !looksLikeData(cells);
  const named = beginning.findIndex((record) => isWhole(record) && namedFields(record.cells) >= 2);
  const below = beginning.findIndex(({ cells }) => filled(cells) > 1);
  const found =
    named > 0
      ? named
      : width > 2 &&
          below > 0 &&
          isWhole(beginning[below]!) &&
          filled(beginning[below]!.cells) > width / 2
        ? below
        : 0;
  const header = records[found]!;
  if (
    found > 0 &&
    records.slice(0, found).every(({ cells }) => filled(cells) < filled(header.cells))
  )
    return header.row;
  return looksLikeData(first.cells) ? 0 : first.row;
}

/** The number of cells that most records have. */
export function usualWidth(records: FileRow[]): number {
  const widths = new Map<number, number>();
  for (const { cells } of records) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  return [...widths].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

/**
 * The columns of a file in the template's format, or null for any other file: all of the template's headers
 * make it the template. Throws a CsvError where one of them stands twice.
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
 * What a header lacks to be the template's, where it resembles it: `email`, `amount` and one more of the
 * template's headers . None for a header that is the template's or does not resemble it.
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

/** Whether a header is that of a bank statement, in which an amount below zero is money that left the account. */
export function isStatement(header: string[]): boolean {
  const keys = new Set(header.filter((name) => name.length <= maxHeader).map(headerKey));
  return (
    statementNames.some((name) => keys.has(name)) ||
    (keys.has('postingdate') && keys.has('balance'))
  );
}

/** Names a header, whatever its case and spaces, so that a mapping made once is remembered for the next such file. */
export function fingerprint(header: string[]): string {
  const names = header.map((cell) =>
    cell.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase(),
  );
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Column names hold no email address, and no full date beside an amount. */
function looksLikeData(cells: string[]): boolean {
  const isDate = (cell: string) =>
    (['ymd', 'mdy', 'dmy'] as const).some((style) => parseDate(cell, style) !== null);
  const isAmount = (cell: string) => /^[-($\s]*\d[\d.,' ]*\)?$/.test(cell.trim());
  return (
    cells.some((cell) => emailPattern.test(cell)) ||
    (cells.some(isDate) && cells.some((cell) => isAmount(cell) && !isDate(cell)))
  );
}

/** Not which addresses exist, only whether a cell means to be one. */
export const emailPattern = /^\s*[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,63}\s*$/;

const filled = (cells: string[]): number => cells.filter((cell) => cell.trim() !== '').length;
