import type { WordField, ImportField } from './imports.js';

/** The columns of a file whose words, or whose sign, can say that a row is no gift. */
export type DecidingField = Exclude<WordField, 'campaign' | 'paymentMethod'> | 'amount';

/**
 * The group of a problem, as `importRow.problem` shows it. The first line: errors of a row; the
 * second: a word of the row says that it is no gift, or leaves that open; the third: the row and
 * other gifts.
 */
export type RowProblem =
  | 'email'
  | 'name'
  | 'amount'
  | 'paymentMethod'
  | 'date'
  | 'columns'
  | 'status'
  | 'type'
  | 'test'
  | 'direction'
  | 'currency'
  | 'refunded'
  | 'footer'
  | 'hidden'
  | 'repeated'
  | 'refund'
  | 'giver'
  | 'duplicate'
  | 'held'
  | 'changed';

/**
 * What can be wrong with a row. `text` is what the row has there; `limit` and `pattern` are what
 * is allowed.
 */
export type IssueKind =
  /**
   * `amount`: the cells that read as one amount, such as "1,234.50", if there are too many cells
   */
  | { is: 'columnCount'; amount?: string }
  | { is: 'noEmailOrAmount' }
  | { is: 'noGiver' }
  /** an error value of a spreadsheet, such as #N/A, in place of the giver */
  | { is: 'errorValue'; text: string }
  | { is: 'noAmount' }
  | { is: 'amount'; text: string; because: string }
  | { is: 'paymentMethod'; text: string; allowed: readonly string[] }
  | { is: 'date'; text: string; pattern: string }
  | { is: 'timeZone'; text: string }
  | { is: 'tooLong'; what: string; limit: number }
  | { is: 'unknownEmail'; text: string }
  | { is: 'unknownName'; text: string };

/**
 * Something wrong with a row, and the field that must be set to repair it: null if no field can.
 */
export type RowIssue = IssueKind & { problem: RowProblem; field: ImportField | null };

/** A recorded gift as a sentence names it. `date` is its day. */
export interface NamedGift {
  giver: string;
  kind: 'member' | 'guest' | 'unidentified';
  date: string;
}

/**
 * A change or deletion of a gift by hand: who made it, and when. `by` is null for an unknown user.
 */
export interface GiftChange {
  by: string | null;
  /** the day in the church's time zone */
  on: string;
}

/** A gift that a row is compared with: a recorded donation, or another row of the same file. */
export type OtherGift =
  | { donationId: string; row?: undefined }
  | { row: number; donationId?: undefined };

/**
 * A change of a gift that a row proposes. `amount` is what the gift will have, in cents; null: it
 * will be deleted. `version` is the version of the recorded donation that the proposal is based
 * on; null for a row of the file.
 */
export interface ProposedChange {
  gift: OtherGift;
  amount: bigint | null;
  version: number | null;
}

/**
 * Questions about who gave. `hint` is the name of the guest who has the same email address, for
 * `household`, and the name of the donor who was added since an earlier answer, for `newCandidate`.
 */
export const giverQuestions = [
  'unknownGiver',
  'member',
  'household',
  'severalGuests',
  'severalGivers',
  'giverGone',
  'newCandidate',
] as const;
export type GiverQuestion = (typeof giverQuestions)[number];

/**
 * The states of a row that wait for a user, with the reason; the part of `RowVerdict` with the
 * state `held`.
 */
export type HeldVerdict =
  | { state: 'held'; reason: 'word'; field: DecidingField; word: string }
  | {
      state: 'held';
      reason: GiverQuestion;
      name: string;
      email: string | null;
      hint: string | null;
    }
  /**
   * the recorded donation with the same number differs, or money of it was returned since, or it
   * was changed since the user accepted
   */
  | {
      state: 'held';
      reason: 'numberChanged' | 'moneyReturned' | 'changedSince';
      like: OtherGift;
      change: ProposedChange;
    }
  /** the donation with the same number was deleted */
  | { state: 'held'; reason: 'deleted'; like: OtherGift }
  /** an earlier row of the file has the same number, with another amount or fund */
  | { state: 'held'; reason: 'rowChanged'; like: OtherGift }
  /** an earlier row has the same number, fund and amount, and nothing is known of these numbers */
  | { state: 'held'; reason: 'rowRepeated'; like: OtherGift }
  /**
   * a gift of the same donor, day and amount is recorded, or was before money of it was returned
   */
  | { state: 'held'; reason: 'similar' | 'similarReturned'; like: OtherGift }
  /**
   * a gift of the same amount is recorded under another record of the giver, or on another day by
   * hand or from another source
   */
  | { state: 'held'; reason: 'similarElsewhere'; like: OtherGift; gift: NamedGift }
  /** a recorded gift was like this row before a user corrected or deleted it by hand */
  | {
      state: 'held';
      reason: 'similarCorrected' | 'similarDeleted';
      like: OtherGift;
      gift: NamedGift;
      by: GiftChange;
    }
  /** the number is recorded for another giver or another day */
  | {
      state: 'held';
      reason: 'numberOfOther' | 'numberOnOtherDay';
      like: OtherGift;
      gift: NamedGift;
    }
  /** the number, fund and amount are recorded, but for fewer rows than the file has */
  | { state: 'held'; reason: 'otherPart'; like: OtherGift }
  /**
   * the row returns money of a gift. `back` in cents; without `change` the gift is unknown,
   * deleted or too small
   */
  | { state: 'held'; reason: 'refund'; like: OtherGift; change: ProposedChange; back: bigint }
  | { state: 'held'; reason: 'refundUnknown'; like: null; back: bigint }
  | { state: 'held'; reason: 'refundDeleted' | 'refundTooMuch'; like: OtherGift; back: bigint }
  | { state: 'held'; reason: 'futureDate' | 'oldDate'; date: string }
  | { state: 'held'; reason: 'highAmount'; amount: bigint };

/** A row that is here already. */
export interface DuplicateVerdict {
  state: 'duplicate';
  reason: 'sameFile' | 'ownExport' | 'sameNumber' | 'sameRow' | 'refundRecorded';
  like: OtherGift;
}

/** A row that can only be recorded after a repair. At least one issue. */
export interface RejectedVerdict {
  state: 'rejected';
  issues: RowIssue[];
  /** whether the row names somebody, which tells a name that is too long from a missing one */
  namesGiver: boolean;
}

/**
 * A row that will be recorded: as a gift, or as a change of another gift that a user has accepted.
 */
export interface NewVerdict {
  state: 'new';
  change: ProposedChange | null;
}

/**
 * What a row of a donation file is. The screens call `held` "needs review" and `setAside`
 * "skipped".
 */
export type RowVerdict =
  | NewVerdict
  | DuplicateVerdict
  | HeldVerdict
  | RejectedVerdict
  | { state: 'setAside'; reason: 'word'; field: DecidingField; word: string }
  /** all of the gift was returned; `gross` is what it was, in cents */
  | { state: 'setAside'; reason: 'returned'; gross: bigint }
  /**
   * `total`: a total, a balance or a title of the file; `hidden`: a row that is hidden in its
   * sheet; `repeated`: a row of a block that stands further up
   */
  | { state: 'setAside'; reason: 'total' | 'hidden' | 'repeated' }
  /** a user skipped the row; `instead` is what it would be otherwise */
  | {
      state: 'setAside';
      reason: 'skipped';
      instead: NewVerdict | DuplicateVerdict | HeldVerdict | RejectedVerdict;
    };
