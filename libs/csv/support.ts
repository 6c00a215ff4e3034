// Helpers of the tests of this library.

import { writeCsv } from '#libs/csv-writer';
import type { ImportMapping } from '#libs/contracts';
import { createReader, readRow } from './row/row.js';
import { CsvError } from './messages.js';
import { readRows, type FileRow, type ReadOptions } from './records.js';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Yields a file in chunks of `size` bytes. */
export async function* chunked(file: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += size)
    yield await Promise.resolve(file.subarray(start, start + size));
}

/** Returns the message of the CsvError that `run` throws. Any other result is a failure. */
export function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CsvError) return error.message;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

/** Reads all rows of a file. */
export async function readAll(
  file: Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<ReadOptions> = {},
  size?: number,
): Promise<FileRow[]> {
  const source = file instanceof Uint8Array ? chunked(file, size) : file;
  const rows: FileRow[] = [];
  for await (const batch of readRows(source, { encoding: 'utf-8', delimiter: ',', ...options }))
    rows.push(...batch);
  return rows;
}

/** Reads the cells of all rows of a text. */
export async function cellsOf(
  text: string,
  options: Partial<ReadOptions> = {},
  size?: number,
): Promise<string[][]> {
  return (await readAll(bytes(text), options, size)).map(({ cells }) => cells);
}

/** The template with its example rows, as a user downloads it. */
export const templateText = writeCsv([
  ['email', 'amount', 'paymentmethod', 'date', 'campaign', 'notes'],
  ['john.doe@example.com', '25.00', 'Cash', '2025-01-05', 'General Fund', 'Sunday offering'],
  ['jane.smith@example.com', '1000.00', 'Zeffy', '2025-01-12', 'Building Fund', ''],
]);

/** A reading of a row that is a gift. */
export const gift = { is: 'gift' };

/** The mapping of a bank's file with the columns date, name, amount, method and email address. */
export const bankMapping: ImportMapping = {
  columns: { date: 0, name: 1, amount: 2, paymentMethod: 3, email: 4 },
  dateStyle: 'dmy',
  decimalStyle: 'comma',
  words: { paymentMethod: { GIRO: 'Other', 'bank card': 'Card' } },
};

/** Reads a row of the bank's file. */
export const readBankRow = (
  cells: string[],
  changes: Partial<ImportMapping> = {},
): ReturnType<typeof readRow> =>
  readRow(cells, createReader({ ...bankMapping, ...changes }), { columns: 5, template: false });
