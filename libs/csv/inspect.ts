import type { ImportColumn, ImportMapping, ImportQuestion } from '#libs/contracts';
import { suggestColumns } from './columns.js';
import { detectDialect } from './dialect.js';
import { decodeSample, detectEncoding, singleByte, type Encoding } from './encoding.js';
import { createFooterFinder } from './footer.js';
import { findGroupColumn } from './detection/groups.js';
import { findHeader, isStatement, meaningOf, missingHeaders, templateColumns } from './header.js';
import { repairRow } from './repair-text.js';
import { ask, missingRequired, tooFewRows } from './messages.js';
import { readSample, type FileRow } from './records.js';

/** A user's choices about the reading of a file. Values that are absent are detected. */
export type Choices = Pick<ImportMapping, 'encoding' | 'headerRow' | 'mendText'>;

/** What is known of a donation file from its beginning. */
export interface Inspection {
  encoding: Encoding;
  /** False if a user must say whether the characters are correct. Then `questions` asks. */
  certain: boolean;
  delimiter: string;
  /** The trimmed cells of the header; `Column 1` and so on for a file without a header. */
  header: string[];
  /** The number of the header's row, as spreadsheets count; 0 if there is none. Data is below. */
  headerRow: number;
  /** The first records, at most 20, among which a user can choose the header. */
  first: FileRow[];
  /** The first rows of data, at most 20. */
  rows: FileRow[];
  /**
   * Whether the file has the template's format. Then the rules of the template hold for its rows.
   */
  template: boolean;
  /** What a header that is similar to the template's lacks, in the words of the specification. */
  message: string | null;
  columns: ImportColumn[];
  /** Whether damaged text is repaired (`repairText`). */
  mendText: boolean;
  /** Complete for the template. For other files it has suggestions that a user must confirm. */
  mapping: ImportMapping;
  /**
   * Questions about encoding, header and columns. `createObserver` asks about the values when the
   * whole file has been read.
   */
  questions: ImportQuestion[];
}

/**
 * Inspects a text file by its first bytes, about 256 KB.
 * @param isWhole whether the sample is the whole file
 * @throws CsvError for a file that cannot be read: empty, binary, without a data row, with too many
 *   columns, or in the template's format with a repeated header
 */
export function inspect(sample: Uint8Array, isWhole: boolean, choices: Choices = {}): Inspection {
  const detected = detectEncoding(sample, isWhole);
  const encoding = choices.encoding ?? detected.encoding;
  const certain = choices.encoding !== undefined || detected.certain;
  const { delimiter, records } = detectDialect(decodeSample(sample, encoding, isWhole), isWhole);
  const questions = certain ? [] : [askEncoding(sample, isWhole, delimiter)];
  const judged = judgeRecords({ records, whole: isWhole, choices, encoding, questions });
  return { ...judged, certain, delimiter };
}

/** Like `inspect`, for records of a workbook. */
export function inspectRecords(
  records: FileRow[],
  isWhole: boolean,
  choices: Choices = {},
): Inspection {
  const judged = judgeRecords({
    records,
    whole: isWhole,
    choices,
    encoding: 'utf-8',
    questions: [],
  });
  return { ...judged, certain: true, delimiter: '' };
}

interface Beginning {
  records: FileRow[];
  whole: boolean;
  choices: Choices;
  encoding: Encoding;
  /** The questions so far. */
  questions: ImportQuestion[];
}

