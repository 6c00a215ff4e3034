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

/** A donation as a file states it, not yet matched to a donor. Fields of blank cells are absent. */
export interface DonationDraft {
  email?: string;
  name?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** cents */
  amount: bigint;
  paymentMethod: PaymentMethod;
  /** YYYY-MM-DD */
  date: string;
  campaign?: string;
  notes?: string;
  transactionId?: string;
}

/** The mapped cells of a row, trimmed, without the blank ones. */
export type RowValues = Partial<Record<ImportField, string>>;

/** The amounts of a row, in cents. */
export interface RowFigures {
  /** the amount column as the file has it, in whatever currency; null where it can't be read */
  inFile: bigint | null;
  /** what the row comes to: what is left of a gift, below zero where money went back; null where it can't be read */
  amount: bigint | null;
  /** of a gift, before refunds; 0 where the row is none */
  gross: bigint;
  /** what went back, above zero */
  refunded: bigint;
  /** what the service kept, below zero where it gave it back */
  fee: bigint;
}

/**
 * What a row is by its place in the file, whatever it says: `gift`, a row like the others; `total`,
 * a total, balance or title of the file; `hidden`, a row that is hidden in its sheet; `repeated`, a
 * row of a block that stands further up already. A user has decided that hidden and repeated rows
 * are no gifts.
 */
export type RowKind = 'gift' | 'total' | 'hidden' | 'repeated';

/**
 * What a row is by its own words: a gift; an error; `ask`, a user must decide whether it is a gift; `not`, no gift;
 * `returned`, a gift of which nothing is left; `refund`, it returns money of another gift, which the matching must find;
 * or no gift because of its place in the file (`RowKind`). `field` and `word` are the column and the word that say so.
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
 * The result of reading a row. `values` is what the file says; the preview shows it, and it is read again after a
 * repair. Only a gift always has a draft.
 */
export interface RowReading {
  says: RowSays;
  draft?: DonationDraft;
  understood?: Understood;
  values: RowValues;
  figures: RowFigures;
}

/** What the reading of a row must know besides its cells. */
export interface RowContext {
  /** how many columns the header has */
  columns: number;
  /** how many cells every row of the file has at least: more than the header has, if each row ends with a delimiter */
  minCellsOfFile?: number | undefined;
  /** whether the template's stricter rules hold (`Inspection.template`) */
  template: boolean;
  /** a person has decided that the row names no member: it needs neither email nor name */
  anyGiver?: boolean;
  /** a person has decided that the row is a gift, whatever its words say */
  isGift?: boolean;
  /** a user has set the amount, in dollars */
  isAmountSet?: boolean;
  /** a user has set the date, as no spreadsheet has changed it */
  isDateSet?: boolean;
}

/** How the rows of a file are read: the mapping, and what follows from it once for all rows. */
export interface Reader {
  mapping: ImportMapping;
  answers: Answers;
  /**
   * What an amount below zero means if no word explains it: `not`, money that left the account;
   * `refund`, a gift that is taken back. Without a value it is an error.
   */
  negative?: 'not' | 'refund' | undefined;
  /** the zone of the times in the file, and of the church; without them the day counts as it is written */
  zones?: Zones | undefined;
}

/** Reads an amount as cents; 0 for a text that is no amount. */
export function centsOf(text = '', style: DecimalStyle | undefined): bigint {
  const parsed = parseFileMoney(text, style);
  return parsed.ok ? parsed.cents : 0n;
}
