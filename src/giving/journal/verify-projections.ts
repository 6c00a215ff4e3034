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

/** Compares every projection with what the events say: totals, all versions of all donations, pledges, fundraisers. */
export async function checkProjections(tx: Tx, model: Model, report: Report): Promise<void> {
  const totals = (
    what: string,
    total: keyof typeof selectTotals,
    keyOf: (gift: DonationFacts) => string | null,
  ) => checkTotals(tx, { what, total, expected: model.totals(keyOf) }, report);
  await totals('Donor and year', 'ledger', (gift) => `${gift.donorId} ${gift.date.slice(0, 4)}`);
  await totals(
    'Campaign and year',
    'campaign',
    (gift) => `${gift.campaignId} ${gift.date.slice(0, 4)}`,
  );
  await totals(
    'Month and method',
    'month',
    (gift) => `${gift.date.slice(0, 7)} ${gift.paymentMethod}`,
  );
  const fundraiserOf = model.fundraiserOf();
  await totals('Fundraiser and donor', 'fundraiser', (gift) => {
    const fundraiserId = fundraiserOf(gift);
    return fundraiserId && `${fundraiserId} ${gift.donorId}`;
  });
  await checkVersions(tx, model, report);
  checkRows(
    {
      what: 'Pledge',
      rows: await selectPledges(tx),
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
  checkRows(
    {
      what: 'Fundraiser',
      rows: await selectFundraisers(tx),
      expected: new Map(
        [...model.fundraisers].map(([id, f]) => [
          id,
          line([f.goal, f.opening, f.startDate, f.endDate, f.isActive, f.isRemoved, f.version]),
        ]),
      ),
    },
    report,
  );
  checkRows(
    {
      what: 'Period of fundraiser',
      rows: await selectPeriods(tx),
      expected: expectedPeriods(model),
    },
    report,
  );
  await checkNames(tx, report);
}

/** The campaign and the days whose donations count, of each fundraiser that was not removed. */
function expectedPeriods(model: Model): Map<string, string> {
  const lines = new Map<string, string>();
  for (const [campaignId, latestFirst] of model.standingFundraisers())
    latestFirst.forEach(({ id, startDate }, at) => {
      const endsBefore = latestFirst[at - 1]?.startDate ?? null;
      lines.set(id, line([campaignId, startDate, endsBefore]));
    });
  return lines;
}

interface Totals {
  what: string;
  total: keyof typeof selectTotals;
  expected: Map<string, [bigint, number]>;
}

async function checkTotals(
  tx: Tx,
  { what, total: source, expected }: Totals,
  report: Report,
): Promise<void> {
  const rows = await selectTotals[source](tx);
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

/** Versions that are read at once. */
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
      else if (versionLine(expected) !== line(Object.values(row)))
        report(`Donation ${id}, version ${version}: what is shown is not what the events say.`);
      const left = (unseen.get(id) ?? 0) - (expected ? 1 : 0);
      if (left > 0) unseen.set(id, left);
      else unseen.delete(id);
    }
    if (rows.length < pageSize) break;
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
  rows: readonly ({ id: string } & Record<string, unknown>)[];
  expected: Map<string, string>;
}

function checkRows({ what, rows, expected }: Rows, report: Report): void {
  for (const { id, ...row } of rows) {
    if (expected.get(id) !== line(Object.values(row)))
      report(`${what} ${id}: what is shown is not what the events say.`);
    expected.delete(id);
  }
  for (const id of expected.keys()) report(`${what} ${id} is in the events but is not shown.`);
}

/** The ledger shows today's names. */
async function checkNames(tx: Tx, report: Report): Promise<void> {
  const rows = await findOldNames(tx);
  for (const { donorId: donor, year } of rows)
    report(`Donor and year ${donor} ${year}: the ledger shows another name than the donor has.`);
}
