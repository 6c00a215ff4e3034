import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ledger as ledgerSchema,
  type Donation,
  type GivingByMonth,
  type Ledger,
  type LedgerRow,
} from '#libs/contracts';
import { everyPage, give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { donationPath, readHistory } from '../../support/giving/donation-reads.js';
import { recordLedgerDonations } from '../../support/giving/ledger-donations.js';

const { app, staff, hannah } = await startChurch();
afterAll(() => app.close());

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';

const rowsOf = (body: unknown) => (body as Ledger).rows;

/** Compares two values of one column of the ledger. */
function compareValues(left: string | number, right: string | number): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

describe('the ledger', () => {
  beforeAll(() => recordLedgerDonations(staff, hannah.id));

  it('has a row for each donor and year, and the totals of all of them', async () => {
    const { status, body } = await staff.get<Ledger>('/api/admin/church-ledger?year=2010');
    expect(status).toBe(200);
    expect(ledgerSchema.strict().parse(body)).toEqual(body);
    const hannahRow = body.rows.find(({ donorId }) => donorId === hannah.id);
    expect(hannahRow).toEqual({
      donorId: hannah.id,
      name: 'Hannah Brooks',
      kind: 'member',
      year: 2010,
      total: '30.00',
      count: 2,
    });
    expect(body.rows.map(({ name }) => name)).toEqual([
      'Giver a',
      'Giver c',
      'Giver e',
      'Hannah Brooks',
    ]);
    expect(body.totals).toEqual({ amount: '42.00', donations: 8, donors: 4, rows: 4 });
    expect(
      (await staff.get<Ledger>('/api/admin/church-ledger?year=2010&limit=1')).body.totals,
    ).toEqual(body.totals);
    expect(body.years).toContain(2010);
    expect(body.years).toEqual([...body.years].sort((a, b) => b - a));
  });

  it.each(['name', 'year', 'total', 'count'].flatMap((sort) => [sort, `-${sort}`]))(
    'returns each row once, page by page, in the order of %s, also as of today',
    async (sort) => {
      const allRows = (await staff.get<Ledger>('/api/admin/church-ledger?limit=1000')).body.rows;
      const key = (row: LedgerRow) => `${row.donorId} ${row.year}`;
      for (const asOf of ['', '&asOf=2999-12-31', '&asOf=999999']) {
        const rows = await everyPage<LedgerRow>(
          staff,
          `/api/admin/church-ledger?limit=3&sort=${sort}${asOf}`,
          rowsOf,
        );
        expect(rows.map(key).sort()).toEqual(allRows.map(key).sort());
        expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(
          allRows.map((row) => JSON.stringify(row)).sort(),
        );
        const field = sort.replace('-', '') as 'name' | 'year' | 'total' | 'count';
        const values = rows.map((row) =>
          field === 'name' ? row.name.toLowerCase() : Number(row[field]),
        );
        const sorted = [...values].sort(compareValues);
        expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
      }
    },
  );

  const searchLedger = async (text: string) =>
    (await staff.get<Ledger>(`/api/admin/church-ledger?search=${encodeURIComponent(text)}`)).body;

  it('finds names without regard to case', async () => {
    expect(
      (await searchLedger('hANNAH  br')).rows.every(({ name }) => name === 'Hannah Brooks'),
    ).toBe(true);
    expect((await searchLedger('giver')).totals).toEqual({
      amount: '24.00',
      donations: 12,
      donors: 6,
      rows: 6,
    });
    expect((await searchLedger('nobody')).rows).toEqual([]);
  });

  it('treats %, _ and \\ in a search as normal characters', async () => {
    for (const text of ['%', '_', '\\']) expect((await searchLedger(text)).rows).toEqual([]);
  });

  it('finds words in any order without accents, email addresses and transaction IDs', async () => {
    await giveAsGuest(staff, 'Zoë Núñez', {
      guestEmail: 'zn@x.test',
      transactionId: 'INV-2041',
      amount: '3.00',
      date: '2013-05-01',
    });
    await giveAsGuest(staff, 'Sean O\u2019Brien', { amount: '4.00', date: '2013-05-02' });
    const asOf = '&asOf=2999-12-31';
    const findNames = async (text: string, query = '') => {
      const path = `/api/admin/church-ledger?year=2013&search=${encodeURIComponent(text)}${query}`;
      return rowsOf((await staff.get(path)).body).map(({ name }) => name);
    };
    for (const text of ['nunez zoe', 'Núñez, Zoë', 'ZN@x', '2041', 'inv-2041', 'zoe 2041'])
      for (const asOfQuery of ['', asOf])
        expect([text, await findNames(text, asOfQuery)]).toEqual([text, ['Zoë Núñez']]);
    for (const text of ["o'brien", 'OBRIEN, sean', 'brien'])
      expect([text, await findNames(text)]).toEqual([text, ['Sean O\u2019Brien']]);
    for (const text of ['2042', 'sean 2041', 'zoe brooks'])
      for (const asOfQuery of ['', asOf])
        expect([text, await findNames(text, asOfQuery)]).toEqual([text, []]);
  });

  it('sorts names by the order of American English', async () => {
    const names = [
      'Oda Ek',
      'Ømer Lund',
      'Ötto Ek',
      'Zed Ek',
      'Álvaro Ek',
      'anna Ek',
      'O\u2019Dea Ek',
    ];
    for (const name of names)
      await giveAsGuest(staff, name, { amount: '1.00', date: '2014-05-01' });
    const sortedNames = [
      'Álvaro Ek',
      'anna Ek',
      'Oda Ek',
      'O\u2019Dea Ek',
      'Ømer Lund',
      'Ötto Ek',
      'Zed Ek',
    ];
    for (const asOf of ['', '&asOf=2999-12-31']) {
      const path = `/api/admin/church-ledger?year=2014&limit=3${asOf}&sort=`;
      const forwards = await everyPage(staff, `${path}name`, rowsOf);
      expect(forwards.map(({ name }) => name)).toEqual(sortedNames);
      const backwards = await everyPage(staff, `${path}-name`, rowsOf);
      expect(backwards.map(({ name }) => name)).toEqual(sortedNames.toReversed());
    }
  });

  it('counts a row for each year of a donor, also as of an earlier moment', async () => {
    await give(staff, hannah.id, { date: '2007-07-07' });
    for (const query of ['', '&search=hannah', '&asOf=999999', '&asOf=1', '&search=nobody']) {
      const rows = await everyPage<LedgerRow>(
        staff,
        `/api/admin/church-ledger?limit=5${query}`,
        rowsOf,
      );
      const { totals } = (await staff.get<Ledger>(`/api/admin/church-ledger?limit=1${query}`)).body;
      expect({ query, rows: totals.rows, donors: totals.donors }).toEqual({
        query,
        rows: rows.length,
        donors: new Set(rows.map(({ donorId }) => donorId)).size,
      });
    }
  });

  it('shows the donations behind a row', async () => {
    const { body } = await staff.get<Donation[]>(`/api/admin/church-ledger/${hannah.id}/2010`);
    expect(body.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2010-12-31 20.00',
      '2010-01-01 10.00',
    ]);
    expect((await staff.get(`/api/admin/church-ledger/${hannah.id}/1999`)).body).toEqual([]);
    expect((await staff.get(`/api/admin/church-ledger/${unknownId}/2010`)).status).toBe(404);
    expect((await staff.get(`/api/admin/church-ledger/${hannah.id}/20x0`)).status).toBe(400);
  });

  it('returns the total of each month of a year', async () => {
    const { body } = await staff.get<GivingByMonth>('/api/admin/giving-by-month?year=2010');
    expect(body).toEqual({
      year: 2010,
      months: [
        '10.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '12.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '0.00',
        '20.00',
      ],
    });
    for (const query of [
      '',
      '?year=x',
      '?year=2010&x=1',
      '?year=2010&asOf=soon',
      '?year=2010&asOf=2025-02-30',
    ])
      expect((await staff.get(`/api/admin/giving-by-month${query}`)).status).toBe(400);
  });

  it('returns the totals of the months as of an earlier moment, too', async () => {
    const listMonths = async (asOf: string | number) =>
      (
        await staff.get<GivingByMonth>(`/api/admin/giving-by-month?year=2008&asOf=${asOf}`)
      ).body.months.slice(0, 3);
    const donation = await give(staff, hannah.id, { amount: '10.00', date: '2008-01-31' });
    const journal = (await readHistory(staff, donation.id))[0]!.journal;
    await staff.patch(donationPath(donation.id), { amount: '15.00', date: '2008-02-29' });
    await staff.delete(donationPath(donation.id));
    expect(await listMonths(journal - 1)).toEqual(['0.00', '0.00', '0.00']);
    expect(await listMonths(journal)).toEqual(['10.00', '0.00', '0.00']);
    expect(await listMonths(journal + 1)).toEqual(['0.00', '15.00', '0.00']);
    expect(await listMonths('2999-12-31')).toEqual(['0.00', '0.00', '0.00']);
    expect(await listMonths('1999-12-31')).toEqual(['0.00', '0.00', '0.00']);
  });
});
