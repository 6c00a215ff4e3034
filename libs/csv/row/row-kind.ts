import type { RowKind, RowReading } from './row-reading.js';

/**
 * Returns the reading of a row that is no gift because of its place in the file. A total is no
 * additional money, so that it has only the amount in the file (`inFile`). The values stay, because
 * a user can decide that the row is a gift.
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
