/** A cell to write. Null and undefined are blank cells; format amounts and dates before. */
export type CsvValue = string | number | bigint | null | undefined;

/**
 * The byte order mark is the first character of every file. Without it Excel misreads accented
 * letters.
 */
export const byteOrderMark = '\ufeff';

const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Other delimiters are quoted too: a spreadsheet set to another country splits at its own. */
const needsQuotes = /[",;\t|\r\n]/;

/**
 * Returns one cell by RFC 4180. A text that a spreadsheet would take for a formula (it begins with
 * `=`, `+`, `-` or `@`, also of full width, a tab or a line end) gets a leading `'`. Plain numbers
 * such as `-5.00` stay numbers.
 */
export function csvCell(value: CsvValue, delimiter = ','): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) || safe.includes(delimiter)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** Returns one record with its line end (CRLF). */
export function csvLine(cells: readonly CsvValue[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/**
 * Returns a whole file as text, with its byte order mark. For files of any length use `csvLine`.
 */
export function writeCsv(rows: Iterable<readonly CsvValue[]>): string {
  let text = byteOrderMark;
  for (const cells of rows) text += csvLine(cells);
  return text;
}
