import type { Fundraiser } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { toDecimal } from '#libs/money';
import { listFundraiserRows, selectFundraiser } from './fundraiser.sql.js';

type FundraiserRow = Awaited<ReturnType<typeof selectFundraiser>>[number];

const toFundraiser = (row: FundraiserRow): Fundraiser => ({
  id: row.id,
  title: row.title,
  description: row.description,
  goal: toDecimal(row.goal),
  current: toDecimal(row.raised),
  donors: row.donors,
  startDate: row.startDate,
  endDate: row.endDate,
  isActive: row.isActive,
  version: row.version,
});

/** Reads a fundraiser; null if it does not exist or was removed. */
export async function fundraiserById(tx: Tx, id: string): Promise<Fundraiser | null> {
  const [row] = await selectFundraiser(tx, { id });
  return row ? toFundraiser(row) : null;
}

/** Lists the fundraisers, active ones first. */
export async function listFundraisers(tx: Tx, onlyActive: boolean): Promise<Fundraiser[]> {
  const rows = await listFundraiserRows(tx, { onlyActive });
  return rows.map(toFundraiser);
}
