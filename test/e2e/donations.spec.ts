import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { donation as donationSchema, type Donation, type DonationChange, type DonationSummary, type Ledger, type OwnDonation } from '#libs/contracts';
import { everyPage, give, giveAsGuest, startApp, type Client, type TestApp, type TestPerson } from '../support/app.js';

let app: TestApp;
let church: string;
let office: Client;
let hannah: TestPerson;
let caleb: TestPerson;
let secretary: TestPerson;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('grace');
  secretary = await app.person(church, { email: 'secretary@grace.test', role: 'secretary', firstName: 'Esther', lastName: 'Lind' });
  hannah = await app.person(church, { email: 'hannah@grace.test', firstName: 'Hannah', lastName: 'Brooks' });
  caleb = await app.person(church, { email: 'caleb@grace.test', firstName: 'Caleb', lastName: 'Moreno' });
  office = app.as('secretary@grace.test');
});
afterAll(() => app.close());

const history = async (id: string) => (await office.get<DonationChange[]>(`/api/admin/donations/${id}/history`)).body;
const ledgerOf = async (donor: string, year = 2025) => {
  const { body } = await office.get<Ledger>(`/api/admin/church-ledger?year=${year}&limit=1000`);
  return body.rows.find((row) => row.name === donor || row.donorId === donor);
};

describe('POST /api/admin/donations', () => {
  it('answers 201 with the donation itself, and decides for itself who added it', async () => {
    const { status, body } = await office.post<Donation>('/api/admin/donations', {
      userId: hannah.id, amount: '1,234.50', paymentMethod: 'CashApp', date: '2025-12-31T23:30:00-11:00', campaign: '  Roof   repair ', notes: ' thank you ',
      transactionId: 'T1', isManualEntry: false, addedBy: hannah.id,
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: hannah.id, donorId: hannah.id, donorName: 'Hannah Brooks', donorKind: 'member', amount: '1234.50', date: '2025-12-31', campaign: 'Roof repair',
      fundraiserId: null, transactionId: 'T1', notes: 'thank you', paymentMethod: 'CashApp', addedBy: secretary.id, isManualEntry: true, organizationId: church,
      guestFirstName: null, guestLastName: null, guestEmail: null, guestPhone: null, importId: null, version: 1,
    });
    expect(await history(body.id)).toHaveLength(1);
  });

  it('fills in method, campaign and the church’s own day', async () => {
    const { body } = await office.post<Donation>('/api/admin/donations', { userId: hannah.id, amount: 5 });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(body.recordedAt));
    expect(body).toMatchObject({ amount: '5.00', paymentMethod: 'Cash', campaign: 'General Fund', date: today, notes: null, transactionId: null });
  });

  it('wants a member of this church', async () => {
    for (const userId of [undefined, null, '', 'hannah', 7, '01a1fc63-f841-71e3-ad8c-fa6353f799cd']) {
      const answer = await office.post('/api/admin/donations', { userId, amount: '1.00' });
      expect(answer).toMatchObject({ status: 400, body: { message: 'Member is required', code: 'invalid' } });
    }
    const guest = await giveAsGuest(office, 'Not Member');
    expect(await office.post('/api/admin/donations', { userId: guest.donorId, amount: '1.00' })).toMatchObject({ status: 400, body: { message: 'Member is required' } });
  });

  it('takes the methods of the form and no other', async () => {
    for (const paymentMethod of ['Cash', 'CashApp', 'Zeffy']) expect((await give(office, hannah.id, { paymentMethod })).paymentMethod).toBe(paymentMethod);
    for (const paymentMethod of ['Check', 'cash', 'Card', 'Other', '', 7]) {
      const answer = await office.post('/api/admin/donations', { userId: hannah.id, amount: '1.00', paymentMethod });
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('Must be Cash, CashApp, or Zeffy') } });
    }
  });
});

