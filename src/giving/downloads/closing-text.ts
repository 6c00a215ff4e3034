import { toDecimal } from '#libs/money';

/** What the last row of a download names. */
export interface Closing {
  /** the total of the rows, in cents */
  total: bigint;
  /** the number of donations in the rows, if a row may stand for several */
  donations?: number;
  /** the day for which the rows were asked, `YYYY-MM-DD` */
  asOf?: string;
  /**
   * the journal entry up to which the rows were read, with the beginning of its hash if it is known
   */
  journal?: string;
}

/** Returns the text of the last row of a download, such as `Total 40.00 (journal 1278)`. */
export function closingText({ total, donations, asOf, journal }: Closing): string {
  const parts = [
    `Total ${toDecimal(total)}`,
    donations === undefined ? '' : `of ${donations} donations`,
    asOf === undefined ? '' : `as of ${asOf}`,
    journal === undefined ? '' : `(journal ${journal})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
