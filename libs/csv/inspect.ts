import type { ImportColumn, ImportMapping, ImportQuestion } from '#libs/contracts';
import { suggestColumns } from './columns.js';
import { detectDialect } from './dialect.js';
import { decodeSample, detectEncoding, type Encoding } from './encoding.js';
import { findHeader, templateColumns } from './header.js';
import { ask, tooFewRows } from './messages.js';
import type { FileRow } from './records.js';

/** What the beginning of a donation file tells. */
export interface Inspection {
  encoding: Encoding;
  /** false where a person must say whether the letters are right; then `questions` asks */
  certain: boolean;
  delimiter: string;
  /** the header's cells, trimmed */
  header: string[];
  /** the header's row as a spreadsheet counts; data begins below */
  headerRow: number;
  /** the first rows of data, at most 20 */
  rows: FileRow[];
  /** whether the file is in the portal's own format; its rows are then read by the template's rules */
  template: boolean;
  columns: ImportColumn[];
  /** complete for the template; for other files the suggestions, for a person to confirm */
  mapping: ImportMapping;
  /** about encoding and columns; what the values leave open, `createObserver` asks after the whole file */
  questions: ImportQuestion[];
}

/**
 * Judges a file by its first bytes (some 256 KB; `whole` if that is all of it). `encoding` overrides
 * the detected one, once a person has chosen. Throws a CsvError for every file that can't be read:
 * empty, binary, without header or data row, with too many columns, or a template with headers missing.
 */
export function inspect(sample: Uint8Array, whole: boolean, encoding?: Encoding): Inspection {
  const detected = detectEncoding(sample, whole);
  const chosen = encoding ? { encoding, certain: true } : detected;
  const text = decodeSample(sample, chosen.encoding, whole);
  const { delimiter, records } = detectDialect(text, whole);
  if (records.length === 0 || (whole && records.length < 2)) throw tooFewRows();
  const at = findHeader(records);
  const { cells, row: headerRow } = records[at]!;
  const rows = records.slice(at + 1);
  if (whole && rows.length === 0) throw tooFewRows();
  const header = cells.map((cell) => cell.trim());
  const template = templateColumns(header);
  const columns = suggestColumns(header, rows);
  if (template) {
    const fields = new Map(Object.entries(template).map(([field, index]) => [index, field as keyof typeof template]));
    for (const column of columns) column.suggestion = fields.get(column.index) ?? null;
  }
  const suggested = Object.fromEntries(columns.flatMap(({ suggestion, index }) => (suggestion ? [[suggestion, index]] : [])));
  const mapping: ImportMapping = template
    ? { columns: template, dateStyle: 'ymd', decimalStyle: 'point', encoding: chosen.encoding }
    : { columns: suggested, encoding: chosen.encoding };
  return {
    ...chosen, delimiter, header, headerRow, rows: rows.slice(0, 20), template: template !== null, columns, mapping,
    questions: [...askEncoding(chosen.certain, records), ...askColumns(mapping.columns)],
  };
}

function askEncoding(certain: boolean, records: FileRow[]): ImportQuestion[] {
  if (certain) return [];
  const accented = records.flatMap(({ cells }) => cells.filter((cell) => /[^\0-\x7f]/.test(cell)));
  return [{ kind: 'encoding', message: ask.encoding, samples: [...new Set(accented)].slice(0, 5).map((cell) => cell.slice(0, 100)) }];
}

function askColumns(columns: ImportMapping['columns']): ImportQuestion[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (columns.email === undefined && columns.name === undefined && columns.firstName === undefined && columns.lastName === undefined) {
    missing.push('the giver\u2019s email address or name');
  }
  return missing.length === 0 ? [] : [{ kind: 'columns', message: ask.columns(missing), samples: [] }];
}
