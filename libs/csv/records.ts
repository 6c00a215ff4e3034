import Papa from 'papaparse';
import { decode, type Encoding } from './encoding.js';
import { cellTooLong, nulBytes, recordTooLong, tooManyColumns, unclosedQuote } from './messages.js';

/** One record of a file. */
export interface FileRow {
  /** Number of the row, as spreadsheets count: the first row is 1, and blank rows count, too. */
  row: number;
  cells: string[];
  /**
   * Whether the row is hidden in its sheet, for example by a filter. Only for rows of workbooks.
   */
  isHidden?: boolean;
}

export interface ReadOptions {
  encoding: Encoding;
  delimiter: string;
  /** Number of the header's row. It and the rows above are left out; none if it is 0 or absent. */
  headerRow?: number;
}

export const maxColumns = 200;
/** Maximum number of characters of a record. */
export const maxRecord = 1_000_000;
/** Maximum number of characters of a cell, as of the longest text in a form of the portal. */
export const maxCell = 100_000;
const batchRows = 1_000;
/** Characters that are parsed at once. Smaller blocks take more time, larger ones more memory. */
const blockLength = 65_536;

/**
 * Reads the records of a file in batches of at most 1,000, without blank ones. It has at most a
 * block or one record in memory, and reads from `bytes` only when the next batch is requested. A
 * carriage return at the end of a record is part of the line end.
 * @throws CsvError for a wrong encoding, NUL bytes, a record over 1 MB or 200 columns, a cell over
 *   100,000 characters, and a quote that is not closed
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter, headerRow = 0 }: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const tokenizer = createTokenizer(delimiter);
  let batch: FileRow[] = [];
  let buffer = '';
  const readBatches = function* (text: string, isLast: boolean) {
    for (const row of tokenizer.push(text, isLast)) {
      if (row.row <= headerRow) continue;
      if (batch.push(row) < batchRows) continue;
      yield batch;
      batch = [];
    }
  };
  for await (const text of decode(bytes, encoding)) {
    buffer += text;
    // blocks of one length, so that the result does not depend on the chunks in which bytes arrive
    for (; buffer.length >= blockLength; buffer = buffer.slice(blockLength))
      yield* readBatches(buffer.slice(0, blockLength), false);
  }
  yield* readBatches(buffer, true);
  if (batch.length > 0) yield batch;
}

/**
 * Reads the records at the beginning of a text. Throws the same errors as `readRows`.
 * @param isWhole whether the text is the whole file. Otherwise it may end inside a record.
 */
export function readSample(text: string, delimiter: string, isWhole: boolean): FileRow[] {
  const rows = [...createTokenizer(delimiter).push(text, isWhole)];
  if (rows.length === 0 && !isWhole && text.trim() !== '') throw tooLongError(text, delimiter, 1);
  return rows;
}

/**
 * Parses text in blocks with `Papa.Parser`. The streaming of papaparse itself renames duplicate
 * headers, drops `__proto__`, and keeps an endless quote in memory.
 */
function createTokenizer(delimiter: string) {
  let parser: Papa.Parser | undefined;
  let unparsed = '';
  let row = 0;
  return {
    *push(block: string, isLast: boolean): Generator<FileRow> {
      if (block.includes('\0')) throw nulBytes();
      const text = unparsed + block;
      if (text === '') return;
      parser ??= createParser(text, delimiter, isLast);
      if (!parser) {
        if (text.length > maxRecord) throw tooLongError(text, delimiter, 1);
        unparsed = text;
        return;
      }
      const { data, meta, errors } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>;
      const hasOpenQuote = errors.some(({ code }) => code === 'MissingQuotes');
      for (const [index, cells] of data.entries()) {
        row++;
        if (hasOpenQuote && index === data.length - 1) throw unclosedQuote(row);
        if (cells.length > maxColumns) throw tooManyColumns(row, cells.length, maxColumns);
        if (cells.some(({ length }) => length > maxCell)) throw cellTooLong(row, maxCell);
        const end = cells.length - 1;
        // the records of files with mixed line ends are divided at line feeds
        if (cells[end]!.endsWith('\r')) cells[end] = cells[end]!.slice(0, -1);
        if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
      }
      unparsed = isLast ? '' : text.slice(meta.cursor);
      if (unparsed.length > maxRecord) throw tooLongError(unparsed, delimiter, row + 1);
    },
  };
}

function createParser(text: string, delimiter: string, isLast: boolean): Papa.Parser | undefined {
  const newline = findLineEnd(text, isLast);
  return newline === null ? undefined : new Papa.Parser({ delimiter, newline });
}

/**
 * Returns `\n`, also for CRLF and mixed line ends, or `\r` for old Macintosh files; null if the
 * text is too short to decide.
 */
function findLineEnd(text: string, isLast: boolean): '\n' | '\r' | null {
  const unquoted = text.replace(/"[^"]*(?:"|$)/g, '');
  // a carriage return at the end of the text may be the first half of a CRLF
  const complete = isLast ? unquoted : unquoted.slice(0, -1);
  if (/\r(?!\n)/.test(complete) && !unquoted.includes('\n')) return '\r';
  return isLast || unquoted.includes('\n') ? '\n' : null;
}

/** Returns the error of a record that does not end within the limit. */
function tooLongError(text: string, delimiter: string, row: number) {
  const { data, errors } = new Papa.Parser({ delimiter, newline: '\n' }).parse(
    text,
    0,
    false,
  ) as Papa.ParseResult<string[]>;
  if (errors.some(({ code }) => code === 'MissingQuotes')) return unclosedQuote(row);
  const columns = data[0]?.length ?? 0;
  return columns > maxColumns ? tooManyColumns(row, columns, maxColumns) : recordTooLong(row);
}