function judgeRecords({
  records,
  whole: isWhole,
  choices,
  encoding,
  questions,
}: Beginning): Omit<Inspection, 'certain' | 'delimiter'> {
  const mendText = choices.mendText ?? false;
  const read = mendText ? records.map(repairRow) : records;
  const headerRow = choices.headerRow ?? (read.length === 0 ? 1 : findHeader(read));
  const rows = read.filter(({ row }) => row > headerRow);
  if (isWhole ? rows.length === 0 : read.length === 0) throw tooFewRows();
  const header =
    headerRow === 0
      ? numberColumns(read)
      : (read.find(({ row }) => row === headerRow)?.cells ?? []).map((cell) => cell.trim());
  const template = templateColumns(header);
  const lacking = template ? [] : missingHeaders(header);
  const isFooter = createFooterFinder(header, namedColumns(header));
  const columns = suggestColumns(
    header,
    rows.filter(({ cells }) => !isFooter(cells)),
  );
  const groups = template ? null : findGroupColumn(rows, columnsBySuggestion(columns));
  if (groups) {
    const column = columns[groups.index]!;
    columns[groups.index] = { ...column, suggestion: 'name', samples: groups.names.slice(0, 5) };
  }
  if (template) {
    const fields = new Map(
      Object.entries(template).map(([field, index]) => [index, field as keyof typeof template]),
    );
    for (const column of columns) column.suggestion = fields.get(column.index) ?? null;
  }
  const suggested = columnsBySuggestion(columns);
  const mapping: ImportMapping = template
    ? { columns: template, dateStyle: 'ymd', decimalStyle: 'point', encoding }
    : {
        columns: suggested,
        encoding,
        ...(groups ? { giverAbove: true } : {}),
        ...(isStatement(header) ? { isStatement: true } : {}),
      };
  const asksHeader = headerRow === 0 && choices.headerRow === undefined;
  return {
    encoding,
    header,
    headerRow,
    mendText,
    columns,
    mapping,
    template: template !== null,
    message: lacking.length > 0 ? missingRequired(lacking) : null,
    first: read.slice(0, 20),
    rows: rows.slice(0, 20),
    questions: [
      ...questions,
      ...(asksHeader ? [{ kind: 'headerRow' as const, message: ask.headerRow, samples: [] }] : []),
      ...askForMissingColumns(mapping.columns),
    ],
  };
}

const columnsBySuggestion = (columns: ImportColumn[]): ImportMapping['columns'] =>
  Object.fromEntries(
    columns.flatMap(({ suggestion, index }) => (suggestion ? [[suggestion, index]] : [])),
  );

/** Returns the columns by their headers alone, by which rows that are no data can be recognized. */
const namedColumns = (header: string[]): ImportMapping['columns'] =>
  Object.fromEntries(
    header
      .flatMap((name, index) => (meaningOf(name) ? [[meaningOf(name)!.field, index] as const] : []))
      .reverse(),
  );

/** Returns names for the columns of a file without a header. */
function numberColumns(records: FileRow[]): string[] {
  const width = records.slice(0, 200).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
}

/** Asks for the encoding. It shows the same words in each possible encoding. */
function askEncoding(sample: Uint8Array, isWhole: boolean, delimiter: string): ImportQuestion {
  const words = (encoding: Encoding): string[] => {
    const cells = readSample(decodeSample(sample, encoding, isWhole), delimiter, isWhole).flatMap(
      (record) => record.cells.filter((cell) => /[^\0-\x7f]/.test(cell)),
    );
    return [...new Set(cells)].slice(0, 5).map((cell) => cell.trim().slice(0, 100));
  };
  const options = singleByte.flatMap((encoding) => {
    try {
      return [{ value: encoding, samples: words(encoding) }];
    } catch {
      return []; // the sample has bytes that this encoding does not allow
    }
  });
  return { kind: 'encoding', message: ask.encoding, samples: options[0]?.samples ?? [], options };
}

/** Asks for the columns of the amount, the date and the giver, if one of them is not known. */
function askForMissingColumns(columns: ImportMapping['columns']): ImportQuestion[] {
  const givers = [columns.email, columns.name, columns.firstName, columns.lastName];
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (givers.every((index) => index === undefined))
    missing.push('the giver\u2019s email address or name');
  return missing.length === 0
    ? []
    : [{ kind: 'columns', message: ask.columns(missing), samples: [] }];
}
