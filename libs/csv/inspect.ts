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

/** What a person has chosen about the reading of a file; what is absent is found. */
export type Choices = Pick<ImportMapping, 'encoding' | 'headerRow' | 'mendText'>;

/** What the beginning of a donation file tells. */
export interface Inspection {
  encoding: Encoding;
  /** false where a person must say whether the letters are right; then `questions` asks */
  certain: boolean;
  delimiter: string;
  /** the header's cells, trimmed; of a file without one `Column 1` and so on */
  header: string[];
  /** the header's row as a spreadsheet counts, data begins below; 0 where there is none */
  headerRow: number;
  /** the first records, whatever they are, to choose the header among them: at most 20 */
  first: FileRow[];
  /** the first rows of data, at most 20 */
  rows: FileRow[];
  /** whether the file is in the portal's own format; its rows are then read by the template's rules */
  template: boolean;
  /** what a header that resembles the template's lacks, in the specification's words */
  message: string | null;
  columns: ImportColumn[];
  /** whether cells are read as they were meant (`repairText`) */
  mendText: boolean;
  /** complete for the template; for other files the suggestions, for a person to confirm */
  mapping: ImportMapping;
  /** about encoding, header and columns; what the values leave open, `createObserver` asks after the whole file */
  questions: ImportQuestion[];
}

/**
 * Judges a file of text by its first bytes (some 256 KB; `whole` if that is all of it). Throws a CsvError for every file that
 * can't be read: empty, binary, without data row, with too many columns, or a template with a header twice.
 */
export function inspect(sample: Uint8Array, whole: boolean, choices: Choices = {}): Inspection {
  const detected = detectEncoding(sample, whole);
  const encoding = choices.encoding ?? detected.encoding;
  const certain = choices.encoding !== undefined || detected.certain;
  const { delimiter, records } = detectDialect(decodeSample(sample, encoding, whole), whole);
  const asked = certain ? [] : [askEncoding(sample, whole, delimiter)];
  return { ...judge(records, whole, choices, asked, encoding), certain, delimiter };
}

/** As `inspect`, of records that are cells already, as a spreadsheet has them. */
export function inspectRecords(
  records: FileRow[],
  whole: boolean,
  choices: Choices = {},
): Inspection {
  return { ...judge(records, whole, choices, [], 'utf-8'), certain: true, delimiter: '' };
}

function judge(
  records: FileRow[],
  whole: boolean,
  choices: Choices,
  asked: ImportQuestion[],
  encoding: Encoding,
): Omit<Inspection, 'certain' | 'delimiter'> {
  const mendText = choices.mendText ?? false;
  const read = mendText ? records.map(repairRow) : records;
  const headerRow = choices.headerRow ?? (read.length === 0 ? 1 : findHeader(read));
  const rows = read.filter(({ row }) => row > headerRow);
  if (whole ? rows.length === 0 : read.length === 0) throw tooFewRows();
  const header =
    headerRow === 0
      ? unnamed(read)
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
  const headless = headerRow === 0 && choices.headerRow === undefined;
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
      ...asked,
      ...(headless ? [{ kind: 'headerRow' as const, message: ask.headerRow, samples: [] }] : []),
      ...askColumns(mapping.columns),
    ],
  };
}

const columnsBySuggestion = (columns: ImportColumn[]): ImportMapping['columns'] =>
  Object.fromEntries(
    columns.flatMap(({ suggestion, index }) => (suggestion ? [[suggestion, index]] : [])),
  );

/** What the header alone says of the columns: enough to tell gifts from what else stands between them. */
const namedColumns = (header: string[]): ImportMapping['columns'] =>
  Object.fromEntries(
    header
      .flatMap((name, index) => (meaningOf(name) ? [[meaningOf(name)!.field, index] as const] : []))
      .reverse(),
  );

/** Names for the columns of a file that names none. */
function unnamed(records: FileRow[]): string[] {
  const width = records.slice(0, 200).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, index) => `Column ${index + 1}`);
}

/** With the same words in each encoding that they may be in, so that the right one is seen. */
function askEncoding(sample: Uint8Array, whole: boolean, delimiter: string): ImportQuestion {
  const words = (encoding: Encoding): string[] => {
    const cells = readSample(decodeSample(sample, encoding, whole), delimiter, whole).flatMap(
      (record) => record.cells.filter((cell) => /[^\0-\x7f]/.test(cell)),
    );
    return [...new Set(cells)].slice(0, 5).map((cell) => cell.trim().slice(0, 100));
  };
  const options = singleByte.flatMap((encoding) => {
    try {
      return [{ value: encoding, samples: words(encoding) }];
    } catch {
      return []; // has bytes that this encoding has not
    }
  });
  return { kind: 'encoding', message: ask.encoding, samples: options[0]?.samples ?? [], options };
}

function askColumns(columns: ImportMapping['columns']): ImportQuestion[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (
    columns.email === undefined &&
    columns.name === undefined &&
    columns.firstName === undefined &&
    columns.lastName === undefined
  ) {
    missing.push('the giver\u2019s email address or name');
  }
  return missing.length === 0
    ? []
    : [{ kind: 'columns', message: ask.columns(missing), samples: [] }];
}
