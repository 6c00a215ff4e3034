import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTable } from '../../../libs/workbook/support.js';
import {
  ledger as ledgerSchema,
  type Donation,
  type GivingByMonth,
  type Ledger,
  type LedgerRow,
} from '#libs/contracts';
import { everyPage, give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, office, hannah } = await startChurch();
afterAll(() => app.close());

describe('the ledger', () => {
  const rowsOf = (body: unknown) => (body as Ledger).rows;
  beforeAll(async () => {
    for (let n = 0; n < 12; n++)
      await giveAsGuest(office, `Giver ${'abcdef'[n % 6]!}`, {
        amount: `${(n % 3) + 1}.00`,
        date: `201${n % 2}-06-01`,
      });
    await give(office, hannah.id, { amount: '10.00', date: '2010-01-01' });
    await give(office, hannah.id, { amount: '20.00', date: '2010-12-31' });
  });

  it('has a row for each donor and year, and the totals of all of them', async () => {
    const { status, body } = await office.get<Ledger>('/api/admin/church-ledger?year=2010');
    expect(status).toBe(200);
    expect(ledgerSchema.strict().parse(body)).toEqual(body);
    const at = body.rows.find(({ donorId }) => donorId === hannah.id);
    expect(at).toEqual({
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
      (await office.get<Ledger>('/api/admin/church-ledger?year=2010&limit=1')).body.totals,
    ).toEqual(body.totals);
    expect(body.years).toContain(2010);
    expect(body.years).toEqual([...body.years].sort((a, b) => b - a));
  });

  it.each(['name', 'year', 'total', 'count'].flatMap((sort) => [sort, `-${sort}`]))(
    'sorted by %s gives every row exactly once, page after page, in order; also as of today',
    async (sort) => {
      const whole = (await office.get<Ledger>('/api/admin/church-ledger?limit=1000')).body.rows;
      const key = (row: LedgerRow) => `${row.donorId} ${row.year}`;
      for (const asOf of ['', '&asOf=2999-12-31', '&asOf=999999']) {
        const rows = await everyPage<LedgerRow>(
          office,
          `/api/admin/church-ledger?limit=3&sort=${sort}${asOf}`,
          rowsOf,
        );
        expect(rows.map(key).sort()).toEqual(whole.map(key).sort());
        expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(
          whole.map((row) => JSON.stringify(row)).sort(),
        );
        const field = sort.replace('-', '') as 'name' | 'year' | 'total' | 'count';
        const values = rows.map((row) =>
          field === 'name' ? row.name.toLowerCase() : Number(row[field]),
        );
        const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
      }
    },
  );

  it('searches names without case, and % and _ mean themselves', async () => {
    const search = async (text: string) =>
      (await office.get<Ledger>(`/api/admin/church-ledger?search=${encodeURIComponent(text)}`))
        .body;
    expect((await search('hANNAH  br')).rows.every(({ name }) => name === 'Hannah Brooks')).toBe(
      true,
    );
    expect((await search('giver')).totals).toEqual({
      amount: '24.00',
      donations: 12,
      donors: 6,
      rows: 6,
    });
    for (const text of ['%', '_', '\\', 'nobody']) expect((await search(text)).rows).toEqual([]);
  });

  it('searches words in any order, without accents and apostrophes, and finds addresses and numbers', async () => {
    await giveAsGuest(office, 'Zoë Núñez', {
      guestEmail: 'zn@x.test',
      transactionId: 'INV-2041',
      amount: '3.00',
      date: '2013-05-01',
    });
    await giveAsGuest(office, 'Sean O\u2019Brien', { amount: '4.00', date: '2013-05-02' });
    const asOf = '&asOf=2999-12-31';
    const search = async (text: string, rest = '') => {
      const path = `/api/admin/church-ledger?year=2013&search=${encodeURIComponent(text)}${rest}`;
      return rowsOf((await office.get(path)).body).map(({ name }) => name);
    };
    for (const text of ['nunez zoe', 'Núñez, Zoë', 'ZN@x', '2041', 'inv-2041', 'zoe 2041'])
      for (const rest of ['', asOf])
        expect([text, await search(text, rest)]).toEqual([text, ['Zoë Núñez']]);
    for (const text of ["o'brien", 'OBRIEN, sean', 'brien'])
      expect([text, await search(text)]).toEqual([text, ['Sean O\u2019Brien']]);
    for (const text of ['2042', 'sean 2041', 'zoe brooks'])
      for (const rest of ['', asOf]) expect([text, await search(text, rest)]).toEqual([text, []]);
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
      await giveAsGuest(office, name, { amount: '1.00', date: '2014-05-01' });
    const sorted = [
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
      const forwards = await everyPage(office, `${path}name`, rowsOf);
      expect(forwards.map(({ name }) => name)).toEqual(sorted);
      const backwards = await everyPage(office, `${path}-name`, rowsOf);
      expect(backwards.map(({ name }) => name)).toEqual(sorted.toReversed());
    }
  });

  it('counts its rows: a giver of two years has two, also on a page and as of an earlier moment', async () => {
    await give(office, hannah.id, { date: '2007-07-07' });
    for (const query of ['', '&search=hannah', '&asOf=999999', '&asOf=1', '&search=nobody']) {
      const rows = await everyPage<LedgerRow>(
        office,
        `/api/admin/church-ledger?limit=5${query}`,
        rowsOf,
      );
      const { totals } = (await office.get<Ledger>(`/api/admin/church-ledger?limit=1${query}`))
        .body;
      expect({ query, rows: totals.rows, donors: totals.donors }).toEqual({
        query,
        rows: rows.length,
        donors: new Set(rows.map(({ donorId }) => donorId)).size,
      });
    }
  });

  it('shows the donations behind a row', async () => {
    const { body } = await office.get<Donation[]>(`/api/admin/church-ledger/${hannah.id}/2010`);
    expect(body.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2010-12-31 20.00',
      '2010-01-01 10.00',
    ]);
    expect((await office.get(`/api/admin/church-ledger/${hannah.id}/1999`)).body).toEqual([]);
    expect(
      (await office.get('/api/admin/church-ledger/01a1fc63-f841-71e3-ad8c-fa6353f799cd/2010'))
        .status,
    ).toBe(404);
    expect((await office.get(`/api/admin/church-ledger/${hannah.id}/20x0`)).status).toBe(400);
  });

  it('says when the books begin to whoever asks for an earlier day', async () => {
    const { body } = await office.get<Ledger>('/api/admin/church-ledger?asOf=1999-12-31');
    expect(body).toMatchObject({ rows: [], totals: { amount: '0.00', donations: 0 } });
    expect(body.begins).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(
      (await office.get<Ledger>(`/api/admin/church-ledger?asOf=${body.begins}`)).body.totals
        .donations,
    ).toBeGreaterThan(0);
    expect((await office.get<Ledger>('/api/admin/church-ledger')).body).not.toHaveProperty(
      'begins',
    );
  });

  it('shows what it said as of a journal number or the end of a day', async () => {
    const ada = await app.person(church, {
      email: 'ada@grace.test',
      firstName: 'Ada',
      lastName: 'Byron',
    });
    const total = async (asOf?: string | number) => {
      const { body } = await office.get<Ledger>(
        `/api/admin/church-ledger?search=ada%20byron${asOf === undefined ? '' : `&asOf=${asOf}`}`,
      );
      return body.rows.map((row) => `${row.year} ${row.total} ${row.count}`);
    };
    const made = await give(office, ada.id, { amount: '10.00', date: '2012-01-01' });
    const [recorded] = (
      await office.get<{ journal: number }[]>(`/api/admin/donations/${made.id}/history`)
    ).body as [{ journal: number }];
    await office.patch(`/api/admin/donations/${made.id}`, { amount: '15.00', date: '2013-01-01' });
    await office.delete(`/api/admin/donations/${made.id}`);
    expect(await total()).toEqual([]);
    expect(await total(recorded.journal - 1)).toEqual([]);
    expect(await total(recorded.journal)).toEqual(['2012 10.00 1']);
    expect(await total(recorded.journal + 1)).toEqual(['2013 15.00 1']);
    expect(await total(recorded.journal + 2)).toEqual([]);
    expect(await total('1999-12-31')).toEqual([]);
    expect(
      (
        await office.get<Donation[]>(
          `/api/admin/church-ledger/${ada.id}/2012?asOf=${recorded.journal}`,
        )
      ).body,
    ).toMatchObject([{ id: made.id, amount: '10.00', version: 1 }]);
    for (const asOf of ['2025-02-30', 'soon', '-1', '1.5', ''])
      expect((await office.get(`/api/admin/church-ledger?asOf=${asOf}`)).status).toBe(400);
  });

  it('is exported with harmless formulas, its year in the file name, and its total last', async () => {
    for (const name of ['=HYPERLINK("http://evil") x', '+1 x', '-2 x', '@SUM x', '\tTab x']) {
      const [guestFirstName, guestLastName] = [name.slice(0, -2), 'x'];
      await office.post('/api/donations', {
        guestFirstName,
        guestLastName,
        amount: '1.00',
        date: '2009-01-01',
      });
    }
    const year = await office.get('/api/admin/church-ledger.csv?year=2009&sort=name');
    expect(year.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(year.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-2009.csv"',
    );
    const lines = year.text.split('\r\n');
    expect(lines[0]).toBe('Name,Kind,Year,Total,Donations');
    expect(lines.slice(1, 6).sort()).toEqual(
      [
        `"'=HYPERLINK(""http://evil"") x",Guest,2009,1.00,1`,
        "'+1 x,Guest,2009,1.00,1",
        "'-2 x,Guest,2009,1.00,1",
        "'@SUM x,Guest,2009,1.00,1",
        'Tab x,Guest,2009,1.00,1',
      ].sort(),
    );
    expect(lines[6]).toMatch(
      /^Total 5\.00 of 5 donations as of \d{4}-\d\d-\d\d \(journal \d+ [\da-f]{16}\),,,,$/,
    );
    expect(lines.slice(7)).toEqual(['']);
    expect(Buffer.from(year.bytes!).subarray(0, 3).toString('hex')).toBe('efbbbf');
    const workbook = await office.get('/api/admin/church-ledger.xlsx?year=2009&sort=name');
    expect(workbook.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-2009.xlsx"',
    );
    const { rows } = await readTable(workbook.bytes!);
    expect(rows).toHaveLength(6);
    expect(rows.map(({ cells }) => cells)).toContainEqual([
      '=HYPERLINK("http://evil") x',
      'Guest',
      '2009',
      '1',
      '1',
    ]);
    const all = await office.get('/api/admin/church-ledger.csv');
    expect(all.headers.get('content-disposition')).toBe(
      'attachment; filename="church-ledger-all-years.csv"',
    );
    const { body } = await office.get<Ledger>('/api/admin/church-ledger?limit=1000');
    expect(all.text).toContain(
      `\r\nTotal ${body.totals.amount} of ${body.totals.donations} donations as of `,
    );
    expect(all.text.split('\r\n').length).toBe(body.rows.length + 3);
  });

  it('returns the total of each month of a year', async () => {
    const { body } = await office.get<GivingByMonth>('/api/admin/giving-by-month?year=2010');
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
      expect((await office.get(`/api/admin/giving-by-month${query}`)).status).toBe(400);
  });

  it('says by month also what it said earlier', async () => {
    const months = async (asOf: string | number) =>
      (
        await office.get<GivingByMonth>(`/api/admin/giving-by-month?year=2008&asOf=${asOf}`)
      ).body.months.slice(0, 3);
    const made = await give(office, hannah.id, { amount: '10.00', date: '2008-01-31' });
    const [recorded] = (
      await office.get<{ journal: number }[]>(`/api/admin/donations/${made.id}/history`)
    ).body as [{ journal: number }];
    await office.patch(`/api/admin/donations/${made.id}`, { amount: '15.00', date: '2008-02-29' });
    await office.delete(`/api/admin/donations/${made.id}`);
    expect(await months(recorded.journal - 1)).toEqual(['0.00', '0.00', '0.00']);
    expect(await months(recorded.journal)).toEqual(['10.00', '0.00', '0.00']);
    expect(await months(recorded.journal + 1)).toEqual(['0.00', '15.00', '0.00']);
    expect(await months('2999-12-31')).toEqual(['0.00', '0.00', '0.00']);
    expect(await months('1999-12-31')).toEqual(['0.00', '0.00', '0.00']);
  });

  it('writes who looked at it into the audit log', async () => {
    await office.get('/api/admin/church-ledger?year=2010');
    const rows = await app.db.tenant(church, (tx) =>
      tx.sql<{ action: string; n: number }>(
        'select action, count(*)::int as n from audit_entry where organization_id = $1 group by 1',
        [church],
      ),
    );
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['ledger.read', 'ledger.donor', 'ledger.exported', 'signed-in']),
    );
    await expect(
      app.db.tenant(church, (tx) =>
        tx.sql('delete from audit_entry where organization_id = $1', [church]),
      ),
    ).rejects.toThrow('audit_entry is written once');
  });
});
