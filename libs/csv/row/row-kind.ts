import type { RowKind, RowReading } from './row-reading.js';

/**
 * The reading of a row that is no gift because of its place in the file. Only the amount that
 * stands in the file counts, for the control total. The values are kept in case a user says that
 * the row is a gift.
 */
export const withoutGift = (
  { values, figures }: RowReading,
  kind: Exclude<RowKind, 'gift'>,
): RowReading => ({
  says: { is: kind },
  values,
  figures: { inFile: figures.inFile, amount: null, gross: 0n, refunded: 0n, fee: 0n },
});
