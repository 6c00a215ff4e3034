import type { Tx } from '#libs/database';
import { formatUsd } from '#libs/money';
import type { DonationFacts } from '../donation/donation.js';
import type { Model, Version } from './verify-model.js';
import {
  findOldNames,
  selectFundraisers,
  selectPeriods,
  selectPledges,
  selectTotals,
  selectVersionsAfter,
} from './verify.sql.js';

type Report = (problem: string) => void;

/**
 * Compares every projection with the rows that follow from the events: all totals, all versions of
 * all donations, all pledges, and all fundraisers with their periods.
 */
export async function checkProjections(tx: Tx, model: Model, report: Report): Promise<void> {
  await checkAllTotals(tx, model, report);
  await checkVersions(tx, model, report);
  checkRows(
    {
      label: 'Pledge',
      rows: await selectPledges(tx),
      expected: expectedPledges(model),
    },
    report,
  );
  checkRows(
    {
      label: 'Fundraiser',
      rows: await selectFundraisers(tx),
      expected: expectedFundraisers(model),
    },
    report,
  );
  checkRows(
    {
      label: 'Period of fundraiser',
      rows: await selectPeriods(tx),
      expected: expectedPeriods(model),
    },
    report,
  );
  await checkNames(tx, report);
}

async function checkAllTotals(tx: Tx, model: Model, report: Report): Promise<void> {
  const check = (
    label: string,
    total: keyof typeof selectTotals,
    keyOf: (gift: DonationFacts) => string | null,
  ) => checkTotals(tx, { label, total, expected: model.totals(keyOf) }, report);
  const yearOf = (gift: DonationFacts) => gift.date.slice(0, 4);
  const monthOf = (gift: DonationFacts) => gift.date.slice(0, 7);
  await check('Donor and year', 'ledger', (gift) => `${gift.donorId} ${yearOf(gift)}`);
  await check('Campaign and year', 'campaign', (gift) => `${gift.campaignId} ${yearOf(gift)}`);
  await check('Month and method', 'month', (gift) => `${monthOf(gift)} ${gift.paymentMethod}`);
  const fundraiserOf = model.fundraiserOf();
  await check('Fundraiser and donor', 'fundraiser', (gift) => {
    const fundraiserId = fundraiserOf(gift);
    return fundraiserId && `${fundraiserId} ${gift.donorId}`;
  });
}

function expectedPledges(model: Model): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [id, pledge] of model.pledges) {
    const { userId, year, amount, frequency, textEventId, createdAt, updatedAt, version } = pledge;
    const values = [userId, year, amount, frequency, textEventId, createdAt, updatedAt, version];
    lines.set(id, toLine(values));
  }
  return lines;
}

function expectedFundraisers(model: Model): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [id, fundraiser] of model.fundraisers) {
    const { goal, opening, startDate, endDate, isActive, isRemoved, version } = fundraiser;
    lines.set(id, toLine([goal, opening, startDate, endDate, isActive, isRemoved, version]));
  }
  return lines;
}

/** Returns the campaign and the days of each fundraiser that was not removed. */
function expectedPeriods(model: Model): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [campaignId, latestFirst] of model.fundraisersByCampaign())
    latestFirst.forEach(({ id, startDate }, index) => {
      const endsBefore = latestFirst[index - 1]?.startDate ?? null;
      lines.set(id, toLine([campaignId, startDate, endsBefore]));
    });
  return lines;
}

interface Totals {
  /** The beginning of a report. */
  label: string;
  total: keyof typeof selectTotals;
  /** Cents and number of donations for each key. */
  expected: Map<string, [bigint, number]>;
}

async function checkTotals(
  tx: Tx,
  { label, total: source, expected }: Totals,
  report: Report,
): Promise<void> {
  const rows = await selectTotals[source](tx);
  for (const { key, total, count } of rows) {
    const [amount, number] = expected.get(key) ?? [0n, 0];
    if (amount !== total || number !== count) {
      report(
        `${label} ${key}: the ledger shows ${formatUsd(total)} in ${count} donations; ` +
          `the events say ${formatUsd(amount)} in ${number}.`,
      );
    }
    expected.delete(key);
  }
  for (const [key, [amount]] of expected)
    report(`${label} ${key}: the ledger shows nothing; the events say ${formatUsd(amount)}.`);
}

/** Joins values into one text. Times of the database become ISO times, as the events have them. */
const toLine = (values: unknown[]) =>
  values.map((value) => (value instanceof Date ? value.toISOString() : String(value))).join(' ');

/** Number of versions that are read at once. */
const pageSize = 5_000;

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
  toLine([
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
  let after = { donationId: '00000000-0000-0000-0000-000000000000', version: 0 };
  for (;;) {
    const rows = await selectVersionsAfter(tx, {
      donationId: after.donationId,
      version: after.version,
      limit: pageSize,
    });
    for (const { donationId: id, version, ...row } of rows) {
      const expected = model.donations.get(id)?.[version - 1];
      if (!expected)
        report(`Donation ${id}: version ${version} is shown, but the events know nothing of it.`);
      else if (versionLine(expected) !== toLine(Object.values(row)))
        report(`Donation ${id}, version ${version}: what is shown is not what the events say.`);
      const remaining = (unseen.get(id) ?? 0) - (expected ? 1 : 0);
      if (remaining > 0) unseen.set(id, remaining);
      else unseen.delete(id);
    }
    if (rows.length < pageSize) break;
    after = rows.at(-1)!;
  }
  for (const [id, missing] of unseen) {
    const all = model.donations.get(id)!.length;
    const notShown =
      missing === all ? 'is not shown' : `${missing} of its ${all} versions are not shown`;
    report(`Donation ${id} is in the events but ${notShown}.`);
  }
}

interface Rows {
  /** The beginning of a report. */
  label: string;
  rows: readonly ({ id: string } & Record<string, unknown>)[];
  expected: Map<string, string>;
}

function checkRows({ label, rows, expected }: Rows, report: Report): void {
  for (const { id, ...row } of rows) {
    if (expected.get(id) !== toLine(Object.values(row)))
      report(`${label} ${id}: what is shown is not what the events say.`);
    expected.delete(id);
  }
  for (const id of expected.keys()) report(`${label} ${id} is in the events but is not shown.`);
}

/** Checks that the ledger contains the present names of the donors. */
async function checkNames(tx: Tx, report: Report): Promise<void> {
  const rows = await findOldNames(tx);
  for (const { donorId, year } of rows)
    report(`Donor and year ${donorId} ${year}: the ledger shows another name than the donor has.`);
}
