import type { ImportMapping } from '#libs/contracts';
import {
  footerReading,
  readerOf,
  readRow,
  readValues,
  valuesOf,
  type Reader,
  type RowReading,
  type Zones,
} from '#libs/csv';
import { sourceById } from '../sources/index.js';

export type Values = RowReading['values'];

/** What the file says in a row, and what a person said instead: blank where a value was taken away. Of old rows only `said` is known. */
export interface Stated {
  record: string[] | null;
  said: Values | null;
}

/** A row of the file as it was read, before it is matched. */
export interface ReadRow extends Stated {
  row: number;
  reading: RowReading;
  /** a person said that it is a guest's */
  asGuest: boolean;
  /** a person said that it is a gift, whatever its words say */
  isGift: boolean;
  /** it is the file's own total, balance or title */
  isFooter: boolean;
}

export interface Format {
  reader: Reader;
  /** how many columns the header has */
  columns: number;
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
  /** whether the file is in the portal's own format */
  isTemplate: boolean;
}

export function toFormat({ mapping, zones, columns, isTemplate }: FormatFacts): Format {
  const source = sourceById(mapping.source);
  return {
    reader: readerOf(mapping, source?.negative, zones),
    columns,
    template: isTemplate,
    nameless: source?.nameless ?? false,
  };
}

/** What a row says by its columns' meanings, with what a person said instead. */
export function statedValues(
  { record, said }: Stated,
  columns: Reader['mapping']['columns'],
): Values {
  const stated = { ...(record ? valuesOf(record, columns) : {}), ...said };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== ''));
}

/** A row as the file has it. */
export function readRecord(
  row: number,
  record: string[],
  { reader, columns, template, nameless }: Format,
  isFooter: boolean,
): ReadRow {
  const reading = readRow(record, reader, { row, columns, template, anyGiver: nameless });
  return {
    row,
    record,
    said: null,
    asGuest: false,
    isGift: false,
    isFooter,
    reading: isFooter ? footerReading(row, reading) : reading,
  };
}

/** A row that a person has worked on. */
export function reread(
  row: number,
  stated: Stated,
  { reader, template, nameless }: Format,
  { asGuest, isGift, isFooter }: { asGuest: boolean; isGift: boolean; isFooter: boolean },
): ReadRow {
  const reading = readValues(statedValues(stated, reader.mapping.columns), reader, {
    row,
    template,
    anyGiver: asGuest || nameless,
    isGift,
  });
  return { row, record: stated.record, said: stated.said, asGuest, isGift, isFooter, reading };
}
