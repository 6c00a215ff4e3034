import type { Tx } from '#libs/database';
import { currentBuildSql } from '#libs/event-sourcing';
import { formatUsd } from '#libs/money';
import type { GiftFacts } from '../donation/donation.js';
import type { Model, Version } from './verify-model.js';

type Report = (problem: string) => void;

/** Compares every projection with what the events say: totals, all versions of all donations, pledges, fundraisers. */
export async function checkProjections(tx: Tx, model: Model, report: Report): Promise<void> {
  const totals = (
    what: string,
    table: string,
    key: string,
    keyOf: (gift: GiftFacts) => string | null,
  ) => checkTotals(tx, { what, table, key, expected: model.totals(keyOf) }, report);
  await totals(
    'Donor and year',
    'ledger',
    `donor_id || ' ' || year`,
    (gift) => `${gift.donorId} ${gift.date.slice(0, 4)}`,
  );
  await totals(
    'Campaign and year',
    'campaign_total',
    `campaign_id || ' ' || year`,
    (gift) => `${gift.campaignId} ${gift.date.slice(0, 4)}`,
  );
  await totals(
    'Month and method',
    'month_total',
    `to_char(month, 'YYYY-MM') || ' ' || payment_method`,
    (gift) => `${gift.date.slice(0, 7)} ${gift.paymentMethod}`,
  );
  await totals(
    'Fundraiser and donor',
    'fundraiser_gift',
    `fundraiser_id || ' ' || donor_id`,
    (gift) => gift.fundraiserId && `${gift.fundraiserId} ${gift.donorId}`,
  );
  await checkVersions(tx, model, report);
  await checkRows(
    tx,
    {
      what: 'Pledge',
      table: 'pledge',
      build: 'pledges',
      columns: 'user_id, year, amount, frequency, text_event_id, created_at, updated_at, version',
      expected: new Map(
        [...model.pledges].map(([id, p]) => [
          id,
          line([
            p.userId,
            p.year,
            p.amount,
            p.frequency,
            p.textEventId,
            p.createdAt,
            p.updatedAt,
            p.version,
          ]),
        ]),
      ),
    },
    report,
  );
  await checkRows(
    tx,
    {
      what: 'Fundraiser',
      table: 'fundraiser',
      build: 'fundraisers',
      columns: 'goal, opening, start_date, end_date, is_active, is_removed, version',
      expected: new Map(
        [...model.fundraisers].map(([id, f]) => [
          id,
          line([f.goal, f.opening, f.startDate, f.endDate, f.isActive, f.isRemoved, f.version]),
        ]),
      ),
    },
    report,
  );
  await checkNames(tx, report);
}

interface Totals {
  what: string;
  table: string;
  key: string;
  expected: Map<string, [bigint, number]>;
}

async function checkTotals(
  tx: Tx,
  { what, table, key, expected }: Totals,
  report: Report,
): Promise<void> {
  const rows = await tx.sql<{ key: string; total: bigint; count: number }>(
    `select ${key} as key, total, count from ${table} where organization_id = $1 and build = ${currentBuildSql('donations', '$1')}`,
    [tx.organizationId],
  );
  for (const { key: name, total, count } of rows) {
    const [amount, number] = expected.get(name) ?? [0n, 0];
    if (amount !== total || number !== count) {
      report(
        `${what} ${name}: the ledger shows ${formatUsd(total)} in ${count} donations; the events say ${formatUsd(amount)} in ${number}.`,
      );
    }
    expected.delete(name);
  }
  for (const [name, [amount]] of expected)
    report(`${what} ${name}: the ledger shows nothing; the events say ${formatUsd(amount)}.`);
}

/** Values as one text, alike for what the database gives and what the events say. */
const line = (values: unknown[]) =>
  values.map((value) => (value instanceof Date ? value.toISOString() : String(value))).join(' ');

interface VersionRow {
  donation_id: string;
  version: number;
}
const versionColumns = `state, from_journal, to_journal, donor_id, amount, date, payment_method, campaign_id, fundraiser_id,
  import_id, added_by, event_id, text_event_id, changed_by, recorded_at`;
const versionLine = ({
  state,
  from,
  to,
  gift,
  importId,
  addedBy,
  eventId,
  textEventId,
  changedBy,
  at,
}: Version) =>
  line([
    state,
    from,
    to,
    gift.donorId,
    gift.amount,
    gift.date,
    gift.paymentMethod,
    gift.campaignId,
    gift.fundraiserId,
    importId,
    addedBy,
    eventId,
    textEventId,
    changedBy,
    at,
  ]);

async function checkVersions(tx: Tx, model: Model, report: Report): Promise<void> {
  const unseen = new Map([...model.donations].map(([id, versions]) => [id, versions.length]));
  let after: VersionRow = { donation_id: '00000000-0000-0000-0000-000000000000', version: 0 };
  for (;;) {
    const rows = await tx.sql<VersionRow & Record<string, unknown>>(
      `select donation_id, version, ${versionColumns} from donation_version
        where organization_id = $1 and build = ${currentBuildSql('donations', '$1')} and (donation_id, version) > ($2, $3)
        order by donation_id, version limit 5000`,
      [tx.organizationId, after.donation_id, after.version],
    );
    for (const { donation_id: id, version, ...row } of rows) {
      const expected = model.donations.get(id)?.[version - 1];
      if (!expected)
        report(`Donation ${id}: version ${version} is shown, but the events know nothing of it.`);
      else if (versionLine(expected) !== line(Object.values(row)))
        report(`Donation ${id}, version ${version}: what is shown is not what the events say.`);
      const left = (unseen.get(id) ?? 0) - (expected ? 1 : 0);
      if (left > 0) unseen.set(id, left);
      else unseen.delete(id);
    }
    if (rows.length < 5000) break;
    after = rows.at(-1)!;
  }
  for (const [id, missing] of unseen) {
    const all = model.donations.get(id)!.length;
    report(
      `Donation ${id} is in the events but ${missing === all ? 'is not shown' : `${missing} of its ${all} versions are not shown`}.`,
    );
  }
}

interface Rows {
  what: string;
  table: string;
  build: string;
  columns: string;
  expected: Map<string, string>;
}

async function checkRows(
  tx: Tx,
  { what, table, build, columns, expected }: Rows,
  report: Report,
): Promise<void> {
  const rows = await tx.sql<{ id: string } & Record<string, unknown>>(
    `select id, ${columns} from ${table} where organization_id = $1 and build = ${currentBuildSql(build, '$1')}`,
    [tx.organizationId],
  );
  for (const { id, ...row } of rows) {
    if (expected.get(id) !== line(Object.values(row)))
      report(`${what} ${id}: what is shown is not what the events say.`);
    expected.delete(id);
  }
  for (const id of expected.keys()) report(`${what} ${id} is in the events but is not shown.`);
}

/** The ledger shows today's names. */
async function checkNames(tx: Tx, report: Report): Promise<void> {
  const rows = await tx.sql<{ donor_id: string; year: number }>(
    `select l.donor_id, l.year from ledger l left join donor d on d.organization_id = $1 and d.id = l.donor_id
      where l.organization_id = $1 and l.build = ${currentBuildSql('donations', '$1')}
        and (l.name, l.name_key, l.kind) is distinct from (d.name, d.name_key, d.kind) limit 50`,
    [tx.organizationId],
  );
  for (const { donor_id: donor, year } of rows)
    report(`Donor and year ${donor} ${year}: the ledger shows another name than the donor has.`);
}
