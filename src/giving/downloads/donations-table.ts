import type { z } from 'zod';
import type { Donation, donationsCsvQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import type { Column, Table } from '#libs/downloads';
import { allRows } from '#libs/http';
import { fromDecimal, sum } from '#libs/money';
import { donationsOf, listDonations } from '../donation/donation.query.js';
import { readHead } from '../journal/journal.js';
import { totalsText } from './totals-text.js';

const columns: Column[] = [
  { header: 'Date', kind: 'date' },
  { header: 'Member' },
  { header: 'Amount', kind: 'amount' },
  { header: 'Payment method' },
  { header: 'Campaign' },
  { header: 'Entry' },
  { header: 'State' },
  { header: 'Transaction ID' },
  { header: 'Notes' },
  { header: 'Donation ID' },
];

const stateLabels = { standing: '', corrected: 'Corrected', deleted: 'Deleted' };

/**
 * Returns all donations that match a filter as a table. The import recognizes the table by its
 * columns (`import/sources/own-export.ts`). The transaction must be a snapshot (`Tx.snapshot`).
 */
export async function donationsTable(
  tx: Tx,
  filter: z.output<typeof donationsCsvQuery>,
): Promise<Table> {
  const { number } = await readHead(tx);
  let total = 0n;
  async function* rows() {
    const donations = allRows((page) => listDonations(tx, { ...filter, ...page }));
    for await (const donation of donations) {
      total += fromDecimal(donation.amount);
      yield cellsOf(donation);
    }
  }
  return {
    name: `donations-${filter.year ?? 'all-years'}`,
    columns,
    rows: rows(),
    closing: () => totalsText({ total, journal: String(number) }),
  };
}

const cellsOf = (donation: Donation) => [
  donation.date,
  donation.donorName,
  donation.amount,
  donation.paymentMethod,
  donation.campaign,
  donation.isManualEntry ? 'Manual' : 'Auto',
  stateLabels[donation.state],
  donation.transactionId,
  donation.notes,
  donation.id,
];

/** Returns the donations of one member as a table, for the member. */
export async function ownGivingTable(tx: Tx, donorId: string, year?: number): Promise<Table> {
  const donations = await donationsOf(tx, donorId, year);
  const total = sum(donations.map(({ amount }) => fromDecimal(amount)));
  return {
    name: `my-giving-${year ?? 'all-years'}`,
    columns: [
      { header: 'Date', kind: 'date' },
      { header: 'Campaign' },
      { header: 'Payment method' },
      { header: 'Amount', kind: 'amount' },
      { header: 'Notes' },
    ],
    rows: donations.map(({ date, campaign, paymentMethod, amount, notes }) => [
      date,
      campaign,
      paymentMethod,
      amount,
      notes,
    ]),
    closing: () => totalsText({ total }),
  };
}
