import type {
  DecidingField,
  ImportField,
  ImportMapping,
  PaymentMethod,
  RowIssue,
} from '#libs/contracts';
import { parseFileMoney, type DecimalStyle } from '#libs/money';
import type { Zones } from '../day.js';
import type { Answers } from '../words.js';

/** A donation of a file whose donor is not known yet. Fields of blank cells are absent. */
export interface DonationDraft {
  email?: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** In cents. */
  amount: bigint;
  paymentMethod: PaymentMethod;
  /** `YYYY-MM-DD` */
  date: string;
  campaign?: string;
  notes?: string;
  transactionId?: string;
}

/** The mapped cells of a row, trimmed, without the blank ones. */
export type RowValues = Partial<Record<ImportField, string>>;

/** The amounts of a row, in cents. */
export interface RowFigures {
  /** The amount in the file, in any currency; null if it cannot be read. */
  inFile: bigint | null;
  /**
   * The amount that is left of a gift after refunds; negative for money that was refunded or left
   * the account; null if it cannot be read.
   */
  amount: bigint | null;
  /** The amount of a gift before refunds; 0 if the row is no gift. */
  gross: bigint;
  /** The refunded amount, not negative. */
  refunded: bigint;
  /** The fee of the giving service; negative if the service has returned it. */
  fee: bigint;
}

/**
 * The kind of a row by its place in the file: `gift`, a row like the others; `total`, a total,
 * balance or title of the file; `hidden`, a row that is hidden in its sheet; `repeated`, a row of a
 * block that the file contains further up. A user has decided that hidden and repeated rows are no
 * gifts.
 */
export type RowKind = 'gift' | 'total' | 'hidden' | 'repeated';

/**
 * What the cells of a row say about it, without a comparison with other gifts:
 * - `gift`
 * - `error`
 * - `ask`: a user must decide whether it is a gift
 * - `not`: no gift
 * - `returned`: a gift that was refunded completely
 * - `refund`: a refund of another gift, which the matching must find
 * - no gift because of its place in the file (`RowKind`)
 *
 * `field` and `word` are the column and the word that decide it.
 */
export type RowSays =
  | { is: 'gift' }
  | { is: 'error'; issues: RowIssue[] }
  | { is: 'ask' | 'not'; field: DecidingField; word: string }
  | { is: 'returned' }
  | { is: 'refund' }
  | { is: Exclude<RowKind, 'gift'> };

/** The values of a row that were understood, although the row cannot be recorded as it is. */
export type Understood = Pick<Partial<DonationDraft>, 'date' | 'paymentMethod' | 'campaign'>;

/**
 * The result of reading a row. `values` contains the values of the file. The draft of the import
 * shows them, and they are read again after a change. Only a gift always has `draft`.
 */
export interface RowReading {
  says: RowSays;
  draft?: DonationDraft;
  understood?: Understood;
  values: RowValues;
  figures: RowFigures;
}

/** What is known about a row in addition to its cells. */
export interface RowContext {
  /** Number of columns of the header. */
  columns: number;
  /**
   * Minimum number of cells of all rows of the file. It is higher than the number of columns if
   * each row ends with a delimiter.
   */
  minCellsOfFile?: number | undefined;
  /** Whether the stricter rules of the template hold (`Inspection.template`). */
  template: boolean;
  /** Whether a user has chosen the giver, so that the row needs neither email address nor name. */
  anyGiver?: boolean;
  /** Whether a user has decided that the row is a gift, so that its words do not count. */
  isGift?: boolean;
  /** Whether a user has set the amount, in dollars. */
  isAmountSet?: boolean;
  /** Whether a user has set the date, which no spreadsheet has converted. */
  isDateSet?: boolean;
}

/** How the rows of a file are read: the mapping, and what follows from it for all rows. */
export interface Reader {
  mapping: ImportMapping;
  answers: Answers;
  /**
   * The meaning of a negative amount that no word explains: `not`, money that left the account;
   * `refund`, a refund of a gift. If it is absent, a negative amount is an error.
   */
  negative?: 'not' | 'refund' | undefined;
  /** The time zones of the file and the church. Without them, dates are not converted. */
  zones?: Zones | undefined;
}

/** Returns an amount in cents; 0 for a text that is no amount. */
export function centsOf(text = '', style: DecimalStyle | undefined): bigint {
  const parsed = parseFileMoney(text, style);
  return parsed.ok ? parsed.cents : 0n;
}
