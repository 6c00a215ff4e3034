import type { ImportField } from '#libs/contracts';
import type { DonationDraft, RowFigures, RowKind, RowReading } from '#libs/csv';
import type { ReadRow } from './read-row.js';

/** What a reading says besides its values, figures and draft: nothing for the row of a gift. */
type Rest = Pick<RowReading, 'says' | 'understood'> | null;
/** The fields of a draft that differ from the row's values. */
type DraftChanges = Pick<DonationDraft, 'amount' | 'paymentMethod' | 'date' | 'campaign'>;

const plainGift = { is: 'gift' } as const;

/**
 * Rows that a worker thread has read, by columns: copying a thousand objects between threads takes
 * five times as long as reading them, and copying the same values as a few arrays takes a fraction
 * of it.
 */
export interface PackedRows {
  rows: number[];
  records: string[][];
  kinds: RowKind[];
  /** the values of each field that any row has */
  values: Partial<Record<ImportField, (string | undefined)[]>>;
  figures: Record<keyof RowFigures, (bigint | null)[]>;
  /** null where the reading has no draft */
  draftAmounts: (bigint | null)[];
  draftMethods: string[];
  draftDates: string[];
  draftCampaigns: (string | undefined)[];
  rest: Rest[];
}

/** Packs rows of a file as they were read, before any change by a user. */
export function packRows(rows: readonly ReadRow[]): PackedRows {
  const readings = rows.map(({ reading }) => reading);
  return {
    rows: rows.map(({ row }) => row),
    records: rows.map(({ record }) => record!),
    kinds: rows.map(({ kind }) => kind),
    values: packValues(readings),
    figures: {
      inFile: readings.map(({ figures }) => figures.inFile),
      amount: readings.map(({ figures }) => figures.amount),
      gross: readings.map(({ figures }) => figures.gross),
      refunded: readings.map(({ figures }) => figures.refunded),
      fee: readings.map(({ figures }) => figures.fee),
    },
    draftAmounts: readings.map(({ draft }) => draft?.amount ?? null),
    draftMethods: readings.map(({ draft }) => draft?.paymentMethod ?? ''),
    draftDates: readings.map(({ draft }) => draft?.date ?? ''),
    draftCampaigns: readings.map(({ draft }) => draft?.campaign),
    rest: readings.map(packRest),
  };
}

function packValues(readings: RowReading[]): PackedRows['values'] {
  const columns: PackedRows['values'] = {};
  for (const [index, { values }] of readings.entries()) {
    for (const field of Object.keys(values) as ImportField[]) {
      columns[field] ??= Array.from({ length: readings.length });
      columns[field][index] = values[field];
    }
  }
  return columns;
}

function packRest({ says, understood }: RowReading): Rest {
  if (says.is === 'gift') return null;
  return understood ? { says, understood } : { says };
}

/** Returns the rows that were packed. */
export function unpackRows(packed: PackedRows): ReadRow[] {
  const columns = Object.entries(packed.values) as [ImportField, (string | undefined)[]][];
  return packed.rows.map((row, index) => {
    const values: RowReading['values'] = {};
    for (const [field, column] of columns) {
      if (column[index] !== undefined) values[field] = column[index];
    }
    return {
      row,
      record: packed.records[index]!,
      editedValues: null,
      asGuest: false,
      editedDonorId: null,
      isGift: false,
      kind: packed.kinds[index]!,
      reading: unpackReading(packed, index, values),
    };
  });
}

function unpackReading(
  packed: PackedRows,
  index: number,
  values: RowReading['values'],
): RowReading {
  const { inFile, amount, gross, refunded, fee } = packed.figures;
  const figures = {
    inFile: inFile[index]!,
    amount: amount[index]!,
    gross: gross[index]!,
    refunded: refunded[index]!,
    fee: fee[index]!,
  };
  const draft = unpackDraft(packed, index, values);
  const packedResult = packed.rest[index] ?? { says: plainGift };
  return { ...packedResult, ...(draft ? { draft } : {}), values, figures };
}

function unpackDraft(
  packed: PackedRows,
  index: number,
  values: RowReading['values'],
): DonationDraft | undefined {
  const amount = packed.draftAmounts[index];
  if (amount === null || amount === undefined) return undefined;
  const changes: DraftChanges = {
    amount,
    paymentMethod: packed.draftMethods[index] as DonationDraft['paymentMethod'],
    date: packed.draftDates[index]!,
  };
  const draft: DonationDraft = { ...values, ...changes };
  const campaign = packed.draftCampaigns[index];
  if (campaign === undefined) delete draft.campaign;
  else draft.campaign = campaign;
  return draft;
}
