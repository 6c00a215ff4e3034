import type {
  DecidingField,
  GiftChange,
  GiverQuestion,
  NamedGift,
  OtherGift,
  RowIssue,
} from '#libs/contracts';
import type { RefundFinding } from './match-refunds.js';
import type { DecisionKind, ReadsAs } from './stored-verdict.js';
import type { UsualValues } from './unusual.js';

/** A decision of a user, with what it is based on: the gift, and for `accept` the proposal. */
export interface Decision {
  kind: DecisionKind;
  gift: OtherGift | null;
  /** for `accept`: the amount that the gift was to have, in cents; null: it was to be deleted */
  amount: bigint | null;
  version: number | null;
}

/**
 * A row of a file: what it says, with what a user edited, and what a user decided about it.
 * Amounts in cents.
 */
export interface RowToClassify {
  row: number;
  says: ReadsAs;
  /** the column and word that say that it is no gift, for `ask` and `not` */
  field: DecidingField | null;
  word: string;
  issues: RowIssue[];
  namesGiver: boolean;
  /** what is open about the giver; null: the donor is known, or will be a new guest */
  giverQuestion: GiverQuestion | null;
  giverName: string;
  giverEmail: string | null;
  giverHint: string | null;
  date: string | null;
  /** what is left of the gift; below zero for a refund; null if it cannot be read */
  amount: bigint | null;
  /** the gift before refunds */
  gross: bigint;
  refunded: bigint;
  /** the key of its fund; empty for none */
  fund: string;
  /** the key of the fund that the file names, which an answer may have replaced by another fund */
  fileFund: string;
  decision: Decision | null;
  /** a user has confirmed an unusual date or amount */
  isSure: boolean;
}

/**
 * How the giver of a row compares with the giver of a gift. `same`: the same donor, or donors with
 * the same email address, or with the same name and at most one address. `maybe`: the same name and
 * two addresses.
 */
export type GiverMatch = 'same' | 'maybe' | 'other';

/**
 * A recorded donation with the transaction number of a row, as its file had it. Amounts in cents.
 */
export interface RecordedGift {
  donationId: string;
  giver: GiverMatch;
  /** as a sentence names it; null while its import is at work */
  named: NamedGift | null;
  /** whether it was recorded with the day of the row, or has it now */
  isSameDay: boolean;
  /**
   * recorded: it is in the ledger; recording: its import is still running; deleted: it was deleted
   */
  is: 'recorded' | 'recording' | 'deleted';
  version: number;
  gross: bigint;
  refunded: bigint;
  /**
   * the key of its fund; null for donations of an earlier version of the program, which did not
   * keep it
   */
  fund: string | null;
  /** whether another row of the file has the number and this fund */
  isFundInFile: boolean;
}

/** The donation whose id a row of the church's own export has. `amount` in cents, as it is now. */
export interface OwnDonation {
  donationId: string;
  is: 'recorded' | 'deleted';
  version: number;
  amount: bigint;
}

/**
 * How far the numbers of a file identify a transaction. `unique`: its source gives each number
 * once. `unsure`: nothing is known of them; they may be those of checks. `startAgain`: a user has
 * confirmed that each file begins again.
 */
export type NumberKind = 'unique' | 'unsure' | 'startAgain';

/** Amounts in cents. `fund` is the key of the fund that the file names. */
export interface EarlierRow {
  row: number;
  gross: bigint;
  refunded: bigint;
  fund: string;
  isSameGiver: boolean;
}

/**
 * A recorded gift of the same giver and amount, of the same day or near to it. `was`: money of it
 * was returned, or it was corrected or deleted by hand, since it had this day and amount.
 */
export interface SimilarFact {
  donationId: string;
  named: NamedGift;
  isSameDay: boolean;
  /** whether it has the donor of the row, and not another record of the same person */
  isSameDonor: boolean;
  was: 'returned' | 'corrected' | 'deleted' | null;
  change: GiftChange | null;
}

/** What the books and the rest of the file say about a row. */
export interface RowFacts {
  /** in a file in the template's format an unknown giver is an error, as the specification says */
  isTemplate: boolean;
  /** how far the numbers of the file identify a transaction */
  numbers: NumberKind;
  /** the donation that this row became in an earlier import of the same bytes */
  sameFile: string | null;
  /** in the church's own export: the donation that the row was written from */
  own: OwnDonation | null;
  /** donations with the same number from the same kind of file */
  recorded: readonly RecordedGift[];
  /** whether rows with the same number may be parts of one gift, with one row for each fund */
  hasRowPerFund: boolean;
  /** the place of the row, from 1, among the rows with the same number, giver, fund and amount */
  part: number;
  /**
   * the first row of the file before this one that has the same number. If `hasRowPerFund` is true,
   * it also has the same fund. Unless `numbers` is `unique`, it also has the same giver.
   */
  earlierRow: EarlierRow | null;
  /** the recorded gift of the same giver and amount that this row may be */
  similar: SimilarFact | null;
  /** what a row that returns money was matched with */
  refund: RefundFinding | null;
  /** null: the rest of the file is not known yet */
  usual: UsualValues | null;
}
