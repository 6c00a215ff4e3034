import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  donationChoices,
  type Donation,
  type DonationChoices,
  type DonationSummary,
  type Ledger,
} from '#libs/contracts';
import { everyPage, give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, staff, hannah } = await startChurch();
afterAll(() => app.close());
beforeAll(async () => {
  for (let n = 0; n < 24; n++) {
    const facts = {
      amount: String((n % 3) + 1),
      date: `2016-0${(n % 2) + 1}-01`,
      campaign: n % 4 ? null : 'Choir',
    };
    await (n % 2
      ? give(staff, hannah.id, { ...facts, paymentMethod: n % 3 ? 'Cash' : 'Zeffy' })
      : giveAsGuest(staff, `Guest ${'ABC'[n % 3]!}`, facts));
  }
});

describe('GET /api/admin/donations', () => {
  const sorts = ['date', 'amount', 'name', 'paymentMethod', 'campaign'].flatMap((sort) => [
    sort,
    `-${sort}`,
  ]);
  const listIds = async () =>
    (await staff.get<Donation[]>('/api/admin/donations?year=2016&limit=1000')).body.map(
      ({ id }) => id,
    );
  let ids: string[];
  beforeAll(async () => {
    ids = await listIds();
  });

  it.each(sorts)('returns each row once, page by page, in the order of %s', async (sort) => {
    const rows = await everyPage<Donation>(
      staff,
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
  });

  it('neither misses nor repeats rows if rows change between two pages', async () => {
    const first = await staff.get<Donation[]>('/api/admin/donations?year=2016&limit=10&sort=date');
    const deleted = first.body[0]!;
    await staff.delete(`/api/admin/donations/${deleted.id}`);
    await give(staff, hannah.id, { date: '2016-01-01', amount: '9.00' });
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    const nextDonations = await everyPage<Donation>(staff, next);
    const listedIds = [...first.body, ...nextDonations].map(({ id }) => id);
    expect(new Set(listedIds).size).toBe(listedIds.length);
    expect(ids.filter((id) => !listedIds.includes(id))).toEqual([]);
    ids = await listIds();
  });

  it.each(['name', 'campaign'])('continues after the longest %s in any script', async (sort) => {
    const names = ['\u{20000}'.repeat(50), '語'.repeat(100), 'x'.repeat(100)];
    for (const name of names)
      await giveAsGuest(staff, `${name} ${name}`, {
        date: '2015-01-01',
        campaign: name.repeat(2),
      });
    const rows = await everyPage<Donation>(
      staff,
      `/api/admin/donations?year=2015&limit=1&sort=${sort}`,
    );
    expect(rows.map(({ guestLastName }) => guestLastName).sort()).toEqual([...names].sort());
    if (sort === 'name')
      expect(
        await everyPage(
          staff,
          '/api/admin/church-ledger?year=2015&limit=1',
          (body) => (body as Ledger).rows,
        ),
      ).toHaveLength(3);
    for (const { id } of rows) await staff.delete(`/api/admin/donations/${id}`);
  });

  it('names the next page in the header Link, with the same path and filters', async () => {
    const { body, headers } = await staff.get<Donation[]>(
      '/api/admin/donations?year=2016&limit=3&paymentMethod=Cash',
    );
    expect(body).toHaveLength(3);
    expect(headers.get('link')).toMatch(
      /^<\/api\/admin\/donations\?year=2016&limit=3&paymentMethod=Cash&cursor=[\w-]+>; rel="next"$/,
    );
    expect(
      (await staff.get('/api/admin/donations?year=2016&limit=1000')).headers.get('link'),
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
  ])('answers 400 for the query %s', async (query) => {
    expect(await staff.get(`/api/admin/donations?${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.any(String), code: 'invalid' },
    });
  });

  it('answers an invented cursor without a server error, in each order', async () => {
    const inventedCursors = [
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
    for (const cursor of inventedCursors) {
      for (const sort of sorts) {
        const encoded = Buffer.from(JSON.stringify(cursor)).toString('base64url');
        const answer = await staff.get(`/api/admin/donations?sort=${sort}&cursor=${encoded}`);
        expect({
          cursor,
          sort,
          status: answer.status,
          serious: answer.status >= 500,
        }).toMatchObject({ serious: false });
      }
    }
  });

  it('filters donations, and returns a summary of the same donations', async () => {
    const readFiltered = async (query: string) => ({
      rows: (await staff.get<Donation[]>(`/api/admin/donations?limit=1000&${query}`)).body,
      summary: (await staff.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body,
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
      const { rows, summary } = await readFiltered(query);
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
      (await readFiltered('year=2016&search=GUEST%20b')).rows.every(
        ({ donorName }) => donorName === 'Guest B',
      ),
    ).toBe(true);
    expect((await readFiltered('search=%25')).rows).toEqual([]);
    expect((await readFiltered('search=_')).rows).toEqual([]);
  });
});

describe('GET /api/admin/donations/choices', () => {
  it('returns years and campaigns, and adds nothing to the audit log', async () => {
    const countEntries = () =>
      app.db
        .tenant(church, (tx) =>
          tx.sql('select 1 from audit_entry where organization_id = $1', [church]),
        )
        .then((rows) => rows.length);
    await staff.get('/api/admin/donations?limit=1'); // The audit log records this request once.
    const before = await countEntries();
    const { status, body } = await staff.get<DonationChoices>('/api/admin/donations/choices');
    expect(status).toBe(200);
    expect(donationChoices.strict().parse(body)).toEqual(body);
    expect(body.campaigns.slice(0, 2)).toEqual(['General Fund', 'Choir']);
    expect(body.years).toContain(2016);
    expect(body.years).toEqual([...body.years].sort((a, b) => b - a));
    for (const campaign of body.campaigns)
      expect(
        (
          await staff.get<Donation[]>(
            `/api/admin/donations?limit=1&campaign=${encodeURIComponent(campaign)}`,
          )
        ).body,
      ).toHaveLength(1);
    const millennium = await give(staff, hannah.id, {
      date: '1999-01-01',
      campaign: 'Millennium',
    });
    const { body: after } = await staff.get<DonationChoices>('/api/admin/donations/choices');
    expect(after).toEqual({
      ...body,
      years: [...body.years, 1999],
      campaigns: ['General Fund', 'Choir', 'Millennium'],
      campaignKeys: expect.arrayContaining([...body.campaignKeys, 'millennium']),
    });
    await staff.delete(`/api/admin/donations/${millennium.id}`);
    // The campaign stays, but it has no donation by which the list could be filtered.
    expect((await staff.get<DonationChoices>('/api/admin/donations/choices')).body).toEqual({
      ...body,
      campaignKeys: after.campaignKeys,
    });
    expect(await countEntries()).toBe(before + 2); // The donation was recorded and deleted.
  });
});
