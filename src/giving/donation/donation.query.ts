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

/** A version of a donation with what is known of it. */
export type DonationRow = Omit<
  Awaited<ReturnType<typeof selectDonation>>[number],
  'sortKey' | 'titleKey'
>;

export function toDonation(organizationId: string, row: DonationRow): Donation {
  const guest = row.kind === 'guest';
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
    guestFirstName: guest ? row.firstName : null,
    guestLastName: guest ? row.lastName : null,
    guestEmail: guest ? row.email : null,
    guestPhone: guest ? row.phone : null,
    importId: row.importId,
    version: row.version,
    state: row.state === 'voided' ? 'deleted' : row.corrected ? 'corrected' : 'standing',
    recordedAt: row.recordedAt.toISOString(),
  };
}

/** Whether the church has a gift that stands. */
export async function hasDonations(tx: Tx): Promise<boolean> {
  const rows = await findAnyDonation(tx);
  return rows.length > 0;
}

/** The donation as it stands, or null: unknown, deleted, or another church's. */
export async function findCurrentDonation(tx: Tx, id: string): Promise<DonationRow | null> {
  const [row] = await selectDonation(tx, { id });
  return row ?? null;
}

/** The donation as it was when it was deleted, with whether its import was undone; null when it stands, or is unknown. */
export async function findDeletedDonation(
  tx: Tx,
  id: string,
): Promise<(DonationRow & { undone: boolean }) | null> {
  const [row] = await selectDeletedDonation(tx, { id });
  return row ?? null;
}

/** For each sort: the value of a row that a cursor contains. */
const sorts = {
  date: { type: 'date', valueOf: (row: SortableRow) => row.date },
  amount: { type: 'bigint', valueOf: (row: SortableRow) => row.amount.toString() },
  name: { type: 'text', valueOf: (row: SortableRow) => row.sortKey },
  paymentMethod: { type: 'text', valueOf: (row: SortableRow) => row.paymentMethod },
  campaign: { type: 'text', valueOf: (row: SortableRow) => row.titleKey },
} as const satisfies Record<string, { type: CursorType; valueOf: (row: SortableRow) => string }>;
type SortableRow = Awaited<ReturnType<typeof selectDonation>>[number];

type Filter = Omit<DonationQuery, 'limit' | 'cursor' | 'sort'>;

/** Which donations a filter lists: those that stand, unless it names a state or one donation. */
const stateOf = ({ state, id }: Filter): keyof typeof listDonationRows =>
  state ?? (id ? 'standingOrDeleted' : 'standing');

/** The conditions of a filter as parameters of a statement; those that it lacks are null. */
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
  // finds a campaign that kept its earlier key, because another one has the new key
  title: filter.campaign || null,
  donorId: filter.donorId || null,
  id: filter.id || null,
  importId: filter.importId || null,
});

/** One page, and the cursor values of its last row when there may be more. */
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
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1)! : null;
  return {
    rows: shown.map((row) => toDonation(tx.organizationId!, row)),
    next: last && [valueOf(last), last.donationId],
  };
}

/** Of the whole filtered set, never of a page. */
export async function summarize(tx: Tx, filter: Filter): Promise<DonationSummary> {
  const [row] = await sumDonations[stateOf(filter)](tx, filterParameters(filter));
  return { ...row!, amount: toDecimal(row!.amount) };
}

/** Years and campaigns of the current donations, from the kept totals: no donation is read for it. */
export async function donationChoices(tx: Tx): Promise<DonationChoices> {
  const rows = await selectCampaignYears(tx, { firstTitleKey: titleKey(generalFund) });
  const imports = await listRecordedImports(tx);
  const years = new Set(rows.flatMap((row) => row.years));
  const recorders = await listRecorders(tx);
  return {
    years: [...years].sort((a, b) => b - a),
    campaigns: rows.map(({ title }) => title),
    recorders,
    imports,
  };
}

/** Of one donor, newest first. */
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

/** What was deleted of what stood behind a ledger row, the newest date first. */
export async function deletedDonationsOfLedgerRow(
  tx: Tx,
  donorId: string,
  year: number,
): Promise<Donation[]> {
  const rows = await listDeletedDonationsOf(tx, { donorId, ...daysOf(year) });
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

/** What stands behind a ledger row: now, or as of a journal number. */
export async function donationsOfLedgerRow(
  tx: Tx,
  donorId: string,
  year: number,
  at: bigint | null,
): Promise<Donation[]> {
  if (at === null) return donationsOf(tx, donorId, year);
  const rows = await listEarlierDonationsOf(tx, { donorId, ...daysOf(year), journal: at });
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

/** Every version of one donation, the recording first; empty for an unknown one. */
export async function historyOf(tx: Tx, id: string): Promise<DonationChange[]> {
  const rows = await selectVersions(tx, { id });
  return rows.map((row, index) => {
    const before = rows[index - 1];
    return {
      version: row.version,
      what: row.undone
        ? 'import undone'
        : row.state === 'voided'
          ? 'voided'
          : before?.state === 'voided'
            ? 'restored'
            : before
              ? 'corrected'
              : row.importId
                ? 'imported'
                : 'recorded',
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
