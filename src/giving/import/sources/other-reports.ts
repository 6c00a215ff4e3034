import { keysOf } from './header-keys.js';

/**
 * A report of a giving service that contains no gifts, and is easily mistaken for one that does.
 */
interface OtherReport {
  /** headers that together hardly any other file has: one of these sets is enough */
  signs: string[];
  /** headers of a similar report with gifts */
  hasNone: string[];
  /** what the report contains, and which report to export instead */
  message: string;
}

const otherReports: OtherReport[] = [
  {
    signs: ['name kind year total donations'],
    hasNone: ['donationid'],
    message:
      'This file is an export of the church ledger: it has the totals of each giver, and no ' +
      'single gifts. Nothing in it has to be imported.',
  },
  {
    signs: [
      'arrivaldateutc destination',
      'arrivaldateutc balancetransaction',
      'arrivaldate destination balancetransaction',
      'arrivaldateutc sourcetype',
      'arrivaldateutc amount status',
    ],
    hasNone: ['customeremail', 'reportingcategory', 'amountrefunded'],
    message:
      'This file lists the payouts of Stripe to your bank, and contains no gifts. In Stripe, ' +
      'open Payments, export all payments, and import that file.',
  },
];

/**
 * Returns what is wrong with a file whose header is that of a report without gifts; null for any
 * other file.
 */
export function findOtherReport(header: readonly string[]): string | null {
  const keys = new Set(header.flatMap(keysOf));
  const report = otherReports.find(
    ({ signs, hasNone }) =>
      signs.some((sign) => sign.split(' ').every((key) => keys.has(key))) &&
      !hasNone.some((key) => keys.has(key)),
  );
  return report?.message ?? null;
}
