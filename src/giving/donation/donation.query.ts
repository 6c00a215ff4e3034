import {
  generalFund,
  type Donation,
  type DonationChange,
  type DonationChoices,
  type DonationQuery,
  type DonationSummary,
  type OwnDonation,
  type PaymentMethod,
} from '#libs/contracts';
import { prepared, type Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { readCursor } from '#libs/http';
import { toDecimal } from '#libs/money';
import { nameKey } from '../donor/donors.js';
import { titleKey } from '../campaign/campaigns.js';

export interface DonationRow {
  donation_id: string;
  version: number;
  donor_id: string;
  donor_name: string;
  kind: Donation['donorKind'];
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  amount: bigint;
  date: string;
  payment_method: PaymentMethod;
  campaign: string;
  campaign_id: string;
  fundraiser_id: string | null;
  import_id: string | null;
  added_by: string | null;
  notes: string | null;
  transaction_id: string | null;
  recorded_at: Date;
  corrected: boolean;
  state: 'given' | 'voided';
}

/** Versions `v` that count and are not the first: whether any of them was a correction, rather than coming back after a deletion. */
const wasCorrected = `v.version > 1 and (select count(*) filter (where h.state = 'given') - count(*) filter (where h.state = 'voided') from donation_version h
  where h.organization_id = $1 and h.build = v.build and h.donation_id = v.donation_id and h.version <= v.version) > 1`;
const isDeleted = `v.state = 'voided' and not exists (select 1 from donation_version h
  where h.organization_id = $1 and h.build = v.build and h.donation_id = v.donation_id and h.version > v.version)`;
const inState = {
  standing: 'v.to_journal is null',
  corrected: `v.to_journal is null and ${wasCorrected}`,
  deleted: isDeleted,
};

/** Versions of donations with what is known of them; `$1` is the organization. */
export const donationSelect = `
  select v.donation_id, v.version, v.donor_id, o.name as donor_name, o.name_key, o.kind, o.first_name, o.last_name, o.email, o.phone, v.amount, v.date,
         v.payment_method, c.title as campaign, c.title_key, v.campaign_id, v.fundraiser_id, v.import_id, v.added_by,
         t.notes, t.transaction_id, v.recorded_at, v.state, ${wasCorrected} as corrected
    from donation_version v
    join donor o on o.organization_id = $1 and o.id = v.donor_id
    join campaign c on c.organization_id = $1 and c.id = v.campaign_id
    left join giving_text t on t.organization_id = $1 and t.event_id = v.text_event_id
   where v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')}`;

export function toDonation(organizationId: string, row: DonationRow): Donation {
  const guest = row.kind === 'guest';
  return {
    id: row.donation_id,
    userId: row.kind === 'member' ? row.donor_id : null,
    donorId: row.donor_id,
    donorName: row.donor_name,
    donorKind: row.kind,
    amount: toDecimal(row.amount),
    date: row.date,
    campaign: row.campaign,
    fundraiserId: row.fundraiser_id,
    transactionId: row.transaction_id,
    notes: row.notes,
    paymentMethod: row.payment_method,
    addedBy: row.added_by,
    isManualEntry: row.import_id === null,
    organizationId,
    guestFirstName: guest ? row.first_name : null,
    guestLastName: guest ? row.last_name : null,
    guestEmail: guest ? row.email : null,
    guestPhone: guest ? row.phone : null,
    importId: row.import_id,
    version: row.version,
    state: row.state === 'voided' ? 'deleted' : row.corrected ? 'corrected' : 'standing',
    recordedAt: row.recorded_at.toISOString(),
  };
}

/** Whether the church has a gift that stands. */
export async function hasGifts(tx: Tx): Promise<boolean> {
  const rows = await tx.sql(
    `select 1 from donation_version where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and to_journal is null limit 1`,
    [tx.organizationId],
  );
  return rows.length > 0;
}

const currentSql = prepared(`${donationSelect} and v.donation_id = $2 and v.to_journal is null`);

/** The donation as it stands, or null: unknown, deleted, or another church's. */
export async function currentDonation(tx: Tx, id: string): Promise<DonationRow | null> {
  const [row] = await tx.sql<DonationRow>(currentSql, [tx.organizationId, id]);
  return row ?? null;
}

/** The donation as it was when it was deleted, with whether its import was undone; null when it stands, or is unknown. */
export async function deletedDonation(
  tx: Tx,
  id: string,
): Promise<(DonationRow & { undone: boolean }) | null> {
  const [row] = await tx.sql<DonationRow & { undone: boolean }>(
    `select d.*, coalesce((select i.status in ('undoing', 'undone') from donation_import i where i.organization_id = $1 and i.id = d.import_id), false) as undone
       from (${donationSelect} and v.donation_id = $2 and ${isDeleted}) d`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

const sortColumns = {
  date: { sql: 'v.date', cast: 'date', of: (row: SortableRow) => row.date },
  amount: { sql: 'v.amount', cast: 'bigint', of: (row: SortableRow) => row.amount.toString() },
  name: { sql: 'o.name_key', cast: 'text', of: (row: SortableRow) => row.name_key },
  paymentMethod: {
    sql: 'v.payment_method',
    cast: 'text',
    of: (row: SortableRow) => row.payment_method,
  },
  campaign: { sql: 'c.title_key', cast: 'text', of: (row: SortableRow) => row.title_key },
} as const;
type SortableRow = DonationRow & { name_key: string; title_key: string };

type Filter = Omit<DonationQuery, 'limit' | 'cursor' | 'sort'>;

/** Conditions of a filter, appended to `values` (whose first is the organization). */
function filterSql(filter: Filter, values: unknown[]): string {
  const conditions: string[] = [
    filter.state
      ? inState[filter.state]
      : filter.id
        ? `(v.to_journal is null or ${isDeleted})`
        : inState.standing,
  ];
  const add = (sql: (parameter: string) => string, value: unknown) => {
    values.push(value);
    conditions.push(sql(`$${values.length}`));
  };
  if (filter.search) add((p) => `o.name_key like ${p}`, `%${likePattern(nameKey(filter.search))}%`);
  if (filter.year) {
    add((p) => `v.date >= ${p}::date`, `${filter.year}-01-01`);
    add((p) => `v.date <= ${p}::date`, `${filter.year}-12-31`);
  }
  if (filter.from) add((p) => `v.date >= ${p}::date`, filter.from);
  if (filter.to) add((p) => `v.date <= ${p}::date`, filter.to);
  if (filter.minAmount !== undefined) add((p) => `v.amount >= ${p}::bigint`, filter.minAmount);
  if (filter.maxAmount !== undefined) add((p) => `v.amount <= ${p}::bigint`, filter.maxAmount);
  if (filter.addedBy) add((p) => `v.added_by = ${p}`, filter.addedBy);
  if (filter.paymentMethod) add((p) => `v.payment_method = ${p}`, filter.paymentMethod);
  if (filter.campaign) add((p) => `c.title_key = ${p}`, titleKey(filter.campaign));
  if (filter.donorId) add((p) => `v.donor_id = ${p}`, filter.donorId);
  if (filter.id) add((p) => `v.donation_id = ${p}`, filter.id);
  if (filter.importId) add((p) => `v.import_id = ${p}`, filter.importId);
  return conditions.join(' and ');
}

/** `%` and `_` of a person's search mean themselves. */
export const likePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** One page, and the cursor values of its last row when there may be more. */
export async function listDonations(
  tx: Tx,
  query: DonationQuery,
): Promise<{ rows: Donation[]; next: unknown[] | null }> {
  const descending = query.sort.startsWith('-');
  const field = sortColumns[query.sort.replace('-', '') as keyof typeof sortColumns];
  const values: unknown[] = [tx.organizationId];
  let where = filterSql(query, values);
  const after = readCursor(query.cursor, [field.cast, 'uuid']);
  if (after) {
    values.push(...after);
    where += ` and (${field.sql}, v.donation_id) ${descending ? '<' : '>'} ($${values.length - 1}::${field.cast}, $${values.length}::uuid)`;
  }
  values.push(query.limit + 1);
  const direction = descending ? 'desc' : 'asc';
  const rows = await tx.sql<SortableRow>(
    `${donationSelect} and ${where} order by ${field.sql} ${direction}, v.donation_id ${direction} limit $${values.length}`,
    values,
  );
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1)! : null;
  return {
    rows: shown.map((row) => toDonation(tx.organizationId!, row)),
    next: last && [field.of(last), last.donation_id],
  };
}

/** Of the whole filtered set, never of a page. */
export async function summarize(tx: Tx, filter: Filter): Promise<DonationSummary> {
  const values: unknown[] = [tx.organizationId];
  const where = filterSql(filter, values);
  const [row] = await tx.sql<{ amount: bigint; records: number; cash: number; digital: number }>(
    `select coalesce(sum(v.amount), 0)::bigint as amount, count(*)::int as records,
            (count(*) filter (where v.payment_method = 'Cash'))::int as cash,
            (count(*) filter (where v.payment_method in ('CashApp', 'Zeffy', 'Card')))::int as digital
       from donation_version v
       join donor o on o.organization_id = $1 and o.id = v.donor_id
       join campaign c on c.organization_id = $1 and c.id = v.campaign_id
      where v.organization_id = $1 and v.build = ${currentBuildSql('donations', '$1')} and ${where}`,
    values,
  );
  return { ...row!, amount: toDecimal(row!.amount) };
}

/** Years and campaigns of the current donations, from the kept totals: no donation is read for it. */
export async function donationChoices(tx: Tx): Promise<DonationChoices> {
  const rows = await tx.sql<{ title: string; years: number[] }>(
    `select c.title, array_agg(t.year) as years
       from campaign_total t join campaign c on c.organization_id = $1 and c.id = t.campaign_id
      where t.organization_id = $1 and t.build = ${currentBuildSql('donations', '$1')}
      group by c.title, c.title_key order by c.title_key <> $2, c.title_key`,
    [tx.organizationId, titleKey(generalFund)],
  );
  const imports = await tx.sql<{ id: string; fileName: string }>(
    `select id, file_name as "fileName" from donation_import where organization_id = $1 and status in ('committed', 'undoing', 'undone') order by id desc`,
    [tx.organizationId],
  );
  const years = new Set(rows.flatMap((row) => row.years));
  // from one to the next by an index: there are few, among a million gifts
  const recorders = await tx.sql<{ id: string; name: string }>(
    `with recursive one as (
       (select added_by as id from donation_version where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} order by added_by limit 1)
       union all
       select (select added_by from donation_version where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and added_by > one.id order by added_by limit 1) from one where one.id is not null)
     select o.id, o.name from one join donor o on o.organization_id = $1 and o.id = one.id order by o.name_key`,
    [tx.organizationId],
  );
  return {
    years: [...years].sort((a, b) => b - a),
    campaigns: rows.map(({ title }) => title),
    recorders,
    imports,
  };
}

/** Of one donor, newest first. */
export function donationsOf(
  tx: Tx,
  donorId: string,
  year?: number,
  limit?: number,
): Promise<Donation[]> {
  return ofDonor(tx, donorId, { year, limit, at: null });
}

/** What was deleted of what stood behind a ledger row, the newest date first. */
export async function deletedOf(tx: Tx, donorId: string, year: number): Promise<Donation[]> {
  const rows = await tx.sql<DonationRow>(
    `${donationSelect} and v.donor_id = $2 and v.date between $3::date and $4::date and ${isDeleted} order by v.date desc, v.donation_id desc`,
    [tx.organizationId, donorId, `${year}-01-01`, `${year}-12-31`],
  );
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

/** What stands behind a ledger row: now, or as of a journal number. */
export function donationsBehind(
  tx: Tx,
  donorId: string,
  year: number,
  at: bigint | null,
): Promise<Donation[]> {
  return ofDonor(tx, donorId, { year, at });
}

async function ofDonor(
  tx: Tx,
  donorId: string,
  { year, limit, at }: { year?: number | undefined; limit?: number | undefined; at: bigint | null },
) {
  const values: unknown[] = [tx.organizationId, donorId];
  let where = 'v.donor_id = $2';
  if (year !== undefined)
    where += ` and v.date between $${values.push(`${year}-01-01`)}::date and $${values.push(`${year}-12-31`)}::date`;
  if (at === null) where += ' and v.to_journal is null';
  else
    where += ` and v.from_journal <= $${values.push(at)}::bigint and (v.to_journal is null or v.to_journal > $${values.length}::bigint)`;
  if (limit !== undefined) values.push(limit);
  const rows = await tx.sql<DonationRow>(
    `${donationSelect} and ${where} order by v.date desc, v.donation_id desc ${limit === undefined ? '' : `limit $${values.length}`}`,
    values,
  );
  return rows.map((row) => toDonation(tx.organizationId!, row));
}

export function toOwn({
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

interface VersionRow extends DonationRow {
  state: 'given' | 'voided';
  from_journal: bigint;
  reason: string | null;
  changed_by: string | null;
  changed_by_name: string | null;
  undone: boolean;
}

/** Every version of one donation, the recording first; empty for an unknown one. */
export async function historyOf(tx: Tx, id: string): Promise<DonationChange[]> {
  const rows = await tx.sql<VersionRow>(
    `select v.*, o.name as donor_name, c.title as campaign, t.notes, r.reason, p.name as changed_by_name,
            v.state = 'voided' and j.stream like '%.import-' || v.import_id::text and v.from_journal > v.first as undone
       from (select *, min(from_journal) over () as first from donation_version
              where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and donation_id = $2) v
       join donor o on o.organization_id = $1 and o.id = v.donor_id
       join campaign c on c.organization_id = $1 and c.id = v.campaign_id
       join journal j on j.organization_id = $1 and j.number = v.from_journal
       left join giving_text t on t.organization_id = $1 and t.event_id = v.text_event_id
       left join giving_text r on r.organization_id = $1 and r.event_id = v.event_id
       left join donor p on p.organization_id = $1 and p.id = v.changed_by
      order by v.version`,
    [tx.organizationId, id],
  );
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
              : row.import_id
                ? 'imported'
                : 'recorded',
      who: { id: row.changed_by, name: row.changed_by_name ?? 'Church Connect' },
      when: row.recorded_at.toISOString(),
      why: row.reason,
      journal: Number(row.from_journal),
      importId: row.import_id,
      before: before ? stateOf(before) : null,
      after: row.state === 'voided' ? null : stateOf(row),
    };
  });
}

function stateOf(row: VersionRow) {
  return {
    donorId: row.donor_id,
    donorName: row.donor_name,
    amount: toDecimal(row.amount),
    date: row.date,
    paymentMethod: row.payment_method,
    campaign: row.campaign,
    notes: row.notes,
  };
}
