import type { Tx } from '#libs/database';
import type { Table } from '#libs/downloads';
import { allRows } from '#libs/http';
import { fromDecimal } from '#libs/money';
import { today } from '../../tenancy/index.js';
import {
  journalMark,
  journalNumberAt,
  ledgerRows,
  type LedgerFilter,
} from '../ledger/ledger.query.js';
import { totalsText } from './totals-text.js';

const kinds = { member: 'Member', guest: 'Guest', unidentified: 'Unidentified' };

/**
 * Rows of the ledger that are read at a time. It is a large number, because each page of the ledger
 * as of an earlier day adds up all donations up to that day.
 */
const pageSize = 20_000;

/**
 * Returns all annual totals that match a filter as a table. The transaction must be a snapshot
 * (`Tx.snapshot`).
 */
export async function ledgerTable(tx: Tx, filter: LedgerFilter): Promise<Table> {
  const moment = await momentOf(tx, filter.asOf);
  let total = 0n;
  let donations = 0;
  async function* rows() {
    const annualTotals = allRows((page) => ledgerRows(tx, { ...filter, ...page }), pageSize);
    for await (const row of annualTotals) {
      total += fromDecimal(row.total);
      donations += row.count;
      yield [row.name, kinds[row.kind], row.year, row.total, row.count];
    }
  }
  return {
    name: `church-ledger-${filter.year ?? 'all-years'}`,
    columns: [
      { header: 'Name' },
      { header: 'Kind' },
      { header: 'Year', kind: 'count' },
      { header: 'Total', kind: 'amount' },
      { header: 'Donations', kind: 'count' },
    ],
    rows: rows(),
    closing: () => totalsText({ total, donations, ...moment }),
  };
}

/** The day and the journal entry as of which the ledger is read. An entry alone has no day. */
async function momentOf(
  tx: Tx,
  asOf: string | undefined,
): Promise<{ asOf?: string; journal: string }> {
  if (asOf === undefined)
    return { asOf: await today(tx, tx.organizationId!), journal: await journalMark(tx) };
  const journal = String(await journalNumberAt(tx, asOf));
  return asOf.includes('-') ? { asOf, journal } : { journal };
}
