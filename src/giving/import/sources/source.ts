import type { ImportField, PaymentMethod } from '#libs/contracts';
import type { Words } from '#libs/csv';

/**
 * What is known of a giving service's file: data, nothing else, so that another one is an
 * afternoon's work. A header is named by its letters and digits, in lower case ("Created date
 * (UTC)" is `createddateutc`); what stands in parentheses may be left out. Words are in lower case.
 * Beside it lies a sample, which `sources.spec.ts` reads.
 */
export interface Source {
  /** as it is stored and answered */
  id: string;
  /** as people know it: "This looks like a … file" */
  name: string;
  /**
   * headers that together hardly any other file has: one of these sets is enough; `a|b` is either
   */
  signs: string[];
  /** the headers of each field, the best first */
  columns: Partial<Record<ImportField, string>>;
  /** what its words mean beyond those known everywhere */
  words?: Words;
  /**
   * headers of columns that could say that a row is no gift, if other columns of the service did
   * not say it better
   */
  needless?: string;
  /** how a gift came that names no method */
  method?: PaymentMethod;
  /** the zone of times that name none */
  zone?: string;
  /** of an amount below zero: money that left the account, or a gift that is taken back */
  negative?: 'not' | 'refund';
  /** one id stands in a row for each fund of a gift that was split */
  splits?: true;
  /** its numbers identify a transaction within an account only, and a church may have several */
  numbersOfAccount?: true;
  /** its files name no givers: gifts without one stand under the unidentified giver */
  nameless?: true;
  /**
   * the portal wrote the file: its columns need no confirmation, and its numbers are ids of
   * donations
   */
  isOwn?: true;
}
