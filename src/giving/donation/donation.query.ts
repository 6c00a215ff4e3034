import {
  generalFund,
  type Donation,
  type DonationChange,
  type DonationChoices,
  type DonationQuery,
  type DonationSummary,
  type OwnDonation,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor, type CursorType } from '#libs/http';
import { toDecimal } from '#libs/money';
import { readSearch } from '../donor/donor-search.js';
import { titleKey } from '../campaign/campaigns.js';
import { listTitleKeys } from '../campaign/campaigns.sql.js';
import { listDonationRows, sumDonations } from './donation-list.sql.js';
import {
  findAnyDonation,
  listDeletedDonationsOf,
  listDonationsOf,
  listEarlierDonationsOf,
  listRecordedImports,
  listRecorders,
  selectCampaignYears,
  selectDeletedDonation,
  selectDonation,
  selectVersions,
} from './donation.sql.js';

/** A version of a donation with its donor, campaign and texts. */
export type DonationRow = Omit<
  Awaited<ReturnType<typeof selectDonation>>[number],
  'sortKey' | 'titleKey'
>;

export function toDonation(organizationId: string, row: DonationRow): Donation {
  const isGuest = row.kind === 'guest';
  return {
    id: row.donationId,
    userId: row.kind === 'member' ? row.donorId : null,
    donorId: row.donorId,
    donorName: row.donorName,
    donorKind: row.kind,
    amount: toDecimal(row.amount),
    date: row.date,
    campaign: row.campaign,
    fundraiserId: row.fundraiserId,
    transactionId: row.transactionId,
    notes: row.notes,
    paymentMethod: row.paymentMethod,
    addedBy: row.addedBy,
    isManualEntry: row.importId === null,
    organizationId,
    guestFirstName: isGuest ? row.firstName : null,
    guestLastName: isGuest ? row.lastName : null,
    guestEmail: isGuest ? row.email : null,
    guestPhone: isGuest ? row.phone : null,
    importId: row.importId,
    version: row.version,
    state: shownState(row),
    recordedAt: row.recordedAt.toISOString(),
  };
}

function shownState({ state, corrected }: DonationRow): Donation['state'] {
  if (state === 'voided') return 'deleted';
  return corrected ? 'corrected' : 'standing';
}

/** Whether the church has a donation that is not deleted. */
export async function hasDonations(tx: Tx): Promise<boolean> {
  const rows = await findAnyDonation(tx);
  return rows.length > 0;
}

/** Finds a donation; null if it is deleted, or if the church has no such donation. */
export async function findCurrentDonation(tx: Tx, id: string): Promise<DonationRow | null> {
  const [row] = await selectDonation(tx, { id });
  return row ?? null;
}

/**
 * Finds a deleted donation as it was before. `undone` tells whether its import is being
 * undone or was undone. Returns null if it is not deleted, or if the church has no such donation.
 */
export async function findDeletedDonation(
  tx: Tx,
  id: string,
): Promise<(DonationRow & { undone: boolean }) | null> {
  const [row] = await selectDeletedDonation(tx, { id });
  return row ?? null;
}

/** The value of a row that a cursor contains, for each order of the list. */
const sorts = {
  date: { type: 'date', valueOf: (row: SortableRow) => row.date },
  amount: { type: 'bigint', valueOf: (row: SortableRow) => row.amount.toString() },
  name: { type: 'text', valueOf: (row: SortableRow) => row.sortKey },
  paymentMethod: { type: 'text', valueOf: (row: SortableRow) => row.paymentMethod },
  campaign: { type: 'text', valueOf: (row: SortableRow) => row.titleKey },
} as const satisfies Record<string, { type: CursorType; valueOf: (row: SortableRow) => string }>;
type SortableRow = Awaited<ReturnType<typeof selectDonation>>[number];

type Filter = Omit<DonationQuery, 'limit' | 'cursor' | 'sort'>;

/**
 * Returns which versions a filter lists: those that are not deleted, unless the filter names a
 * state or one donation.
 */
const stateOf = ({ state, id }: Filter): keyof typeof listDonationRows =>
  state ?? (id ? 'standingOrDeleted' : 'standing');

/** Returns the filter as parameters of a statement. Conditions that it lacks are null. */
const filterParameters = (filter: Filter) => ({
  ...readSearch(filter.search),
  year: filter.year || null,
  from: filter.from || null,
  to: filter.to || null,
  minAmount: filter.minAmount ?? null,
  maxAmount: filter.maxAmount ?? null,
  addedBy: filter.addedBy || null,
  paymentMethod: filter.paymentMethod || null,
  titleKey: filter.campaign ? titleKey(filter.campaign) : null,
  // Also compares the title itself, because a campaign may have kept a key from an earlier version
  // of the program if another campaign has the new key.
  title: filter.campaign || null,
  donorId: filter.donorId || null,
  id: filter.id || null,
  importId: filter.importId || null,
});