describe('POST /api/donations, a guest’s', () => {
  it('answers 201 with the donation itself', async () => {
    const { status, body } = await app.as('secretary@grace.test').post<Donation>('/api/donations', {
      guestFirstName: 'Margaret', guestLastName: 'Holloway', guestEmail: 'm@example.org', guestPhone: '555', amount: 100, paymentMethod: 'Check', date: '2025-05-05',
      isManualEntry: true, addedBy: 'me',
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: null, donorName: 'Margaret Holloway', donorKind: 'guest', guestFirstName: 'Margaret', guestLastName: 'Holloway', guestEmail: 'm@example.org',
      guestPhone: '555', amount: '100.00', paymentMethod: 'Check', addedBy: secretary.id, isManualEntry: true,
    });
  });

  it('takes the six guest methods', async () => {
    for (const paymentMethod of ['Cash', 'Check', 'CashApp', 'Zeffy', 'Card', 'Other']) {
      expect((await giveAsGuest(office, 'Six Methods', { paymentMethod })).paymentMethod).toBe(paymentMethod);
    }
    expect((await office.post('/api/donations', { guestFirstName: 'A', guestLastName: 'B', amount: 1, paymentMethod: 'Cheque' })).status).toBe(400);
  });

  it('asks for first name, last name and amount in the specification’s words', async () => {
    const whole = { guestFirstName: 'A', guestLastName: 'B', amount: '1.00' };
    for (const field of ['guestFirstName', 'guestLastName', 'amount']) {
      for (const value of [undefined, '', '  ', null]) {
        const answer = await office.post('/api/donations', { ...whole, [field]: value });
        expect({ field, value, answer }).toMatchObject({ answer: { status: 400, body: { message: 'Please fill in first name, last name, and amount.' } } });
      }
    }
  });

  it('counts one normalised name as one donor, whose first spelling stays', async () => {
    const first = await giveAsGuest(office, 'Zoë Äpfel');
    for (const [guestFirstName, guestLastName] of [['ZOË', 'äpfel'], [' Zoë ', ' Äpfel'], ['Ｚoë', 'Äpfel'], ['Zoe\u0308', 'A\u0308pfel']]) {
      const { body } = await office.post<Donation>('/api/donations', { guestFirstName, guestLastName, amount: '1.00', date: '2025-01-01' });
      expect(body).toMatchObject({ donorId: first.donorId, donorName: 'Zoë Äpfel' });
    }
    expect(await ledgerOf(first.donorId)).toMatchObject({ total: '29.00', count: 5, kind: 'guest' });
  });

  it('keeps a guest apart from a member of the same name', async () => {
    const guest = await giveAsGuest(office, 'Hannah Brooks');
    expect(guest.donorId).not.toBe(hannah.id);
    expect(guest.donorKind).toBe('guest');
  });
});

