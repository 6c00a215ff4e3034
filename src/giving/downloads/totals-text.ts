import { toDecimal } from '#libs/money';

/** The contents of the last row of a download. */
export interface TotalsRow {
  /** The total of the rows, in cents. */
  total: bigint;
  /** The number of donations, if a row may contain several. */
  donations?: number;
  /** The day as of which the rows were read, `YYYY-MM-DD`. */
  asOf?: string;
  /** The journal entry up to which the rows were read, and the beginning of its hash if known. */
  journal?: string;
}

/** Returns the text of the last row of a download, such as `Total 40.00 (journal 1278)`. */
export function totalsText({ total, donations, asOf, journal }: TotalsRow): string {
  const parts = [
    `Total ${toDecimal(total)}`,
    donations === undefined ? '' : `of ${donations} donations`,
    asOf === undefined ? '' : `as of ${asOf}`,
    journal === undefined ? '' : `(journal ${journal})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
