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

/** Packs rows of a file that nobody has worked on yet. */
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
  for (const [at, { values }] of readings.entries()) {
    for (const field of Object.keys(values) as ImportField[]) {
      columns[field] ??= Array.from({ length: readings.length });
      columns[field][at] = values[field];
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
  return packed.rows.map((row, at) => {
    const values: RowReading['values'] = {};
    for (const [field, column] of columns) {
      if (column[at] !== undefined) values[field] = column[at];
    }
    return {
      row,
      record: packed.records[at]!,
      editedValues: null,
      asGuest: false,
      editedDonorId: null,
      isGift: false,
      kind: packed.kinds[at]!,
      reading: unpackReading(packed, at, values),
    };
  });
}

function unpackReading(packed: PackedRows, at: number, values: RowReading['values']): RowReading {
  const { inFile, amount, gross, refunded, fee } = packed.figures;
  const figures = {
    inFile: inFile[at]!,
    amount: amount[at]!,
    gross: gross[at]!,
    refunded: refunded[at]!,
    fee: fee[at]!,
  };
  const draft = unpackDraft(packed, at, values);
  const rest = packed.rest[at] ?? { says: plainGift };
  return { ...rest, ...(draft ? { draft } : {}), values, figures };
}

function unpackDraft(
  packed: PackedRows,
  at: number,
  values: RowReading['values'],
): DonationDraft | undefined {
  const amount = packed.draftAmounts[at];
  if (amount === null || amount === undefined) return undefined;
  const changes: DraftChanges = {
    amount,
    paymentMethod: packed.draftMethods[at] as DonationDraft['paymentMethod'],
    date: packed.draftDates[at]!,
  };
  const draft: DonationDraft = { ...values, ...changes };
  const campaign = packed.draftCampaigns[at];
  if (campaign === undefined) delete draft.campaign;
  else draft.campaign = campaign;
  return draft;
}
