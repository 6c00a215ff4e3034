/** A cell to write. Null and undefined are blank cells; format amounts and dates before. */
export type CsvValue = string | number | bigint | null | undefined;

export interface WriteOptions {
  delimiter?: string;
  /** begin with a byte order mark, without which Excel misreads accented letters */
  bom?: boolean;
}

/**
 * One cell by RFC 4180. A text that a spreadsheet would take for a formula (beginning with `=`, `+`,
 * `-`, `@`, also of full width, a tab or a line end) gets a leading `'`; plain numbers such as `-5.00` stay numbers.
 */
export function csvCell(value: CsvValue, delimiter = ','): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe =
    /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  // Other delimiters are quoted too: a spreadsheet set to another country splits at its own.
  return /[",;\t|\r\n]/.test(safe) || safe.includes(delimiter)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** One record with its line end (CRLF). */
export function csvLine(cells: readonly CsvValue[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** A whole file as text. For a long export write `csvLine`s to a stream instead. */
export function writeCsv(
  rows: Iterable<readonly CsvValue[]>,
  { delimiter = ',', bom = false }: WriteOptions = {},
): string {
  let text = bom ? '\ufeff' : '';
  for (const cells of rows) text += csvLine(cells, delimiter);
  return text;
}

/** The template that a treasurer downloads: the required headers and two example rows. */
export function templateCsv(): string {
  return writeCsv([
    ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'],
    ['john.doe@example.com', '25.00', 'Cash', '2025-01-05', 'General Fund', 'Sunday offering'],
    ['jane.smith@example.com', '1000.00', 'Zeffy', '2025-01-12', 'Building Fund', ''],
  ]);
}
