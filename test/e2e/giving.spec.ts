import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fundraiser as fundraiserSchema, ledger as ledgerSchema, pledge as pledgeSchema, type Donation, type Fundraiser, type GivingByMonth, type Ledger, type LedgerRow, type Pledge,
} from '#libs/contracts';
import { everyPage, give, giveAsGuest, startApp, type Client, type TestApp, type TestPerson } from '../support/app.js';

let app: TestApp;
let church: string;
let office: Client;
let own: Client;
let hannah: TestPerson;
let caleb: TestPerson;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('grace');
  await app.person(church, { email: 'secretary@grace.test', role: 'secretary' });
  hannah = await app.person(church, { email: 'hannah@grace.test', firstName: 'Hannah', lastName: 'Brooks' });
  caleb = await app.person(church, { email: 'caleb@grace.test', firstName: 'Caleb', lastName: 'Moreno' });
  office = app.as('secretary@grace.test');
  own = app.as('hannah@grace.test');
});
afterAll(() => app.close());

describe('pledges', () => {
  const pledgeOf = (client: Client, userId: string, year: number) => client.get<Pledge | null>(`/api/pledges/user/${userId}/year/${year}`);

  it('are null before they are made, as JSON', async () => {
    expect(await pledgeOf(own, hannah.id, 2025)).toMatchObject({ status: 200, body: null, text: 'null' });
  });

  it('are made with 201 and followed by what is given in their year', async () => {
    const { status, body } = await own.post<Pledge>('/api/pledges', { amount: 1200, year: 2025, userId: hannah.id, currentAmount: 0 });
    expect(status).toBe(201);
    expect(pledgeSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({ userId: hannah.id, year: 2025, amount: '1200.00', currentAmount: '0.00', frequency: 'Monthly', notes: null });
    const gift = await give(office, hannah.id, { amount: '100.50', date: '2025-12-31' });
    await give(office, hannah.id, { amount: '7.00', date: '2026-01-01' });
    expect((await pledgeOf(own, hannah.id, 2025)).body).toEqual({ ...body, currentAmount: '100.50' });
    await office.delete(`/api/admin/donations/${gift.id}`);
    expect((await pledgeOf(own, hannah.id, 2025)).body).toEqual(body);
  });

  it('are one for each person and year: the second is 409', async () => {
    expect(await own.post('/api/pledges', { amount: 5, year: 2025 })).toMatchObject({ status: 409, body: { code: 'conflict', message: 'You already have a pledge for 2025. Update that one instead.' } });
    expect((await own.post('/api/pledges', { amount: 5, year: 2026 })).status).toBe(201);
    expect((await app.as('caleb@grace.test').post('/api/pledges', { amount: 5, year: 2025 })).status).toBe(201);
  });

  it('also when both come at once', async () => {
    const before = await app.events(church);
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => own.post('/api/pledges', { amount, year: 2029 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
  });

  it('are updated with 200', async () => {
    const { body: made } = await own.post<Pledge>('/api/pledges', { amount: 5, year: 2028, frequency: 'Weekly', notes: 'as I can' });
    const { status, body } = await own.patch<Pledge>(`/api/pledges/${made.id}`, { amount: '60.00' });
    expect({ status, body }).toEqual({ status: 200, body: { ...made, amount: '60.00', updatedAt: body.updatedAt } });
    expect((await own.patch<Pledge>(`/api/pledges/${made.id}`, { notes: '' })).body).toMatchObject({ amount: '60.00', notes: null });
    const before = await app.events(church);
    expect((await own.patch(`/api/pledges/${made.id}`, { amount: 60 })).status).toBe(200);
    expect(await app.events(church)).toBe(before);
  });

  it('want a dollar at least, and a year from 2020 to 2030', async () => {
    for (const amount of [0, 0.99, -5, '', null, undefined]) {
      expect(await own.post('/api/pledges', { amount, year: 2027 })).toMatchObject({ status: 400, body: { message: 'Pledge amount must be at least $1' } });
    }
    for (const year of [2019, 2031, 2025.5, '2025', null, undefined]) expect((await own.post('/api/pledges', { amount: 5, year })).status).toBe(400);
    expect((await own.post('/api/pledges', { amount: 1, year: 2020 })).status).toBe(201);
    expect((await own.post('/api/pledges', { amount: 1, year: 2030 })).status).toBe(201);
  });

  it('are nobody else’s to make, change or see, except for staff who may see giving', async () => {
    expect((await own.post('/api/pledges', { amount: 5, year: 2027, userId: caleb.id })).status).toBe(403);
    expect((await office.post('/api/pledges', { amount: 5, year: 2027, userId: caleb.id })).status).toBe(403);
    const { body: made } = await app.as('caleb@grace.test').post<Pledge>('/api/pledges', { amount: 5, year: 2027 });
    expect((await own.patch(`/api/pledges/${made.id}`, { amount: 1 })).status).toBe(403);
    expect((await pledgeOf(own, caleb.id, 2027)).status).toBe(403);
    expect((await pledgeOf(office, caleb.id, 2027)).body).toEqual(made);
    expect((await pledgeOf(office, '01a1fc63-f841-71e3-ad8c-fa6353f799cd', 2027)).status).toBe(404);
    expect((await own.patch('/api/pledges/01a1fc63-f841-71e3-ad8c-fa6353f799cd', { amount: 1 })).status).toBe(404);
    expect((await own.get(`/api/pledges/user/${hannah.id}/year/soon`)).status).toBe(400);
  });
});

describe('fundraisers', () => {
  const roof = { title: 'Roof repair', description: 'A dry house for all', goal: '5000.00' };
  let made: Fundraiser;

  it('are made with 201; what they raised before is their opening', async () => {
    const { status, body } = await office.post<Fundraiser>('/api/fundraisers', { ...roof, current: '250.00', startDate: '2025-01-01T12:00:00Z', endDate: null, isActive: true });
    expect(status).toBe(201);
    expect(fundraiserSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({ ...roof, current: '250.00', donors: 0, startDate: '2025-01-01', endDate: null, isActive: true, version: 1 });
    made = body;
  });

  it('want the specification’s least, in its words', async () => {
    for (const [change, message] of [
      [{ title: 'ab' }, 'Title must be at least 3 characters'], [{ title: undefined }, 'Title must be at least 3 characters'], [{ title: '  a  ' }, 'Title must be at least 3 characters'],
      [{ description: 'too short' }, 'Description must be at least 10 characters'], [{ description: undefined }, 'Description must be at least 10 characters'],
      [{ goal: '0.99' }, 'Goal must be at least $1'], [{ goal: 0 }, 'Goal must be at least $1'], [{ goal: undefined }, 'Goal must be at least $1'],
      [{ startDate: '2025-02-02', endDate: '2025-02-01' }, 'The end date must not be before the start date.'],
    ] as const) {
      expect(await office.post('/api/fundraisers', { ...roof, title: 'Another one', ...change })).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('take an empty opening for none', async () => {
    for (const current of [0, '0', '0.00', '', null, undefined]) {
      const { status, body } = await office.post<Fundraiser>('/api/fundraisers', { ...roof, title: `Open ${String(current)} ${typeof current}`, current, isActive: false });
      expect({ current, status, raised: body.current }).toEqual({ current, status: 201, raised: '0.00' });
    }
  });

  it('cannot share a title while both are active: 409, also at once', async () => {
    const clash = { status: 409, body: { code: 'conflict', message: 'An active campaign already has this title. Choose another title, or end that campaign first.' } };
    expect(await office.post('/api/fundraisers', { ...roof, title: ' roof   REPAIR ' })).toMatchObject(clash);
    const { body: idle } = await office.post<Fundraiser>('/api/fundraisers', { ...roof, isActive: false });
    expect(idle.isActive).toBe(false);
    expect(await office.patch(`/api/fundraisers/${idle.id}`, { isActive: true })).toMatchObject(clash);
    const { body: other } = await office.post<Fundraiser>('/api/fundraisers', { ...roof, title: 'Other' });
    expect(await office.patch(`/api/fundraisers/${other.id}`, { title: 'Roof repair' })).toMatchObject(clash);
    const before = await app.events(church);
    const answers = await Promise.all([1, 2, 3, 4].map(() => office.post('/api/fundraisers', { ...roof, title: 'All at once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
    await office.delete(`/api/fundraisers/${idle.id}`);
  });

  it('progress with the donations typed with their title, and know their donors', async () => {
    const typed = await give(office, hannah.id, { amount: '100.00', campaign: ' ROOF  repair' });
    expect(typed).toMatchObject({ fundraiserId: made.id, campaign: 'ROOF repair' });
    await give(office, hannah.id, { amount: '50.00', campaign: 'Roof repair' });
    await giveAsGuest(office, 'Lucia Ferreira', { amount: '0.01', campaign: 'roof repair' });
    const now = async () => (await office.get<Fundraiser[]>('/api/fundraisers')).body.find(({ id }) => id === made.id)!;
    expect(await now()).toEqual({ ...made, current: '400.01', donors: 2 });
    await office.patch(`/api/admin/donations/${typed.id}`, { amount: '200.00' });
    expect(await now()).toMatchObject({ current: '500.01' });
    await office.patch(`/api/admin/donations/${typed.id}`, { campaign: 'Missions' });
    expect(await now()).toMatchObject({ current: '300.01', donors: 2 });
    await office.delete(`/api/admin/donations/${typed.id}`);
    expect(await now()).toMatchObject({ current: '300.01' });
  });

  it('are updated with 200; `current` is ignored', async () => {
    const { status, body } = await office.patch<Fundraiser>(`/api/fundraisers/${made.id}`, { ...roof, current: '9999.00', goal: '6000.00', isActive: true, endDate: '2025-12-31' });
    expect({ status, body }).toMatchObject({ status: 200, body: { goal: '6000.00', current: '300.01', endDate: '2025-12-31' } });
    expect((await office.patch<Fundraiser>(`/api/fundraisers/${made.id}`, { endDate: null })).body.endDate).toBeNull();
  });

  it('keep the gifts they had when they were given: the link is fixed at the recording', async () => {
    await office.patch(`/api/fundraisers/${made.id}`, { isActive: false });
    const late = await give(office, caleb.id, { amount: '1.00', campaign: 'Roof repair' });
    expect(late.fundraiserId).toBeNull();
    const { body: second } = await office.post<Fundraiser>('/api/fundraisers', roof);
    const later = await give(office, caleb.id, { amount: '2.00', campaign: 'Roof repair' });
    expect(later.fundraiserId).toBe(second.id);
    expect((await office.patch<Donation>(`/api/admin/donations/${late.id}`, { amount: '3.00', campaign: 'Roof repair' })).body.fundraiserId).toBeNull();
    const { body: all } = await office.get<Fundraiser[]>('/api/fundraisers');
    expect(all.find(({ id }) => id === made.id)).toMatchObject({ current: '300.01' });
    expect(all.find(({ id }) => id === second.id)).toMatchObject({ current: '2.00', donors: 1 });
  });

  it('that are active are shown to members, all to the office', async () => {
    const shown = (await own.get<Fundraiser[]>('/api/fundraisers')).body;
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every(({ isActive }) => isActive)).toBe(true);
    expect((await own.get<Fundraiser[]>('/api/fundraisers?active=false')).body).toEqual(shown);
    expect((await office.get<Fundraiser[]>('/api/fundraisers?active=true')).body).toEqual(shown);
    expect((await office.get<Fundraiser[]>('/api/fundraisers')).body.length).toBeGreaterThan(shown.length);
  });

  it('are removed with 204, once; what was given stays given', async () => {
    const total = async () => (await office.get<Ledger>('/api/admin/church-ledger')).body.totals.amount;
    const before = await total();
    expect(await office.delete(`/api/fundraisers/${made.id}`)).toMatchObject({ status: 204, text: '' });
    expect((await office.delete(`/api/fundraisers/${made.id}`)).status).toBe(404);
    expect((await office.patch(`/api/fundraisers/${made.id}`, { isActive: true })).status).toBe(404);
    expect(await total()).toBe(before);
    expect((await office.get<Fundraiser[]>('/api/fundraisers')).body.some(({ id }) => id === made.id)).toBe(false);
  });
});

describe('two at once', () => {
  it('who record and correct donations of the same new guests and campaigns never wait for each other in a circle', async () => {
    const gifts = await Promise.all(Array.from({ length: 6 }, (_, n) => giveAsGuest(office, `Start ${n}`, { date: '2014-01-01' })));
    for (let round = 0; round < 5; round++) {
      const name = { guestFirstName: 'Circle', guestLastName: String(round), guestPhone: String(round), campaign: `Circle ${round}` };
      const answers = await Promise.all(
        gifts.flatMap((gift) => [
          office.patch(`/api/admin/donations/${gift.id}`, { ...name, reason: 'x' }),
          office.post('/api/donations', { ...name, amount: '1.00', date: '2014-01-01' }),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual(gifts.flatMap(() => [200, 201]));
    }
  });
});

describe('the ledger', () => {
  const rowsOf = (body: unknown) => (body as Ledger).rows;
  beforeAll(async () => {
    for (let n = 0; n < 12; n++) await giveAsGuest(office, `Giver ${'abcdef'[n % 6]!}`, { amount: `${(n % 3) + 1}.00`, date: `201${n % 2}-06-01` });
    await give(office, hannah.id, { amount: '10.00', date: '2010-01-01' });
    await give(office, hannah.id, { amount: '20.00', date: '2010-12-31' });
  });

  it('has a row for each donor and year, and the totals of all of them', async () => {
    const { status, body } = await office.get<Ledger>('/api/admin/church-ledger?year=2010');
    expect(status).toBe(200);
    expect(ledgerSchema.strict().parse(body)).toEqual(body);
    const at = body.rows.find(({ donorId }) => donorId === hannah.id);
    expect(at).toEqual({ donorId: hannah.id, name: 'Hannah Brooks', kind: 'member', year: 2010, total: '30.00', count: 2 });
    expect(body.rows.map(({ name }) => name)).toEqual(['Giver a', 'Giver c', 'Giver e', 'Hannah Brooks']);
    expect(body.totals).toEqual({ amount: '42.00', donations: 8, donors: 4 });
    expect((await office.get<Ledger>('/api/admin/church-ledger?year=2010&limit=1')).body.totals).toEqual(body.totals);
    expect(body.years).toContain(2010);
    expect(body.years).toEqual([...body.years].sort((a, b) => b - a));
  });

  it.each(['name', 'year', 'total', 'count'].flatMap((sort) => [sort, `-${sort}`]))('sorted by %s gives every row exactly once, page after page, in order; also as of today', async (sort) => {
    const whole = (await office.get<Ledger>('/api/admin/church-ledger?limit=1000')).body.rows;
    const key = (row: LedgerRow) => `${row.donorId} ${row.year}`;
    for (const asOf of ['', '&asOf=2999-12-31', '&asOf=999999']) {
      const rows = await everyPage<LedgerRow>(office, `/api/admin/church-ledger?limit=3&sort=${sort}${asOf}`, rowsOf);
      expect(rows.map(key).sort()).toEqual(whole.map(key).sort());
      expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(whole.map((row) => JSON.stringify(row)).sort());
      const field = sort.replace('-', '') as 'name' | 'year' | 'total' | 'count';
      const values = rows.map((row) => (field === 'name' ? row.name.toLowerCase() : Number(row[field])));
      const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
    }
  });

  it('searches names without case, and % and _ mean themselves', async () => {
    const search = async (text: string) => (await office.get<Ledger>(`/api/admin/church-ledger?search=${encodeURIComponent(text)}`)).body;
    expect((await search('hANNAH  br')).rows.every(({ name }) => name === 'Hannah Brooks')).toBe(true);
    expect((await search('giver')).totals).toEqual({ amount: '24.00', donations: 12, donors: 6 });
    for (const text of ['%', '_', '\\', 'nobody']) expect((await search(text)).rows).toEqual([]);
  });

  it('shows the donations behind a row', async () => {
    const { body } = await office.get<Donation[]>(`/api/admin/church-ledger/${hannah.id}/2010`);
    expect(body.map(({ date, amount }) => `${date} ${amount}`)).toEqual(['2010-12-31 20.00', '2010-01-01 10.00']);
    expect((await office.get(`/api/admin/church-ledger/${hannah.id}/1999`)).body).toEqual([]);
    expect((await office.get('/api/admin/church-ledger/01a1fc63-f841-71e3-ad8c-fa6353f799cd/2010')).status).toBe(404);
    expect((await office.get(`/api/admin/church-ledger/${hannah.id}/20x0`)).status).toBe(400);
  });

  it('shows what it said as of a journal number or the end of a day', async () => {
    const ada = await app.person(church, { email: 'ada@grace.test', firstName: 'Ada', lastName: 'Byron' });
    const total = async (asOf?: string | number) => {
      const { body } = await office.get<Ledger>(`/api/admin/church-ledger?search=ada%20byron${asOf === undefined ? '' : `&asOf=${asOf}`}`);
      return body.rows.map((row) => `${row.year} ${row.total} ${row.count}`);
    };
    const made = await give(office, ada.id, { amount: '10.00', date: '2012-01-01' });
    const [recorded] = (await office.get<{ journal: number }[]>(`/api/admin/donations/${made.id}/history`)).body as [{ journal: number }];
    await office.patch(`/api/admin/donations/${made.id}`, { amount: '15.00', date: '2013-01-01' });
    await office.delete(`/api/admin/donations/${made.id}`);
    expect(await total()).toEqual([]);
    expect(await total(recorded.journal - 1)).toEqual([]);
    expect(await total(recorded.journal)).toEqual(['2012 10.00 1']);
    expect(await total(recorded.journal + 1)).toEqual(['2013 15.00 1']);
    expect(await total(recorded.journal + 2)).toEqual([]);
    expect(await total('1999-12-31')).toEqual([]);
    expect((await office.get<Donation[]>(`/api/admin/church-ledger/${ada.id}/2012?asOf=${recorded.journal}`)).body).toMatchObject([{ id: made.id, amount: '10.00', version: 1 }]);
    for (const asOf of ['2025-02-30', 'soon', '-1', '1.5', '']) expect((await office.get(`/api/admin/church-ledger?asOf=${asOf}`)).status).toBe(400);
  });

  it('is exported with a file name by its year filter, formulas made harmless, and a totals line', async () => {
    for (const name of ['=HYPERLINK("http://evil") x', '+1 x', '-2 x', '@SUM x', '\tTab x']) {
      const [guestFirstName, guestLastName] = [name.slice(0, -2), 'x'];
      await office.post('/api/donations', { guestFirstName, guestLastName, amount: '1.00', date: '2009-01-01' });
    }
    const year = await office.get('/api/admin/church-ledger.csv?year=2009&sort=name');
    expect(year.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(year.headers.get('content-disposition')).toBe('attachment; filename="church-ledger-2009.csv"');
    const lines = year.text.split('\r\n');
    expect(lines[0]).toBe('Name,Kind,Year,Total,Donations');
    expect(lines.slice(1, 6).sort()).toEqual([`"'=HYPERLINK(""http://evil"") x",Guest,2009,1.00,1`, "'+1 x,Guest,2009,1.00,1", "'-2 x,Guest,2009,1.00,1", "'@SUM x,Guest,2009,1.00,1", 'Tab x,Guest,2009,1.00,1'].sort());
    expect(lines[6]).toBe('Total,,2009,5.00,5');
    expect(lines[8]).toMatch(/^As of,\d{4}-\d\d-\d\d$/);
    expect(lines[9]).toMatch(/^Journal,\d+ [\da-f]{16}$/);
    const all = await office.get('/api/admin/church-ledger.csv');
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="church-ledger-all-years.csv"');
    const { body } = await office.get<Ledger>('/api/admin/church-ledger?limit=1000');
    expect(all.text).toContain(`\r\nTotal,,,${body.totals.amount},${body.totals.donations}\r\n`);
    expect(all.text.split('\r\n').length).toBe(body.rows.length + 6);
  });

  it('says by month what a year brought', async () => {
    const { body } = await office.get<GivingByMonth>('/api/admin/giving-by-month?year=2010');
    expect(body).toEqual({ year: 2010, months: ['10.00', '0.00', '0.00', '0.00', '0.00', '12.00', '0.00', '0.00', '0.00', '0.00', '0.00', '20.00'] });
    for (const query of ['', '?year=x', '?year=2010&x=1']) expect((await office.get(`/api/admin/giving-by-month${query}`)).status).toBe(400);
  });

  it('writes who looked at it into the audit log', async () => {
    await office.get('/api/admin/church-ledger?year=2010');
    const rows = await app.db.tenant(church, (tx) => tx.sql<{ action: string; n: number }>('select action, count(*)::int as n from audit_entry where organization_id = $1 group by 1', [church]));
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['ledger.read', 'ledger.donor', 'ledger.exported', 'signed-in']));
    await expect(app.db.tenant(church, (tx) => tx.sql('delete from audit_entry where organization_id = $1', [church]))).rejects.toThrow('audit_entry is written once');
  });
});
