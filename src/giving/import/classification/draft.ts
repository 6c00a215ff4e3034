import type { NumberKind } from './row-facts.js';

/** What makes two transactions the same in a file of some kind. */
export interface Sameness {
  /** whose numbers they are: those of a known source, or of one layout of columns */
  source: string;
  /** whether rows of one number may be parts of one gift, one for each fund */
  splits: boolean;
  /** how far its numbers identify a transaction */
  numbers: NumberKind;
  /** whether the church's own export: its numbers are ids of donations */
  isOwn: boolean;
}

export interface Draft extends Sameness {
  id: string;
  fileHash: Buffer;
  isTemplate: boolean;
}