describe('PATCH /api/admin/donations/{id}', () => {
  it('answers 200 with the corrected donation, and changes nothing else', async () => {
    const made = await give(office, hannah.id, { notes: 'first', transactionId: 'T9' });
    const { status, body } = await office.patch<Donation>(`/api/admin/donations/${made.id}`, { amount: '30.00' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, amount: '30.00', version: 2, recordedAt: body.recordedAt });
  });

  it('takes the id in capitals, and the whole form with what the server decides', async () => {
    const made = await give(office, hannah.id);
    const { status, body } = await office.patch<Donation>(`/API/Admin/Donations/${made.id.toUpperCase()}`, {
      userId: caleb.id, amount: 12, paymentMethod: 'Zeffy', date: '2024-02-29T00:00:00Z', campaign: null, notes: null, isManualEntry: false, addedBy: 'x', reason: 'wrong person',
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { userId: caleb.id, donorName: 'Caleb Moreno', amount: '12.00', date: '2024-02-29', campaign: 'General Fund', version: 2 } });
  });

  it('keeps no version when nothing changes', async () => {
    const made = await give(office, hannah.id, { notes: 'n' });
    const before = await app.events(church);
    const { body } = await office.patch<Donation>(`/api/admin/donations/${made.id}`, { amount: 25, date: '2025-03-02', notes: 'n', campaign: 'GENERAL fund', paymentMethod: 'Cash' });
    expect(body).toEqual(made);
    expect(await app.events(church)).toBe(before);
  });

  it('keeps a guest’s donation a guest’s, with the guest methods, and a member’s a member’s', async () => {
    const guest = await giveAsGuest(office, 'Walter Simmons');
    expect(await office.patch(`/api/admin/donations/${guest.id}`, { paymentMethod: 'Check' })).toMatchObject({ status: 200, body: { paymentMethod: 'Check', donorKind: 'guest' } });
    expect(await office.patch(`/api/admin/donations/${guest.id}`, { userId: hannah.id })).toMatchObject({ status: 400 });
    const member = await give(office, hannah.id);
    expect(await office.patch(`/api/admin/donations/${member.id}`, { paymentMethod: 'Check' })).toMatchObject({
      status: 400, body: { message: 'Invalid payment method "Check". Must be Cash, CashApp, or Zeffy' },
    });
    expect(await office.patch(`/api/admin/donations/${member.id}`, { userId: guest.donorId })).toMatchObject({ status: 400, body: { message: 'Member is required' } });
  });

  it('moves one donation of a guest when its name is corrected, not the others', async () => {
    const [one, other] = [await giveAsGuest(office, 'Teodor Banks', { amount: 10 }), await giveAsGuest(office, 'Teodor Banks', { amount: 20 })];
    const { body } = await office.patch<Donation>(`/api/admin/donations/${one.id}`, { guestFirstName: 'Theodore' });
    expect(body).toMatchObject({ donorName: 'Theodore Banks', guestFirstName: 'Theodore', guestLastName: 'Banks', version: 2 });
    expect(body.donorId).not.toBe(other.donorId);
    expect(await ledgerOf('Teodor Banks')).toMatchObject({ total: '20.00', count: 1 });
    expect(await ledgerOf('Theodore Banks')).toMatchObject({ total: '10.00', count: 1 });
  });

  it('puts a donation whose name is taken away under Unidentified giver, and gives it a name again', async () => {
    const made = await giveAsGuest(office, 'Some Body', { amount: '7.00', date: '2019-01-01' });
    const nameless = await office.patch<Donation>(`/api/admin/donations/${made.id}`, { guestFirstName: '', guestLastName: '' });
    expect(nameless).toMatchObject({ status: 200, body: { donorName: 'Unidentified giver', donorKind: 'unidentified', guestFirstName: null, userId: null } });
    expect((await office.get<Ledger>('/api/admin/church-ledger?year=2019')).body).toMatchObject({
      rows: [{ name: 'Unidentified giver', kind: 'unidentified', total: '7.00', count: 1 }],
      totals: { amount: '7.00', donations: 1, donors: 1 },
    });
    const named = await office.patch(`/api/admin/donations/${made.id}`, { userId: hannah.id });
    expect(named).toMatchObject({ status: 200, body: { userId: hannah.id, donorKind: 'member' } });
  });

  it('answers 404 for what is no donation of this church', async () => {
    for (const id of ['01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'abc', '%00', '..%2f..']) {
      expect(await office.patch(`/api/admin/donations/${id}`, { amount: 1 })).toMatchObject({ status: 404, body: { message: expect.any(String), code: expect.any(String) } });
    }
  });
});

describe('DELETE /api/admin/donations/{id}', () => {
  it('answers 204, takes it off every list, and keeps its history', async () => {
    const made = await give(office, caleb.id, { date: '2018-01-01' });
    const answer = await office.delete(`/api/admin/donations/${made.id}`, { reason: 'entered twice' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await office.get<Donation[]>('/api/admin/donations?year=2018')).body).toEqual([]);
    expect((await office.get<Ledger>('/api/admin/church-ledger?year=2018')).body.rows).toEqual([]);
    expect(await history(made.id)).toMatchObject([{ what: 'recorded' }, { what: 'voided', why: 'entered twice', before: { amount: '25.00' }, after: null }]);
  });

  it('needs no body, and the second time finds nothing', async () => {
    const made = await give(office, caleb.id);
    expect((await office.delete(`/api/admin/donations/${made.id}`)).status).toBe(204);
    expect(await office.delete(`/api/admin/donations/${made.id}`)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await office.patch(`/api/admin/donations/${made.id}`, { amount: 1 })).toMatchObject({ status: 404 });
  });

  it('twice at once takes effect once', async () => {
    const made = await give(office, caleb.id);
    const before = await app.events(church);
    const answers = await Promise.all([1, 2, 3].map(() => office.delete(`/api/admin/donations/${made.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await app.events(church)).toBe(before + 1);
  });
});

describe('If-Match', () => {
  it('lets the one who saw this version through, and shows the other both versions', async () => {
    const made = await give(office, hannah.id, { notes: 'mine' });
    const at = `/api/admin/donations/${made.id}`;
    expect((await office.patch(at, { amount: '30.00' }, { 'if-match': '"1"' })).status).toBe(200);
    const stale = await office.patch(at, { amount: '40.00', notes: 'theirs' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'stale', message: expect.stringContaining('Somebody else changed this donation'),
        current: { id: made.id, amount: '30.00', version: 2, notes: 'mine' }, yours: { amount: '40.00', notes: 'theirs' },
      },
    });
    expect(await office.delete(at, undefined, { 'if-match': '"1"' })).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await office.patch(at, { amount: '40.00' }, { 'if-match': '*' })).status).toBe(200);
    expect((await office.delete(at, undefined, { 'if-match': 'W/"3"' })).status).toBe(204);
  });

  it('lets one of two editors at once through', async () => {
    const made = await give(office, hannah.id);
    const before = await app.events(church);
    const answers = await Promise.all(['31.00', '32.00', '33.00'].map((amount) => office.patch<Donation>(`/api/admin/donations/${made.id}`, { amount }, { 'if-match': '"1"' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await app.events(church)).toBe(before + 1);
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await history(made.id)).at(-1)).toMatchObject({ after: { amount: winner.body.amount } });
  });

  it('that is no version is 400; absent, the last write wins', async () => {
    const made = await give(office, hannah.id);
    expect(await office.patch(`/api/admin/donations/${made.id}`, { amount: 1 }, { 'if-match': 'yesterday' })).toMatchObject({ status: 400 });
    for (const amount of ['1.00', '2.00']) expect((await office.patch(`/api/admin/donations/${made.id}`, { amount })).status).toBe(200);
  });
});

describe('Idempotency-Key', () => {
  const body = () => ({ userId: hannah.id, amount: '77.00', date: '2025-07-07' });

  it('the same request at once and later: one effect, one answer', async () => {
    const before = await app.events(church);
    const headers = { 'idempotency-key': 'key-1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => office.post<Donation>('/api/admin/donations', body(), headers)));
    answers.push(await office.post<Donation>('/api/admin/donations', body(), headers));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await app.events(church)).toBe(before + 1);
  });

  it('also for a correction and a deletion', async () => {
    const made = await give(office, hannah.id);
    const at = `/api/admin/donations/${made.id}`;
    const patch = () => office.patch(at, { amount: '88.00' }, { 'idempotency-key': 'key-2' });
    const [first, second] = [await patch(), await patch()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    const remove = () => office.delete(at, undefined, { 'idempotency-key': 'key-3' });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect(await history(made.id)).toHaveLength(3);
  });

  it('with another body: 422, and nothing recorded', async () => {
    const before = await app.events(church);
    expect(await office.post('/api/admin/donations', { ...body(), amount: '78.00' }, { 'idempotency-key': 'key-1' })).toMatchObject({
      status: 422, body: { code: 'idempotency-key-reused', message: expect.any(String) },
    });
    expect(await app.events(church)).toBe(before);
  });

  it('of another person or route is another key', async () => {
    await app.person(church, { email: 'admin@grace.test', role: 'admin' });
    const before = await app.events(church);
    expect((await app.as('admin@grace.test').post('/api/admin/donations', body(), { 'idempotency-key': 'key-1' })).status).toBe(201);
    expect((await office.post('/api/donations', { guestFirstName: 'A', guestLastName: 'Key', amount: 1 }, { 'idempotency-key': 'key-1' })).status).toBe(201);
    expect(await app.events(church)).toBe(before + 2);
  });

  it('of a request that was refused can be used again once it is right', async () => {
    const headers = { 'idempotency-key': 'key-4' };
    expect((await office.post('/api/admin/donations', { ...body(), amount: 0 }, headers)).status).toBe(400);
    expect((await office.post('/api/admin/donations', body(), headers)).status).toBe(201);
  });

  it('too long is 400', async () => {
    expect((await office.post('/api/admin/donations', body(), { 'idempotency-key': 'k'.repeat(201) })).status).toBe(400);
  });
});

describe('GET /api/admin/donations/{id}/history', () => {
  it('says who, when, why, what it was and what it became', async () => {
    const made = await give(office, hannah.id, { notes: 'first note' });
    await app.person(church, { email: 'other@grace.test', role: 'admin', firstName: 'Otto', lastName: 'Her' });
    await app.as('other@grace.test').patch(`/api/admin/donations/${made.id}`, { amount: '26.00', notes: 'second note', reason: 'counted again' });
    await office.patch(`/api/admin/donations/${made.id}`, { userId: caleb.id, date: '2024-12-31', campaign: 'Roof', paymentMethod: 'Zeffy' });
    await office.delete(`/api/admin/donations/${made.id}`, { reason: 'not ours' });
    const lines = await history(made.id);
    const first = { donorId: hannah.id, donorName: 'Hannah Brooks', amount: '25.00', date: '2025-03-02', paymentMethod: 'Cash', campaign: 'General Fund', notes: 'first note' };
    const second = { ...first, amount: '26.00', notes: 'second note' };
    const third = { ...second, donorId: caleb.id, donorName: 'Caleb Moreno', date: '2024-12-31', campaign: 'Roof', paymentMethod: 'Zeffy' };
    const esther = { id: secretary.id, name: 'Esther Lind' };
    expect(lines).toMatchObject([
      { version: 1, what: 'recorded', who: esther, why: null, before: null, after: first, importId: null },
      { version: 2, what: 'corrected', who: { name: 'Otto Her' }, why: 'counted again', before: first, after: second },
      { version: 3, what: 'corrected', who: esther, why: null, before: second, after: third },
      { version: 4, what: 'voided', who: esther, why: 'not ours', before: third, after: null },
    ]);
    expect(lines.map(({ when }) => when)).toEqual(lines.map(({ when }) => new Date(when).toISOString()).sort());
    expect(lines.map(({ journal }) => journal)).toEqual(lines.map(({ journal }) => journal).sort((a, b) => a - b));
  });

  it('of an unknown donation is 404', async () => {
    expect((await office.get('/api/admin/donations/01a1fc63-f841-71e3-ad8c-fa6353f799cd/history')).status).toBe(404);
  });
});

describe('GET /api/admin/donations', () => {
  const sorts = ['date', 'amount', 'name', 'paymentMethod', 'campaign'].flatMap((sort) => [sort, `-${sort}`]);
  let ids: string[];
  beforeAll(async () => {
    for (let n = 0; n < 24; n++) {
      const facts = { amount: String((n % 3) + 1), date: `2016-0${(n % 2) + 1}-01`, campaign: n % 4 ? null : 'Choir' };
      await (n % 2 ? give(office, hannah.id, { ...facts, paymentMethod: n % 3 ? 'Cash' : 'Zeffy' }) : giveAsGuest(office, `Guest ${'ABC'[n % 3]!}`, facts));
    }
    ids = (await office.get<Donation[]>('/api/admin/donations?year=2016&limit=1000')).body.map(({ id }) => id);
  });

  it.each(sorts)('sorted by %s gives every row exactly once, page after page, in order', async (sort) => {
    const rows = await everyPage<Donation>(office, `/api/admin/donations?year=2016&limit=5&sort=${sort}`);
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const field = sort.replace('-', '') as 'date' | 'amount' | 'name' | 'paymentMethod' | 'campaign';
    const values = rows.map((row) => (field === 'name' ? row.donorName.toLowerCase() : row[field].toLowerCase()));
    expect(values).toEqual(sort.startsWith('-') ? [...values].sort().reverse() : [...values].sort());
  });

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
    ids = (await office.get<Donation[]>('/api/admin/donations?year=2016&limit=1000')).body.map(({ id }) => id);
  });

  it.each(['name', 'campaign'])('goes on after the longest %s in any script', async (sort) => {
    const names = ['\u{20000}'.repeat(50), '語'.repeat(100), 'x'.repeat(100)];
    for (const name of names) await giveAsGuest(office, `${name} ${name}`, { date: '2015-01-01', campaign: name.repeat(2) });
    const rows = await everyPage<Donation>(office, `/api/admin/donations?year=2015&limit=1&sort=${sort}`);
    expect(rows.map(({ guestLastName }) => guestLastName).sort()).toEqual([...names].sort());
    if (sort === 'name') expect(await everyPage(office, '/api/admin/church-ledger?year=2015&limit=1', (body) => (body as Ledger).rows)).toHaveLength(3);
    for (const { id } of rows) await office.delete(`/api/admin/donations/${id}`);
  });

  it('pages by 100 unless asked, and says so in Link on the same address and filters', async () => {
    const { body, headers } = await office.get<Donation[]>('/api/admin/donations?year=2016&limit=3&paymentMethod=Cash');
    expect(body).toHaveLength(3);
    expect(headers.get('link')).toMatch(/^<\/api\/admin\/donations\?year=2016&limit=3&paymentMethod=Cash&cursor=[\w-]+>; rel="next"$/);
    expect((await office.get('/api/admin/donations?year=2016&limit=1000')).headers.get('link')).toBeNull();
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'sort=colour', 'cursor=abc', 'cursor=WyJ4Iiwi eSJd', 'year=x', 'offset=10', 'donorId=7', 'paymentMethod=Gold'])('%s is 400', async (query) => {
    expect(await office.get(`/api/admin/donations?${query}`)).toMatchObject({ status: 400, body: { message: expect.any(String), code: 'invalid' } });
  });

  it('refuses a cursor that somebody made up, in every sort', async () => {
    const madeUp = [[1, 2], ['x', 'y'], ['2025-02-30', ids[0]], ['2025-01-01', 'y'], ['9'.repeat(40), ids[0]], ['a\0b', ids[0]], [null, null], {}, [['x'], 'y']];
    for (const cursor of madeUp) {
      for (const sort of sorts) {
        const answer = await office.get(`/api/admin/donations?sort=${sort}&cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`);
        expect({ cursor, sort, status: answer.status, serious: answer.status >= 500 }).toMatchObject({ serious: false });
      }
    }
  });

  it('filters, and sums up the same set', async () => {
    const ask = async (query: string) => ({
      rows: (await office.get<Donation[]>(`/api/admin/donations?limit=1000&${query}`)).body,
      summary: (await office.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body,
    });
    for (const query of ['year=2016', 'year=2016&paymentMethod=Zeffy', 'year=2016&campaign=choir', `year=2016&donorId=${hannah.id}`, 'year=2016&search=GUEST%20b', 'search=%25', 'search=_', 'search=nobody']) {
      const { rows, summary } = await ask(query);
      const cents = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect({ query, summary }).toEqual({
        query,
        summary: {
          amount: (cents / 100).toFixed(2), records: rows.length,
          cash: rows.filter(({ paymentMethod }) => paymentMethod === 'Cash').length,
          digital: rows.filter(({ paymentMethod }) => ['CashApp', 'Zeffy', 'Card'].includes(paymentMethod)).length,
        },
      });
    }
    expect((await ask('year=2016&search=GUEST%20b')).rows.every(({ donorName }) => donorName === 'Guest B')).toBe(true);
    expect((await ask('search=%25')).rows).toEqual([]);
    expect((await ask('search=_')).rows).toEqual([]);
  });
});

describe('a member’s own giving', () => {
  it('is a list of their own, newest first, with their total', async () => {
    const ruth = await app.person(church, { email: 'ruth@grace.test' });
    const own = app.as('ruth@grace.test');
    expect((await own.get('/api/donations')).body).toEqual([]);
    expect((await own.get('/api/user/donations/total')).body).toEqual({ total: '0.00' });
    await give(office, ruth.id, { amount: '10.10', date: '2024-12-31', notes: 'for you' });
    await give(office, ruth.id, { amount: '20.20', date: '2025-01-01' });
    const { body } = await own.get<OwnDonation[]>(`/api/donations?userId=${ruth.id}`);
    expect(body.map(({ amount, date }) => `${date} ${amount}`)).toEqual(['2025-01-01 20.20', '2024-12-31 10.10']);
    expect(Object.keys(body[0]!).sort()).toEqual(['amount', 'campaign', 'date', 'id', 'notes', 'paymentMethod', 'recordedAt', 'transactionId', 'userId', 'version']);
    expect((await own.get<OwnDonation[]>('/api/donations?year=2024')).body).toHaveLength(1);
    expect((await own.get('/api/user/donations/total')).body).toEqual({ total: '30.30' });
  });

  it('is nobody else’s, except to staff who may see giving', async () => {
    expect((await app.as('ruth@grace.test').get(`/api/donations?userId=${hannah.id}`)).status).toBe(403);
    expect((await app.as('ruth@grace.test').get('/api/donations?userId=somebody')).status).toBe(403);
    const { status, body } = await office.get<OwnDonation[]>(`/api/donations?userId=${hannah.id}&year=2016`);
    expect(status).toBe(200);
    expect(body.every(({ userId }) => userId === hannah.id)).toBe(true);
    expect((await office.get('/api/donations?userId=01a1fc63-f841-71e3-ad8c-fa6353f799cd')).status).toBe(404);
  });

  it('can be exported, with a totals line and a file name', async () => {
    const own = app.as('ruth@grace.test');
    const all = await own.get('/api/user/donations.csv');
    expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="my-giving-all-years.csv"');
    expect(all.text).toBe('Date,Campaign,Payment method,Amount,Notes\r\n2025-01-01,General Fund,Cash,20.20,\r\n2024-12-31,General Fund,Cash,10.10,for you\r\nTotal,,,30.30,\r\n');
    const year = await own.get('/api/user/donations.csv?year=2024');
    expect(year.headers.get('content-disposition')).toBe('attachment; filename="my-giving-2024.csv"');
    expect(year.text.split('\r\n')).toHaveLength(4);
  });
});
