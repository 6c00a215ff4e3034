import {
  wordFields,
  type ImportMapping,
  type ImportMappingChoice,
  type ImportQuestion,
} from '#libs/contracts';
import type { Inspection } from '#libs/csv';
import { badRequest } from '#libs/http';
import type { TableInspection } from '#libs/workbook';
import { columnsOf, recognize, sourceById, type Source } from '../sources/index.js';
import type { DonationFile } from './donation-file.js';

/** The beginning of a file, before its rows are read. */
export interface Look {
  table: DonationFile;
  inspection: TableInspection;
  /** the questions that the beginning of the file leaves open */
  open: ImportQuestion[];
}

/** The parts of a mapping that say how the text of a file is read. */
type TextReading = Pick<ImportMapping, 'encoding' | 'sheet' | 'headerRow' | 'mendText'>;

export function textReadingOf({
  encoding,
  sheet,
  headerRow,
  mendText,
}: ImportMappingChoice): TextReading {
  return Object.fromEntries(
    Object.entries({ encoding, sheet, headerRow, mendText }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

export const inMendedText = (
  inspection: TableInspection,
  { mendText = false }: ImportMapping,
): TableInspection => ({ ...inspection, mendText });

/**
 * Suggests a mapping: by the columns of a known source, or by the headers and the values below them.
 * @param id the source that a person has chosen; null: none of the known ones; undefined: it is recognized
 * @throws HttpError 400 for an unknown id
 */
export function suggestMapping({ header, mapping }: Inspection, id?: string | null): ImportMapping {
  const source = id === undefined ? recognize(header) : sourceById(id);
  if (id && !source) throw badRequest('This source is not known.');
  if (!source) return { ...mapping, source: null };
  const columns = columnsOf(source, header);
  // if a service renames a column, it is found as in any other file
  const taken = new Set(Object.values(columns));
  const isNamed =
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) !== undefined;
  for (const field of [
    'amount',
    'date',
    ...(isNamed ? [] : (['email', 'name', 'firstName', 'lastName'] as const)),
  ] as const) {
    const index = mapping.columns[field];
    if (columns[field] !== undefined || index === undefined || taken.has(index)) continue;
    columns[field] = index;
    taken.add(index);
  }
  return {
    ...mapping,
    columns,
    source: source.id,
    ...(source.zone ? { zone: source.zone } : {}),
    ...(source.method ? { defaults: { paymentMethod: source.method } } : {}),
  };
}

/** Returns a suggestion with the choices of a person in place of what they replace. Answers about words are merged. */
export function applyChoice(suggested: ImportMapping, choice: ImportMappingChoice): ImportMapping {
  const words = Object.fromEntries(
    wordFields.flatMap((field) =>
      suggested.words?.[field] || choice.words?.[field]
        ? [[field, { ...suggested.words?.[field], ...choice.words?.[field] }]]
        : [],
    ),
  );
  const columns = choice.columns ?? suggested.columns;
  // how dates are written was seen in one column, and says nothing of another
  const isSame = (field: 'date' | 'amount') => columns[field] === suggested.columns[field];
  const styles = {
    dateStyle: isSame('date') ? suggested.dateStyle : undefined,
    decimalStyle: isSame('amount') ? suggested.decimalStyle : undefined,
  };
  return {
    ...suggested,
    ...styles,
    ...choice,
    columns,
    defaults: { ...suggested.defaults, ...choice.defaults },
    words,
  };
}

/**
 * Reads all rows of a file by a mapping, and completes the mapping with what they decide.
 * @returns the questions that remain. A suggestion counts only after a person has confirmed it.
 */
export async function completeMapping(
  { table, inspection, open }: Look,
  mapping: ImportMapping,
  isConfirmed: boolean,
): Promise<{ mapping: ImportMapping; questions: ImportQuestion[] }> {
  const observed = await table.observe(inMendedText(inspection, mapping), mapping);
  return {
    mapping: {
      ...mapping,
      ...(observed.canMendText ? { mendText: true } : {}),
      ...observed.styles,
      words: { ...mapping.words, ...observed.words },
    },
    questions: [...open, ...askColumns(mapping, isConfirmed), ...observed.questions],
  };
}

function askColumns(mapping: ImportMapping, isConfirmed: boolean): ImportQuestion[] {
  const source = sourceById(mapping.source);
  const missing = missingColumns(mapping, source);
  if (isConfirmed && missing.length === 0) return [];
  return [{ kind: 'columns', message: columnsMessage(missing, source), samples: [] }];
}

function columnsMessage(missing: string[], source: Source | undefined): string {
  if (missing.length > 0) return `Which column holds ${missing.join(', and which ')}?`;
  return source
    ? `This looks like a ${source.name} file.`
    : 'Were the columns recognized correctly?';
}

function missingColumns(
  { columns, defaults }: ImportMapping,
  source: Source | undefined,
): string[] {
  const missing: string[] = [];
  if (columns.amount === undefined) missing.push('the amount');
  if (columns.date === undefined) missing.push('the date');
  if (
    !source?.nameless &&
    (columns.email ?? columns.name ?? columns.firstName ?? columns.lastName) === undefined
  )
    missing.push('the giver’s email address or name');
  if (columns.paymentMethod === undefined && !defaults?.paymentMethod)
    missing.push('the payment method');
  return missing;
}

/** Whether an answer is needed before the rows are read. Known words are only shown. */
export const isOpenQuestion = ({ kind, words }: ImportQuestion): boolean =>
  kind !== 'words' || (words ?? []).some(({ answer }) => answer === null);
