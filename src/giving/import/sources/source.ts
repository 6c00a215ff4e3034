import type { ImportField, PaymentMethod } from '#libs/contracts';
import type { Words } from '#libs/csv';

/**
 * Describes the files of a giving service as data. A header is written with its letters and digits
 * in lower case ("Created date (UTC)" is `createddateutc`); text in parentheses may be left out.
 * Words are in lower case. `samples/` has a file of each source, which `sources.spec.ts` reads.
 */
export interface Source {
  /** its id in the database and in the API */
  id: string;
  /** its name on screens: "This looks like a … file" */
  name: string;
  /**
   * headers that together hardly any other file has: one of these sets is enough; `a|b` is either
   */
  signs: string[];
  /** the headers of each field, the best first */
  columns: Partial<Record<ImportField, string>>;
  /** the meanings of its words, besides the words that are known for all files */
  words?: Words;
  /**
   * headers, separated by spaces, of columns about which the user is not asked, because other
   * columns of the service say more reliably whether a row is a gift
   */
  redundantHeaders?: string;
  /** the payment method of gifts without one */
  method?: PaymentMethod;
  /** the time zone of times without one */
  zone?: string;
  /** the meaning of negative amounts: money that left the account, or a refund */
  negative?: 'not' | 'refund';
  /** whether a gift for several funds has a row for each fund, all with one number */
  hasRowPerFund?: true;
  /**
   * whether its numbers identify a transaction only within an account; a church may have several
   * accounts
   */
  numbersOfAccount?: true;
  /** whether its files name no givers, so that gifts go to the unidentified giver */
  nameless?: true;
  /**
   * whether the portal wrote the file: its columns need no confirmation, and its numbers are ids of
   * donations
   */
  isOwn?: true;
}
