import Papa from 'papaparse';
import { decode, type Encoding } from './encoding.js';
import { cellTooLong, nulBytes, recordTooLong, tooManyColumns, unclosedQuote } from './messages.js';

/** One record of a file. `row` counts as a spreadsheet does: the file's first row is 1, blank ones count too. */
export interface FileRow {
  row: number;
  cells: string[];
  /** whether the row is hidden in its sheet, for example by a filter; only rows of workbooks can be */
  isHidden?: boolean;
}

export interface ReadOptions {
  encoding: Encoding;
  delimiter: string;
  /** rows up to this one (the header and what stands above it) are left out; 0 or absent: none */
  headerRow?: number;
}

export const maxColumns = 200;
export const maxRecord = 1_000_000;
/** Characters of a cell: as many as the longest text that a form of the portal takes. */
export const maxCell = 100_000;
const batchRows = 1_000;
/** Characters tokenised at once. Much smaller costs time, much larger costs memory. */
const blockLength = 65_536;

/**
 * Reads a file's records in batches of at most 1,000, blank ones left out, holding no more than a
 * block or one record in memory. Nothing more is read from `bytes` until the next batch is asked for.
 * Throws a CsvError on the wrong encoding, NUL bytes, a record over 1 MB or 200 columns,
 * a cell over 100,000 characters, and an unclosed quote. A carriage return at the very end of a record counts as part of its line end.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter, headerRow = 0 }: ReadOptions,
): AsyncGenerator<FileRow[]> {
  const tokenizer = createTokenizer(delimiter);
  let batch: FileRow[] = [];
  let waiting = '';
  const take = function* (text: string, last: boolean) {
    for (const row of tokenizer.push(text, last)) {
      if (row.row <= headerRow) continue;
      if (batch.push(row) < batchRows) continue;
      yield batch;
      batch = [];
    }
  };
  for await (const text of decode(bytes, encoding)) {
    waiting += text;
    // Blocks of one exact length, so that the result can't depend on how the bytes arrived.
    for (; waiting.length >= blockLength; waiting = waiting.slice(blockLength))
      yield* take(waiting.slice(0, blockLength), false);
  }
  yield* take(waiting, true);
  if (batch.length > 0) yield batch;
}

/** The records at the beginning of a text that may end anywhere (`whole`: at the file's end). Throws as `readRows`. */
export function readSample(text: string, delimiter: string, whole: boolean): FileRow[] {
  const rows = [...createTokenizer(delimiter).push(text, whole)];
  if (rows.length === 0 && !whole && text.trim() !== '') throw endless(text, delimiter, 1);
  return rows;
}

/**
 * papaparse's tokeniser, driven block by block: `Papa.Parser` is the part beneath its own streaming,
 * which renames duplicate headers, drops `__proto__`, and holds an endless quote in memory.
 */
function createTokenizer(delimiter: string) {
  let parser: Papa.Parser | undefined;
  let rest = '';
  let row = 0;
  return {
    *push(block: string, last: boolean): Generator<FileRow> {
      if (block.includes('\0')) throw nulBytes();
      const text = rest + block;
      if (text === '') return;
      parser ??= parserFor(text, delimiter, last);
      if (!parser) {
        if (text.length > maxRecord) throw endless(text, delimiter, 1);
        rest = text;
        return;
      }
      const { data, meta, errors } = parser.parse(text, 0, !last) as Papa.ParseResult<string[]>;
      const unclosed = errors.some(({ code }) => code === 'MissingQuotes');
      for (const [index, cells] of data.entries()) {
        row++;
        if (unclosed && index === data.length - 1) throw unclosedQuote(row);
        if (cells.length > maxColumns) throw tooManyColumns(row, cells.length, maxColumns);
        if (cells.some(({ length }) => length > maxCell)) throw cellTooLong(row, maxCell);
        const end = cells.length - 1;
        // Files with mixed line ends are read by their line feeds.
        if (cells[end]!.endsWith('\r')) cells[end] = cells[end]!.slice(0, -1);
        if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
      }
      rest = last ? '' : text.slice(meta.cursor);
      if (rest.length > maxRecord) throw endless(rest, delimiter, row + 1);
    },
  };
}

function parserFor(text: string, delimiter: string, last: boolean): Papa.Parser | undefined {
  const newline = lineEnd(text, last);
  return newline === null ? undefined : new Papa.Parser({ delimiter, newline });
}

/** `\n` (also for CRLF and mixtures) or, for old Macintosh files, `\r`; null while the text is too short to tell. */
function lineEnd(text: string, last: boolean): '\n' | '\r' | null {
  const unquoted = text.replace(/"[^"]*(?:"|$)/g, '');
  // A carriage return at the end of the text may be half of a CRLF.
  if (/\r(?!\n)/.test(last ? unquoted : unquoted.slice(0, -1)) && !unquoted.includes('\n'))
    return '\r';
  return last || unquoted.includes('\n') ? '\n' : null;
}

/** Why a record did not end within the limit. */
function endless(text: string, delimiter: string, row: number) {
  const { data, errors } = new Papa.Parser({ delimiter, newline: '\n' }).parse(
    text,
    0,
    false,
  ) as Papa.ParseResult<string[]>;
  if (errors.some(({ code }) => code === 'MissingQuotes')) return unclosedQuote(row);
  const columns = data[0]?.length ?? 0;
  return columns > maxColumns ? tooManyColumns(row, columns, maxColumns) : recordTooLong(row);
}
