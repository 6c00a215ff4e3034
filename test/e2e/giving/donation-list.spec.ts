import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTable } from '../../../libs/workbook/support.js';
import {
  donationChoices,
  type Donation,
  type DonationChoices,
  type DonationSummary,
  type Ledger,
  type OwnDonation,
} from '#libs/contracts';
import { everyPage, give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, office, hannah } = await startChurch();
afterAll(() => app.close());
beforeAll(async () => {
  for (let n = 0; n < 24; n++) {
    const facts = {
      amount: String((n % 3) + 1),
      date: `2016-0${(n % 2) + 1}-01`,
      campaign: n % 4 ? null : 'Choir',
    };
    await (n % 2
      ? give(office, hannah.id, { ...facts, paymentMethod: n % 3 ? 'Cash' : 'Zeffy' })
      : giveAsGuest(office, `Guest ${'ABC'[n % 3]!}`, facts));
  }
});

describe('GET /api/admin/donations', () => {
  const sorts = ['date', 'amount', 'name', 'paymentMethod', 'campaign'].flatMap((sort) => [
    sort,
    `-${sort}`,
  ]);
  let ids: string[];
  beforeAll(async () => {
    ids = (await office.get<Donation[]>('/api/admin/donations?year=2016&limit=1000')).body.map(
      ({ id }) => id,
    );
  });

  it.each(sorts)(
    'sorted by %s gives every row exactly once, page after page, in order',
    async (sort) => {
      const rows = await everyPage<Donation>(
        office,
        `/api/admin/donations?year=2016&limit=5&sort=${sort}`,
      );
      expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
      const field = sort.replace('-', '') as
        | 'date'
        | 'amount'
        | 'name'
        | 'paymentMethod'
        | 'campaign';
      const values = rows.map((row) =>
        field === 'name' ? row.donorName.toLowerCase() : row[field].toLowerCase(),
      );
      expect(values).toEqual(
        sort.startsWith('-') ? [...values].sort().reverse() : [...values].sort(),
      );
    },
  );

  it('misses and repeats nothing of what was there when rows come and go between pages', async () => {
    const first = await office.get<Donation[]>('/api/admin/donations?year=2016&limit=10&sort=date');
    const gone = first.body[0]!;
    await office.delete(`/api/admin/donations/${gone.id}`);
    await give(office, hannah.id, { date: '2016-01-01', amount: '9.00' });
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    const rest = await everyPage<Donation>(office, next);
    const seen = [...first.body, ...rest].map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
    ids = (await office.get<Donation[]>('/api/admin/donations?year=2016&limit=1000')).body.map(
      ({ id }) => id,
    );
  });

  it.each(['name', 'campaign'])('goes on after the longest %s in any script', async (sort) => {
    const names = ['\u{20000}'.repeat(50), '語'.repeat(100), 'x'.repeat(100)];
    for (const name of names)
      await giveAsGuest(office, `${name} ${name}`, {
        date: '2015-01-01',
        campaign: name.repeat(2),
      });
    const rows = await everyPage<Donation>(
      office,
      `/api/admin/donations?year=2015&limit=1&sort=${sort}`,
    );
    expect(rows.map(({ guestLastName }) => guestLastName).sort()).toEqual([...names].sort());
    if (sort === 'name')
      expect(
        await everyPage(
          office,
          '/api/admin/church-ledger?year=2015&limit=1',
          (body) => (body as Ledger).rows,
        ),
      ).toHaveLength(3);
    for (const { id } of rows) await office.delete(`/api/admin/donations/${id}`);
  });

  it('pages by 100 unless asked, and says so in Link on the same address and filters', async () => {
    const { body, headers } = await office.get<Donation[]>(
      '/api/admin/donations?year=2016&limit=3&paymentMethod=Cash',
    );
    expect(body).toHaveLength(3);
    expect(headers.get('link')).toMatch(
      /^<\/api\/admin\/donations\?year=2016&limit=3&paymentMethod=Cash&cursor=[\w-]+>; rel="next"$/,
    );
    expect(
      (await office.get('/api/admin/donations?year=2016&limit=1000')).headers.get('link'),
    ).toBeNull();
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'sort=colour',
    'cursor=abc',
    'cursor=WyJ4Iiwi eSJd',
    'year=x',
    'offset=10',
    'donorId=7',
    'paymentMethod=Gold',
  ])('%s is 400', async (query) => {
    expect(await office.get(`/api/admin/donations?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.any(String), code: 'invalid' },
    });
  });

  it('refuses a cursor that somebody made up, in every sort', async () => {
    const madeUp = [
      [1, 2],
      ['x', 'y'],
      ['2025-02-30', ids[0]],
      ['2025-01-01', 'y'],
      ['9'.repeat(40), ids[0]],
      ['a\0b', ids[0]],
      [null, null],
      {},
      [['x'], 'y'],
    ];
    for (const cursor of madeUp) {
      for (const sort of sorts) {
        const answer = await office.get(
          `/api/admin/donations?sort=${sort}&cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`,
        );
        expect({
          cursor,
          sort,
          status: answer.status,
          serious: answer.status >= 500,
        }).toMatchObject({ serious: false });
      }
    }
  });

  it('filters, and sums up the same set', async () => {
    const ask = async (query: string) => ({
      rows: (await office.get<Donation[]>(`/api/admin/donations?limit=1000&${query}`)).body,
      summary: (await office.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body,
    });
    for (const query of [
      'year=2016',
      'year=2016&paymentMethod=Zeffy',
      'year=2016&campaign=choir',
      `year=2016&donorId=${hannah.id}`,
      'year=2016&search=GUEST%20b',
      'search=%25',
      'search=_',
      'search=nobody',
    ]) {
      const { rows, summary } = await ask(query);
      const cents = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect({ query, summary }).toEqual({
        query,
        summary: {
          amount: (cents / 100).toFixed(2),
          records: rows.length,
          cash: rows.filter(({ paymentMethod }) => paymentMethod === 'Cash').length,
          digital: rows.filter(({ paymentMethod }) =>
            ['CashApp', 'Zeffy', 'Card'].includes(paymentMethod),
          ).length,
        },
      });
    }
    expect(
      (await ask('year=2016&search=GUEST%20b')).rows.every(
        ({ donorName }) => donorName === 'Guest B',
      ),
    ).toBe(true);
    expect((await ask('search=%25')).rows).toEqual([]);
    expect((await ask('search=_')).rows).toEqual([]);
  });
});

describe('the search for donations', () => {
  beforeAll(async () => {
    const facts = { amount: '3.00', date: '2013-05-01' };
    await giveAsGuest(office, 'Zoë Núñez', {
      ...facts,
      guestEmail: 'zn@x.test',
      transactionId: 'INV-2041',
    });
    await giveAsGuest(office, 'Sean O\u2019Brien', { ...facts, transactionId: '00777' });
  });
  const search = async (text: string): Promise<string[]> => {
    const path = `/api/admin/donations?year=2013&sort=name&search=${encodeURIComponent(text)}`;
    return (await office.get<Donation[]>(path)).body.map(({ donorName }) => donorName);
  };

  it.each(['nunez zoe', 'Núñez, Zoë', 'ZN@x', '2041', 'inv-2041', 'zoe 2041'])(
    'for %j finds Zoë Núñez',
    async (text) => expect(await search(text)).toEqual(['Zoë Núñez']),
  );

  it.each(["o'brien", 'OBRIEN, sean', '777', '00777'])('for %j finds Sean O’Brien', async (text) =>
    expect(await search(text)).toEqual(['Sean O\u2019Brien']),
  );

  it.each(['2042', 'sean 2041', 'zoe brooks', '-'])('for %j finds nobody', async (text) =>
    expect(await search(text)).toEqual([]),
  );

  it('finds a donation by its present number, not by an earlier one', async () => {
    const gift = await giveAsGuest(office, 'Tor Vik', {
      amount: '3.00',
      date: '2013-05-01',
      transactionId: '3300',
    });
    const edited = await office.patch(`/api/admin/donations/${gift.id}`, { transactionId: '4400' });
    expect(edited.status).toBe(200);
    expect([await search('3300'), await search('4400')]).toEqual([[], ['Tor Vik']]);
  });

  it('finds a donor by the new name after a change of the name', async () => {
    const pat = await app.person(church, {
      email: 'pat@x.test',
      firstName: 'Pat',
      lastName: 'Old',
    });
    await give(office, pat.id, { amount: '3.00', date: '2013-05-01' });
    expect(await search('pat old')).toEqual(['Pat Old']);
    await office.put(`/api/admin/users/${pat.id}`, { lastName: 'Nuñez' });
    expect(await search('pat old')).toEqual([]);
    expect(await search('nunez')).toEqual(['Pat Nuñez', 'Zoë Núñez']);
  });
});

describe('GET /api/admin/donations/choices', () => {
  it('says which years and campaigns there are to filter by, and leaves no trace in the audit log', async () => {
    const entries = () =>
      app.db
        .tenant(church, (tx) =>
          tx.sql('select 1 from audit_entry where organization_id = $1', [church]),
        )
        .then((rows) => rows.length);
    await office.get('/api/admin/donations?limit=1'); // the list is recorded, once
    const before = await entries();
    const { status, body } = await office.get<DonationChoices>('/api/admin/donations/choices');
    expect(status).toBe(200);
    expect(donationChoices.strict().parse(body)).toEqual(body);
    expect(body.campaigns.slice(0, 2)).toEqual(['General Fund', 'Choir']);
    expect(body.years).toContain(2016);
    expect(body.years).toEqual([...body.years].sort((a, b) => b - a));
    for (const campaign of body.campaigns)
      expect(
        (
          await office.get<Donation[]>(
            `/api/admin/donations?limit=1&campaign=${encodeURIComponent(campaign)}`,
          )
        ).body,
      ).toHaveLength(1);
    const only = await give(office, hannah.id, { date: '1999-01-01', campaign: 'Millennium' });
    expect((await office.get<DonationChoices>('/api/admin/donations/choices')).body).toEqual({
      ...body,
      years: [...body.years, 1999],
      campaigns: ['General Fund', 'Choir', 'Millennium'],
    });
    await office.delete(`/api/admin/donations/${only.id}`);
    expect((await office.get<DonationChoices>('/api/admin/donations/choices')).body).toEqual(body);
    expect(await entries()).toBe(before + 2); // the gift, recorded and deleted
  });
});

describe('a member’s own giving', () => {
  /** Records two donations of a member in two years. */
  async function giveInTwoYears(memberId: string): Promise<void> {
    await give(office, memberId, { amount: '10.10', date: '2024-12-31', notes: 'for you' });
    await give(office, memberId, { amount: '20.20', date: '2025-01-01' });
  }

  it('is a list of their own, newest first, with their total', async () => {
    const ruth = await app.person(church, { email: 'ruth@grace.test' });
    const own = app.as('ruth@grace.test');
    expect((await own.get('/api/donations')).body).toEqual([]);
    expect((await own.get('/api/user/donations/total')).body).toEqual({ total: '0.00' });
    await giveInTwoYears(ruth.id);
    const { body } = await own.get<OwnDonation[]>(`/api/donations?userId=${ruth.id}`);
    expect(body.map(({ amount, date }) => `${date} ${amount}`)).toEqual([
      '2025-01-01 20.20',
      '2024-12-31 10.10',
    ]);
    expect(Object.keys(body[0]!).sort()).toEqual([
      'amount',
      'campaign',
      'date',
      'id',
      'notes',
      'paymentMethod',
      'recordedAt',
      'transactionId',
      'userId',
      'version',
    ]);
    expect((await own.get<OwnDonation[]>('/api/donations?year=2024')).body).toHaveLength(1);
    expect((await own.get('/api/user/donations/total')).body).toEqual({ total: '30.30' });
  });

  it('is nobody else’s, except to staff who may see giving', async () => {
    const caleb = app.as('caleb@grace.test');
    expect((await caleb.get(`/api/donations?userId=${hannah.id}`)).status).toBe(403);
    expect((await caleb.get('/api/donations?userId=somebody')).status).toBe(403);
    const { status, body } = await office.get<OwnDonation[]>(
      `/api/donations?userId=${hannah.id}&year=2016`,
    );
    expect(status).toBe(200);
    expect(body.every(({ userId }) => userId === hannah.id)).toBe(true);
    expect(
      (await office.get('/api/donations?userId=01a1fc63-f841-71e3-ad8c-fa6353f799cd')).status,
    ).toBe(404);
  });

  it('can be exported, with the total in the last row and a file name', async () => {
    const boaz = await app.person(church, { email: 'boaz@grace.test' });
    await giveInTwoYears(boaz.id);
    const own = app.as('boaz@grace.test');
    const all = await own.get('/api/user/donations.csv');
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(all.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-all-years.csv"',
    );
    expect(all.text).toBe(
      [
        'Date,Campaign,Payment method,Amount,Notes',
        '2025-01-01,General Fund,Cash,20.20,',
        '2024-12-31,General Fund,Cash,10.10,for you',
        'Total 30.30,,,,',
        '',
      ].join('\r\n'),
    );
    const year = await own.get('/api/user/donations.csv?year=2024');
    expect(year.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-2024.csv"',
    );
    expect(year.text.split('\r\n')).toHaveLength(4);
    const workbook = await own.get('/api/user/donations.xlsx?year=2024');
    expect(workbook.headers.get('content-disposition')).toBe(
      'attachment; filename="my-giving-2024.xlsx"',
    );
    expect((await readTable(workbook.bytes!)).rows.map(({ cells }) => cells)).toEqual([
      ['2024-12-31', 'General Fund', 'Cash', '10.1', 'for you'],
      ['Total 10.10', '', '', '', ''],
    ]);
  });
});
