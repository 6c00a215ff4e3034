import type { RowKind, RowReading } from './row-reading.js';

/**
 * The reading of a row that is no gift because of its place in the file. A total is not money of
 * its own, so that it has only the amount that stands in the file. The values are kept in case a
 * user says that the row is a gift.
 */
export const withoutGift = (
  { values, figures }: RowReading,
  kind: Exclude<RowKind, 'gift'>,
): RowReading => ({
  says: { is: kind },
  values,
  figures: {
    inFile: figures.inFile,
    amount: kind === 'total' ? null : figures.amount,
    gross: 0n,
    refunded: 0n,
    fee: 0n,
  },
});