/** Reads one page, with the cursor values of its last row if there are more rows. */
export async function listDonations(
  tx: Tx,
  query: DonationQuery,
): Promise<{ rows: Donation[]; next: unknown[] | null }> {
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
  const sort = query.sort.replace('-', '') as keyof typeof sorts;
  const { type, valueOf } = sorts[sort];
  const [afterValue = null, afterId = null] = readCursor(query.cursor, [type, 'uuid']) ?? [];
  const list = listDonationRows[stateOf(query)][sort][direction];
  const rows = await list(tx, {
    ...filterParameters(query),
    afterValue,
    afterId,
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1)! : null;
  return {
    rows: page.map((row) => toDonation(tx.organizationId!, row)),
    next: last && [valueOf(last), last.donationId],
  };
}

/** Adds up all donations that match a filter, not only those of one page. */
export async function summarize(tx: Tx, filter: Filter): Promise<DonationSummary> {
  const [row] = await sumDonations[stateOf(filter)](tx, filterParameters(filter));
  return { ...row!, amount: toDecimal(row!.amount) };
}

/**
 * Returns the values that users can choose for the filters of the list, and the known campaigns.
 * Years and campaigns come from the stored totals, which are few compared with the donations.
 */
export async function donationChoices(tx: Tx): Promise<DonationChoices> {
  const rows = await selectCampaignYears(tx, { firstTitleKey: titleKey(generalFund) });
  const imports = await listRecordedImports(tx);
  const years = new Set(rows.flatMap((row) => row.years));
  const recorders = await listRecorders(tx);
  const titles = await listTitleKeys(tx);
  return {
    years: [...years].sort((a, b) => b - a),
    campaigns: rows.map(({ title }) => title),
    // The General Fund is a campaign only after its first donation.
    campaignKeys: [...new Set([titleKey(generalFund), ...titles.map(({ key }) => key)])],
    recorders,
    imports,
  };
}

/** Reads the donations of one donor, the newest date first. */
export async function donationsOf(
  tx: Tx,
  donorId: string,
  year?: number,
  limit?: number,
): Promise<Donation[]> {
  const days = year === undefined ? { from: null, to: null } : daysOf(year);
  const rows = await listDonationsOf(tx, { donorId, ...days, limit: limit ?? null });
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

const daysOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** Reads the deleted donations of a donor and year, the newest date first. */
export async function deletedDonationsOfLedgerRow(
  tx: Tx,
  donorId: string,
  year: number,
): Promise<Donation[]> {
  const rows = await listDeletedDonationsOf(tx, { donorId, ...daysOf(year) });
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

/**
 * Reads the donations of a donor and year that a row of the ledger adds up.
 * @param journal the journal number as of which the ledger is shown; null for the present
 */
export async function donationsOfLedgerRow(
  tx: Tx,
  donorId: string,
  year: number,
  journal: bigint | null,
): Promise<Donation[]> {
  if (journal === null) return donationsOf(tx, donorId, year);
  const rows = await listEarlierDonationsOf(tx, { donorId, ...daysOf(year), journal });
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

export function toOwnDonation({
  id,
  userId,
  amount,
  date,
  campaign,
  paymentMethod,
  notes,
  transactionId,
  version,
  recordedAt,
}: Donation): OwnDonation {
  return {
    id,
    userId,
    amount,
    date,
    campaign,
    paymentMethod,
    notes,
    transactionId,
    version,
    recordedAt,
  };
}

type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** Reads all versions of a donation, the oldest first; none if the church has no such donation. */
export async function historyOf(tx: Tx, id: string): Promise<DonationChange[]> {
  const rows = await selectVersions(tx, { id });
  return rows.map((row, index) => {
    const before = rows[index - 1];
    return {
      version: row.version,
      what: kindOfChange(row, before),
      who: { id: row.changedBy, name: row.changedByName ?? 'Church Connect' },
      when: row.recordedAt.toISOString(),
      why: row.reason,
      journal: Number(row.fromJournal),
      importId: row.importId,
      before: before ? factsOf(before) : null,
      after: row.state === 'voided' ? null : factsOf(row),
    };
  });
}

function kindOfChange(row: VersionRow, before: VersionRow | undefined): DonationChange['what'] {
  if (row.undone) return 'import undone';
  if (row.state === 'voided') return 'voided';
  if (before?.state === 'voided') return 'restored';
  if (before) return 'corrected';
  return row.importId ? 'imported' : 'recorded';
}

function factsOf(row: VersionRow) {
  return {
    donorId: row.donorId,
    donorName: row.donorName,
    amount: toDecimal(row.amount),
    date: row.date,
    paymentMethod: row.paymentMethod,
    campaign: row.campaign,
    notes: row.notes,
  };
}
