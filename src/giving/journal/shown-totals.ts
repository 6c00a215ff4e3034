import { donationFilter } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { formatUsd, fromDecimal } from '#libs/money';
import { summarize } from '../donation/donation.query.js';
import { givingByMonth, ledgerPage } from '../ledger/ledger.query.js';
import { sumListed } from './verify.sql.js';

/** A total that a screen or a download shows. */
interface ShownTotal {
  place: string;
  /** In cents. */
  amount: bigint;
}

/**
 * Compares the totals that screens and downloads show with the sum of the donations. It reads them
 * with the same queries, because these join donors and campaigns, and so could leave out donations.
 * @param expected cents of all donations that count, from the events
 * @param report called with a sentence for each place that shows another total
 */
export async function checkShownTotals(
  tx: Tx,
  expected: bigint,
  report: (problem: string) => void,
): Promise<void> {
  for (const { place, amount } of await readShownTotals(tx)) {
    if (amount !== expected)
      report(`${place} shows ${formatUsd(amount)}; the events say ${formatUsd(expected)}.`);
  }
}

async function readShownTotals(tx: Tx): Promise<ShownTotal[]> {
  const summary = await summarize(tx, donationFilter.parse({}));
  const ledger = await ledgerPage(tx, { sort: 'name', limit: 1 });
  const [list] = await sumListed(tx);
  let byMonth = 0n;
  for (const year of ledger.years)
    for (const month of (await givingByMonth(tx, year)).months) byMonth += fromDecimal(month);
  return [
    { place: 'The list of donations and its CSV file', amount: list!.amount },
    { place: 'The summary of donations', amount: fromDecimal(summary.amount) },
    { place: 'The ledger', amount: fromDecimal(ledger.totals.amount) },
    { place: 'Giving by month', amount: byMonth },
  ];
}
