import type { ImportMapping } from '#libs/contracts';
import {
  amountInFile,
  firstNameFirst,
  mappingOfParts,
  createReader,
  readRow,
  readValues,
  valuesOf,
  widthOfParts,
  withoutGift,
  type Reader,
  type RowKind,
  type RowReading,
  type Zones,
} from '#libs/csv';
import { sourceById } from '../sources/index.js';

export type Values = RowReading['values'];

/**
 * The cells of a row in the file, and the values that a user set instead; a removed value is blank.
 * Very old rows have only `editedValues`.
 */
export interface Stated {
  record: string[] | null;
  editedValues: Values | null;
}

/** A row of the file as it was read, before it is matched. */
export interface ReadRow extends Stated {
  row: number;
  reading: RowReading;
  /** whether a user assigned the row to a guest */
  asGuest: boolean;
  /** the id of the member to whom a user assigned the row */
  editedDonorId: string | null;
  /** whether a user said that the row is a gift, although its words say something else */
  isGift: boolean;
  kind: RowKind;
}

export interface Format {
  reader: Reader;
  /** how many columns a row has, including the columns that are added to the parts of a row */
  columns: number;
  /** how many cells every row has at least; undefined if it is not known */
  minCellsOfFile: number | undefined;
  template: boolean;
  /** files of this kind name no givers */
  nameless: boolean;
}

/** How the rows of a file are read, as data that can be sent to a worker thread. */
export interface FormatFacts {
  mapping: ImportMapping;
  zones: Zones;
  /** the number of columns of the header */
  columns: number;
  /** how many cells every row has at least; undefined if it is not known */
  minCellsOfFile: number | undefined;
  /** whether the file is in the portal's own format */
  isTemplate: boolean;
}

export function toFormat({
  mapping,
  zones,
  columns,
  minCellsOfFile,
  isTemplate,
}: FormatFacts): Format {
  const source = sourceById(mapping.source);
  const negative = source?.negative ?? (mapping.isStatement ? 'not' : undefined);
  const width = widthOfParts({ columns, minCellsOfFile }, mapping);
  return {
    reader: createReader(mappingOfParts(mapping, columns), negative, zones),
    minCellsOfFile: width.minCellsOfFile,
    columns: width.columns,
    template: isTemplate,
    nameless: source?.nameless ?? false,
  };
}

/** Returns the values of a row by the meanings of its columns, with the values that a user set. */
export function statedValues(
  { record, editedValues }: Stated,
  columns: Reader['mapping']['columns'],
): Values {
  const values = { ...(record ? valuesOf(record, columns) : {}), ...editedValues };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/**
 * Puts the first name first if the file has the last name first. A name that a user typed is not
 * changed.
 */
function withPlainNames(values: Values, editedValues: Values | null, { reader }: Format): Values {
  const isLastFirst = reader.mapping.nameStyle === 'lastFirst';
  return isLastFirst && values.name !== undefined && editedValues?.name === undefined
    ? { ...values, name: firstNameFirst(values.name) }
    : values;
}

function withPlainName(record: string[], { mapping }: Reader): string[] {
  const index = mapping.columns.name;
  return mapping.nameStyle === 'lastFirst' && index !== undefined && record[index]
    ? record.with(index, firstNameFirst(record[index]))
    : record;
}

/** Returns a row as it is in the file. */
export function readRecord(
  row: number,
  record: string[],
  { reader, columns, minCellsOfFile, template, nameless }: Format,
  kind: RowKind,
): ReadRow {
  const reading = readRow(withPlainName(record, reader), reader, {
    columns,
    minCellsOfFile,
    template,
    anyGiver: nameless,
  });
  return {
    row,
    record,
    editedValues: null,
    asGuest: false,
    editedDonorId: null,
    isGift: false,
    kind,
    reading: kind === 'gift' ? reading : withoutGift(reading, kind),
  };
}

/** The edits of a row, besides its values. */
export type EditsOfRow = Pick<ReadRow, 'asGuest' | 'editedDonorId' | 'isGift' | 'kind'>;

/**
 * Reads a row again with the values that a user has set. They count even in a total or a hidden
 * row.
 */
export function reread(row: number, stated: Stated, format: Format, edits: EditsOfRow): ReadRow {
  const { reader, template, nameless } = format;
  const { record, editedValues: values } = stated;
  const { asGuest, editedDonorId, isGift, kind } = edits;
  const plainValues = withPlainNames(statedValues(stated, reader.mapping.columns), values, format);
  const reading = readValues(plainValues, reader, {
    template,
    anyGiver: asGuest || nameless,
    isGift,
    isAmountSet: values?.amount !== undefined,
    isDateSet: values?.date !== undefined,
  });
  const inFile = record ? amountInFile(record, reader.mapping, template) : reading.figures.inFile;
  const figures = { ...reading.figures, inFile };
  return {
    row,
    record,
    editedValues: values,
    asGuest,
    editedDonorId,
    isGift,
    kind,
    reading: { ...reading, figures },
  };
}

/** A stored row: its cells and the edits of users. */
export interface StoredRow extends Stated {
  row: number;
  editedAsGuest: boolean;
  editedDonorId: string | null;
  isGift: boolean;
  isFooter: boolean;
  skippedAs: 'hidden' | 'repeated' | null;
}

/** Reads a stored row with the edits of users, or else as it is in the file. */
export function readAsBefore(stored: StoredRow, format: Format): ReadRow {
  const { row, record, editedValues, editedAsGuest, editedDonorId, isGift } = stored;
  const kind = kindOf(stored);
  const isEdited = editedAsGuest || isGift || Object.keys(editedValues ?? {}).length > 0;
  if (record !== null && !isEdited) {
    const read = readRecord(row, record, format, kind);
    return { ...read, editedDonorId };
  }
  return reread(row, { record, editedValues }, format, {
    asGuest: editedAsGuest,
    editedDonorId,
    isGift,
    kind,
  });
}

function kindOf({ isFooter, skippedAs }: StoredRow): RowKind {
  return isFooter ? 'total' : (skippedAs ?? 'gift');
}
