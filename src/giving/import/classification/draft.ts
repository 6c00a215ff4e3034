import type { NumberKind } from './row-facts.js';

/** How the transaction numbers of a file are compared with those of other files. */
export interface Sameness {
  /** the origin of the numbers: a known source, or a layout of columns */
  source: string;
  /** whether rows with the same number may be parts of one gift, with one row for each fund */
  hasRowPerFund: boolean;
  /** how far its numbers identify a transaction */
  numbers: NumberKind;
  /** whether the file is the church's own export, whose numbers are ids of donations */
  isOwn: boolean;
}

export interface Draft extends Sameness {
  id: string;
  fileHash: Buffer;
  isTemplate: boolean;
}
