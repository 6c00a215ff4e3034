import { expect } from '@jest/globals';
import type { Fundraiser, Ledger, Pledge } from '#libs/contracts';
import { toDecimal } from '#libs/money';
import { verifyChurch } from '../../../src/giving/index.js';
import type { TestApp } from '../../support/app.js';
import { memberKey, sumOf, type ModeledChurch } from './modeled-church.js';
import type { Entry } from './paper-book.js';

/** Expects that the tables, `verify` and the API agree with the model. */
export async function compare(app: TestApp, church: ModeledChurch): Promise<void> {
  await compareDonations(app, church);
  await compareTotals(app, church);
  await compareLedger(app, church);
  await compareFundraisers(app, church);
  await comparePledges(app, church);
}

const isCurrent = `build = (
    select build from projection where organization_id = $1 and name = 'donations')`;

async function compareDonations(app: TestApp, { id, book }: ModeledChurch): Promise<void> {
  const stored = await app.db.tenant(id, (tx) =>
    tx.sql<Omit<Entry, 'campaign'> & { id: string; campaign: string }>(
      `select donation_id as id, o.kind || ' ' || o.name_key as donor, amount as cents, date,
              payment_method as method, c.title_key as campaign
         from donation_version v
         join donor o on o.organization_id = $1 and o.id = v.donor_id
         join campaign c on c.organization_id = $1 and c.id = v.campaign_id
        where v.organization_id = $1 and v.${isCurrent} and to_journal is null`,
      [id],
    ),
  );
  const gifts = stored.map(({ id: donationId, ...gift }) => [donationId, gift]);
  const expected = [...book.gifts].map(([donationId, gift]) => [
    donationId,
    { ...gift, campaign: book.titles[gift.campaign]! },
  ]);
  expect(Object.fromEntries(gifts)).toEqual(Object.fromEntries(expected));
}

/** Compares the tables of totals by donor, campaign, month and fundraiser. */
async function compareTotals(app: TestApp, { id, book }: ModeledChurch): Promise<void> {
  const totalsOf = async (sql: string) => {
    const rows = await app.db.tenant(id, (tx) =>
      tx.sql<{ key: string; total: bigint; count: number }>(sql, [id]),
    );
    return Object.fromEntries(rows.map(({ key, total, count }) => [key, `${total} in ${count}`]));
  };
  const joinDonor = 'join donor o on o.organization_id = $1 and o.id = t.donor_id';
  const yearOf = ({ date }: Entry) => date.slice(0, 4);

  const byDonor = await totalsOf(
    `select o.kind || ' ' || o.name_key || ' ' || year as key, total, count
       from ledger t ${joinDonor}
      where t.organization_id = $1 and ${isCurrent}`,
  );
  expect(byDonor).toEqual(book.totals((gift) => `${gift.donor} ${yearOf(gift)}`));

  const byCampaign = await totalsOf(
    `select title_key || ' ' || year as key, total, count
       from campaign_total t
       join campaign c on c.organization_id = $1 and c.id = t.campaign_id
      where t.organization_id = $1 and ${isCurrent}`,
  );
  expect(byCampaign).toEqual(
    book.totals((gift) => `${book.titles[gift.campaign]!} ${yearOf(gift)}`),
  );

  const byMonth = await totalsOf(
    `select to_char(month, 'YYYY-MM ') || payment_method as key, total, count
       from month_total
      where organization_id = $1 and ${isCurrent}`,
  );
  expect(byMonth).toEqual(book.totals((gift) => `${gift.date.slice(0, 7)} ${gift.method}`));

  const byFundraiser = await totalsOf(
    `select fundraiser_id || ' ' || o.kind || ' ' || o.name_key as key, total, count
       from fundraiser_gift t ${joinDonor}
      where t.organization_id = $1 and ${isCurrent}`,
  );
  expect(byFundraiser).toEqual(
    book.totals((gift) => {
      const fundraiser = book.fundraiserOf(gift);
      return fundraiser && `${fundraiser} ${gift.donor}`;
    }),
  );
}

/** Compares the sums that `verify` and the ledger state. */
async function compareLedger(app: TestApp, { id, email, book }: ModeledChurch): Promise<void> {
  const gifts = [...book.gifts.values()];
  const sum = gifts.reduce((amount, gift) => amount + gift.cents, 0n);
  const report = await verifyChurch(app.db, app.store, id);
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ donations: gifts.length, amount: sum });

  const { body } = await app.as(email).get<Ledger>('/api/admin/church-ledger?limit=1');
  const countOf = (keyOf: (gift: Entry) => string) => new Set(gifts.map(keyOf)).size;
  expect(body.totals).toEqual({
    amount: sumOf(gifts),
    donations: gifts.length,
    donors: countOf(({ donor }) => donor),
    rows: countOf(({ donor, date }) => `${donor} ${date.slice(0, 4)}`),
  });
}

async function compareFundraisers(app: TestApp, { email, book }: ModeledChurch): Promise<void> {
  const { body: listedFundraisers } = await app.as(email).get<Fundraiser[]>('/api/fundraisers');
  const gifts = [...book.gifts.values()];
  const expected = [...book.fundraisers]
    .filter(([, { isRemoved }]) => !isRemoved)
    .map(([id, { opening }]) => {
      const giftsOfFundraiser = gifts.filter((gift) => book.fundraiserOf(gift) === id);
      return [id, sumOf(giftsOfFundraiser, opening)];
    });
  const raised = listedFundraisers.map(({ id, current }) => [id, current]);
  expect(Object.fromEntries(raised)).toEqual(Object.fromEntries(expected));
}

async function comparePledges(app: TestApp, { email, book, users }: ModeledChurch): Promise<void> {
  const admin = app.as(email);
  for (const [key, cents] of book.pledges) {
    const [userId, year] = key.split(' ') as [string, string];
    const donor = memberKey(users.indexOf(userId));
    const giftsOfYear = [...book.gifts.values()].filter(
      (gift) => gift.donor === donor && gift.date.startsWith(year),
    );
    const { body } = await admin.get<Pledge>(`/api/pledges/user/${userId}/year/${year}`);
    expect(body).toMatchObject({ amount: toDecimal(cents), currentAmount: sumOf(giftsOfYear) });
  }
}
