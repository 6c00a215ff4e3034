import { headerKey } from './header.js';
import { headerNames } from './header-names.js';

/** Words in headings that name a fund. */
const wordsOfFunds = new Set(
  `tithe tithing offering fund mission missionary building benevolence youth general designated
   zehnte zehnter kollekte diezmo ofrenda dîme offrande`.split(/\s+/),
);

/** Whether a heading names a fund, as "Tithes" and "Building Fund" do. */
export const namesFund = (heading: string): boolean =>
  heading
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => wordsOfFunds.has(word) || wordsOfFunds.has(word.replace(/s$/, '')));

const wordsOfTotals = new Set('total totals sum summe gesamt totale somme suma'.split(' '));

/** Whether a heading names a sum of other columns, as "Total Offerings" does. */
export const namesTotal = (heading: string): boolean =>
  heading
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => wordsOfTotals.has(word));

const withoutNumber = (heading: string): string => headerKey(heading).replace(/(?<!\d)\d+$/, '');

/** Whether a heading belongs to a column that names funds, as "Fund 2" does. */
export const namesFundColumn = (heading: string): boolean =>
  headerNames.campaign.includes(withoutNumber(heading));

/**
 * Whether a heading belongs to a column of amounts and names no fund, as "Amount" and "Gift 2" do.
 */
export const namesAmount = (heading: string): boolean =>
  headerNames.amount.includes(withoutNumber(heading));
