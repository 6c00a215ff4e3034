import type { ImportField, ImportMapping, PaymentMethod } from '#libs/contracts';
import { parseFileMoney, type DecimalStyle } from '#libs/money';
import type { Zones } from './day.js';
import type { Answers } from './words.js';

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

/** The group of trouble, as `importRow.problem` in the contracts names it. */
export type RowProblem =
  | 'email'
  | 'name'
  | 'amount'
  | 'paymentMethod'
  | 'date'
  | 'columns' // errors
  | 'status'
  | 'type'
  | 'direction'
  | 'currency' // no gift, by a word of the row, or to be decided
  | 'refunded' // nothing is left of it
  | 'footer' // no row of a gift at all
  | 'refund'; // takes back a gift

/** The mapped cells of a row, trimmed, without the blank ones. */
export type RowValues = Partial<Record<ImportField, string>>;

/** Something wrong with a row, and the value that has to be set for it: null where none does. */
export interface RowIssue {
  problem: RowProblem;
  field: ImportField | null;
  message: string;
}

/** The amounts of a row, in cents. */
export interface RowFigures {
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
 * The result of reading a row. `values` is what the file says; the preview shows it, and it is read
 * again after a repair. If the row is no gift that can be recorded, `state` says why: an error (the
 * first of `issues`), left out, or for a user to decide. A row that `takesBack` a gift is passed on
 * to the matching, which knows the gifts.
 */
export type RowReading =
  | {
      ok: true;
      draft: DonationDraft;
      why?: undefined;
      takesBack?: undefined;
      issues?: undefined;
      values: RowValues;
      figures: RowFigures;
    }
  | {
      ok: false;
      state: 'rejected' | 'setAside' | 'held';
      problem: RowProblem;
      message: string;
      why?: string;
      takesBack?: boolean;
      issues?: RowIssue[];
      understood?: Pick<Partial<DonationDraft>, 'date' | 'paymentMethod' | 'campaign'>;
      draft?: DonationDraft;
      values: RowValues;
      figures: RowFigures;
    };

/** What the reading of a row must know besides its cells. */
export interface RowContext {
  /** the row as a spreadsheet counts it */
  row: number;
  /** how many columns the header has */
  columns: number;
  /** whether the template's stricter rules hold (`Inspection.template`) */
  template: boolean;
  /** a person has decided that the row names no member: it needs neither email nor name */
  anyGiver?: boolean;
  /** a person has decided that the row is a gift, whatever its words say */
  isGift?: boolean;
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
