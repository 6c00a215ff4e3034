import { afterAll, describe, expect, it } from '@jest/globals';
import {
  donation as donationSchema,
  type Donation,
  type DonationChange,
  type GiftCheck,
  type Ledger,
} from '#libs/contracts';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';

const { app, church, secretary, office, hannah, caleb } = await startChurch();
afterAll(() => app.close());

const history = async (id: string) =>
  (await office.get<DonationChange[]>(`/api/admin/donations/${id}/history`)).body;
const ledgerOf = async (donor: string, year = 2025) => {
  const { body } = await office.get<Ledger>(`/api/admin/church-ledger?year=${year}&limit=1000`);
  return body.rows.find((row) => row.name === donor || row.donorId === donor);
};

describe('POST /api/admin/donations', () => {
  it('answers 201 with the donation itself, and decides for itself who added it', async () => {
    const { status, body } = await office.post<Donation>('/api/admin/donations', {
      userId: hannah.id,
      amount: '1,234.50',
      paymentMethod: 'CashApp',
      date: '2025-12-31T23:30:00-11:00',
      campaign: '  Roof   repair ',
      notes: ' thank you ',
      transactionId: 'T1',
      isManualEntry: false,
      addedBy: hannah.id,
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: hannah.id,
      donorId: hannah.id,
      donorName: 'Hannah Brooks',
      donorKind: 'member',
      amount: '1234.50',
      date: '2025-12-31',
      campaign: 'Roof repair',
      fundraiserId: null,
      transactionId: 'T1',
      notes: 'thank you',
      paymentMethod: 'CashApp',
      addedBy: secretary.id,
      isManualEntry: true,
      organizationId: church,
      guestFirstName: null,
      guestLastName: null,
      guestEmail: null,
      guestPhone: null,
      importId: null,
      version: 1,
    });
    expect(await history(body.id)).toHaveLength(1);
  });

  it('fills in method, campaign and the church’s own day', async () => {
    const { body } = await office.post<Donation>('/api/admin/donations', {
      userId: hannah.id,
      amount: 5,
    });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      new Date(body.recordedAt),
    );
    expect(body).toMatchObject({
      amount: '5.00',
      paymentMethod: 'Cash',
      campaign: 'General Fund',
      date: today,
      notes: null,
      transactionId: null,
    });
  });

  it('wants a member of this church', async () => {
    for (const userId of [
      undefined,
      null,
      '',
      'hannah',
      7,
      '01a1fc63-f841-71e3-ad8c-fa6353f799cd',
    ]) {
      const answer = await office.post('/api/admin/donations', { userId, amount: '1.00' });
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'Member is required', code: 'invalid' },
      });
    }
    const guest = await giveAsGuest(office, 'Not Member');
    expect(
      await office.post('/api/admin/donations', { userId: guest.donorId, amount: '1.00' }),
    ).toMatchObject({ status: 400, body: { message: 'Member is required' } });
  });

  it('takes every payment method and nothing else; Cash is the default', async () => {
    expect((await give(office, hannah.id)).paymentMethod).toBe('Cash');
    for (const paymentMethod of ['Cash', 'CashApp', 'Zeffy', 'Check', 'Card', 'Other'])
      expect((await give(office, hannah.id, { paymentMethod })).paymentMethod).toBe(paymentMethod);
    for (const paymentMethod of ['cash', 'Bitcoin', '', 7]) {
      const answer = await office.post('/api/admin/donations', {
        userId: hannah.id,
        amount: '1.00',
        paymentMethod,
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('Must be Cash, CashApp, Zeffy, Check, Card, or Other'),
        },
      });
    }
  });
});

describe('POST /api/donations, a guest’s', () => {
  it('answers 201 with the donation itself', async () => {
    const { status, body } = await app.as('secretary@grace.test').post<Donation>('/api/donations', {
      guestFirstName: 'Margaret',
      guestLastName: 'Holloway',
      guestEmail: 'm@example.org',
      guestPhone: '555',
      amount: 100,
      paymentMethod: 'Check',
      date: '2025-05-05',
      isManualEntry: true,
      addedBy: 'me',
    });
    expect(status).toBe(201);
    expect(donationSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      userId: null,
      donorName: 'Margaret Holloway',
      donorKind: 'guest',
      guestFirstName: 'Margaret',
      guestLastName: 'Holloway',
      guestEmail: 'm@example.org',
      guestPhone: '555',
      amount: '100.00',
      paymentMethod: 'Check',
      addedBy: secretary.id,
      isManualEntry: true,
    });
  });

  it('takes the six guest methods', async () => {
    for (const paymentMethod of ['Cash', 'Check', 'CashApp', 'Zeffy', 'Card', 'Other']) {
      expect((await giveAsGuest(office, 'Six Methods', { paymentMethod })).paymentMethod).toBe(
        paymentMethod,
      );
    }
    expect(
      (
        await office.post('/api/donations', {
          guestFirstName: 'A',
          guestLastName: 'B',
          amount: 1,
          paymentMethod: 'Cheque',
        })
      ).status,
    ).toBe(400);
  });

  it('asks for first name, last name and amount in the specification’s words', async () => {
    const whole = { guestFirstName: 'A', guestLastName: 'B', amount: '1.00' };
    for (const field of ['guestFirstName', 'guestLastName', 'amount']) {
      for (const value of [undefined, '', '  ', null]) {
        const answer = await office.post('/api/donations', { ...whole, [field]: value });
        expect({ field, value, answer }).toMatchObject({
          answer: {
            status: 400,
            body: { message: 'Please fill in first name, last name, and amount.' },
          },
        });
      }
    }
  });

  it('counts one normalised name as one donor, whose first spelling stays', async () => {
    const first = await giveAsGuest(office, 'Zoë Äpfel');
    for (const [guestFirstName, guestLastName] of [
      ['ZOË', 'äpfel'],
      [' Zoë ', ' Äpfel'],
      ['Ｚoë', 'Äpfel'],
      ['Zoe\u0308', 'A\u0308pfel'],
    ]) {
      const { body } = await office.post<Donation>('/api/donations', {
        guestFirstName,
        guestLastName,
        amount: '1.00',
        date: '2025-01-01',
      });
      expect(body).toMatchObject({ donorId: first.donorId, donorName: 'Zoë Äpfel' });
    }
    expect(await ledgerOf(first.donorId)).toMatchObject({
      total: '29.00',
      count: 5,
      kind: 'guest',
    });
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
    const { status, body } = await office.patch<Donation>(`/api/admin/donations/${made.id}`, {
      amount: '30.00',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...made,
      amount: '30.00',
      version: 2,
      state: 'corrected',
      recordedAt: body.recordedAt,
    });
  });

  it('takes the id in capitals, and the whole form with what the server decides', async () => {
    const made = await give(office, hannah.id);
    const { status, body } = await office.patch<Donation>(
      `/API/Admin/Donations/${made.id.toUpperCase()}`,
      {
        userId: caleb.id,
        amount: 12,
        paymentMethod: 'Zeffy',
        date: '2024-02-29T00:00:00Z',
        campaign: null,
        notes: null,
        isManualEntry: false,
        addedBy: 'x',
        reason: 'wrong person',
      },
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        userId: caleb.id,
        donorName: 'Caleb Moreno',
        amount: '12.00',
        date: '2024-02-29',
        campaign: 'General Fund',
        version: 2,
      },
    });
  });

  it('keeps no version when nothing changes', async () => {
    const made = await give(office, hannah.id, { notes: 'n' });
    const before = await app.events(church);
    const { body } = await office.patch<Donation>(`/api/admin/donations/${made.id}`, {
      amount: 25,
      date: '2025-03-02',
      notes: 'n',
      campaign: 'GENERAL fund',
      paymentMethod: 'Cash',
    });
    expect(body).toEqual(made);
    expect(await app.events(church)).toBe(before);
  });

  it('keeps a guest’s donation a guest’s, and a member’s a member’s, with any method', async () => {
    const guest = await giveAsGuest(office, 'Walter Simmons');
    expect(
      await office.patch(`/api/admin/donations/${guest.id}`, { paymentMethod: 'Check' }),
    ).toMatchObject({ status: 200, body: { paymentMethod: 'Check', donorKind: 'guest' } });
    expect(
      await office.patch(`/api/admin/donations/${guest.id}`, { userId: hannah.id }),
    ).toMatchObject({ status: 400 });
    const member = await give(office, hannah.id);
    expect(
      await office.patch(`/api/admin/donations/${member.id}`, { paymentMethod: 'Check' }),
    ).toMatchObject({ status: 200, body: { paymentMethod: 'Check', donorKind: 'member' } });
    expect(
      await office.patch(`/api/admin/donations/${member.id}`, { userId: guest.donorId }),
    ).toMatchObject({ status: 400, body: { message: 'Member is required' } });
  });

  it('moves one donation of a guest when its name is corrected, not the others', async () => {
    const [one, other] = [
      await giveAsGuest(office, 'Teodor Banks', { amount: 10 }),
      await giveAsGuest(office, 'Teodor Banks', { amount: 20 }),
    ];
    const { body } = await office.patch<Donation>(`/api/admin/donations/${one.id}`, {
      guestFirstName: 'Theodore',
    });
    expect(body).toMatchObject({
      donorName: 'Theodore Banks',
      guestFirstName: 'Theodore',
      guestLastName: 'Banks',
      version: 2,
    });
    expect(body.donorId).not.toBe(other.donorId);
    expect(await ledgerOf('Teodor Banks')).toMatchObject({ total: '20.00', count: 1 });
    expect(await ledgerOf('Theodore Banks')).toMatchObject({ total: '10.00', count: 1 });
  });

  it('puts a donation whose name is taken away under Unidentified giver, and gives it a name again', async () => {
    const made = await giveAsGuest(office, 'Some Body', { amount: '7.00', date: '2019-01-01' });
    const nameless = await office.patch<Donation>(`/api/admin/donations/${made.id}`, {
      guestFirstName: '',
      guestLastName: '',
    });
    expect(nameless).toMatchObject({
      status: 200,
      body: {
        donorName: 'Unidentified giver',
        donorKind: 'unidentified',
        guestFirstName: null,
        userId: null,
      },
    });
    expect((await office.get<Ledger>('/api/admin/church-ledger?year=2019')).body).toMatchObject({
      rows: [{ name: 'Unidentified giver', kind: 'unidentified', total: '7.00', count: 1 }],
      totals: { amount: '7.00', donations: 1, donors: 1 },
    });
    const named = await office.patch(`/api/admin/donations/${made.id}`, { userId: hannah.id });
    expect(named).toMatchObject({ status: 200, body: { userId: hannah.id, donorKind: 'member' } });
  });

  it('answers 404 for what is no donation of this church', async () => {
    for (const id of ['01a1fc63-f841-71e3-ad8c-fa6353f799cd', 'abc', '%00', '..%2f..']) {
      expect(await office.patch(`/api/admin/donations/${id}`, { amount: 1 })).toMatchObject({
        status: 404,
        body: { message: expect.any(String), code: expect.any(String) },
      });
    }
  });
});

describe('DELETE /api/admin/donations/{id}', () => {
  it('answers 204, takes it off every list, and keeps its history', async () => {
    const made = await give(office, caleb.id, { date: '2018-01-01' });
    const answer = await office.delete(`/api/admin/donations/${made.id}`, {
      reason: 'entered twice',
    });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await office.get<Donation[]>('/api/admin/donations?year=2018')).body).toEqual([]);
    expect((await office.get<Ledger>('/api/admin/church-ledger?year=2018')).body.rows).toEqual([]);
    expect(await history(made.id)).toMatchObject([
      { what: 'recorded' },
      { what: 'voided', why: 'entered twice', before: { amount: '25.00' }, after: null },
    ]);
  });

  it('needs no body, and the second time finds nothing', async () => {
    const made = await give(office, caleb.id);
    expect((await office.delete(`/api/admin/donations/${made.id}`)).status).toBe(204);
    expect(await office.delete(`/api/admin/donations/${made.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
    expect(await office.patch(`/api/admin/donations/${made.id}`, { amount: 1 })).toMatchObject({
      status: 404,
    });
  });

  it('twice at once takes effect once', async () => {
    const made = await give(office, caleb.id);
    const before = await app.events(church);
    const answers = await Promise.all(
      [1, 2, 3].map(() => office.delete(`/api/admin/donations/${made.id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await app.events(church)).toBe(before + 1);
  });
});

describe('GET /api/admin/donations/{id}/history', () => {
  it('returns actor, time and reason of each change, and the values before and after it', async () => {
    const made = await give(office, hannah.id, { notes: 'first note' });
    await app.person(church, {
      email: 'other@grace.test',
      role: 'admin',
      firstName: 'Otto',
      lastName: 'Her',
    });
    await app.as('other@grace.test').patch(`/api/admin/donations/${made.id}`, {
      amount: '26.00',
      notes: 'second note',
      reason: 'counted again',
    });
    await office.patch(`/api/admin/donations/${made.id}`, {
      userId: caleb.id,
      date: '2024-12-31',
      campaign: 'Roof',
      paymentMethod: 'Zeffy',
    });
    await office.delete(`/api/admin/donations/${made.id}`, { reason: 'not ours' });
    const lines = await history(made.id);
    const first = {
      donorId: hannah.id,
      donorName: 'Hannah Brooks',
      amount: '25.00',
      date: '2025-03-02',
      paymentMethod: 'Cash',
      campaign: 'General Fund',
      notes: 'first note',
    };
    const second = { ...first, amount: '26.00', notes: 'second note' };
    const third = {
      ...second,
      donorId: caleb.id,
      donorName: 'Caleb Moreno',
      date: '2024-12-31',
      campaign: 'Roof',
      paymentMethod: 'Zeffy',
    };
    const esther = { id: secretary.id, name: 'Esther Lind' };
    expect(lines).toMatchObject([
      {
        version: 1,
        what: 'recorded',
        who: esther,
        why: null,
        before: null,
        after: first,
        importId: null,
      },
      {
        version: 2,
        what: 'corrected',
        who: { name: 'Otto Her' },
        why: 'counted again',
        before: first,
        after: second,
      },
      { version: 3, what: 'corrected', who: esther, why: null, before: second, after: third },
      { version: 4, what: 'voided', who: esther, why: 'not ours', before: third, after: null },
    ]);
    expect(lines.map(({ when }) => when)).toEqual(
      lines.map(({ when }) => new Date(when).toISOString()).sort(),
    );
    expect(lines.map(({ journal }) => journal)).toEqual(
      lines.map(({ journal }) => journal).sort((a, b) => a - b),
    );
  });

  it('of an unknown donation is 404', async () => {
    expect(
      (await office.get('/api/admin/donations/01a1fc63-f841-71e3-ad8c-fa6353f799cd/history'))
        .status,
    ).toBe(404);
  });
});

describe('GET /api/donations/check, before a gift is recorded', () => {
  const check = async (query: string, client = office) =>
    (await client.get<GiftCheck>(`/api/donations/check?${query}`)).body;

  it('says how far ahead the day is, that the same gift is here, and what the giver usually gives', async () => {
    const ruth = await app.person(church, {
      email: 'ruth@grace.test',
      firstName: 'Ruth',
      lastName: 'Ames',
    });
    const today = new Date().toISOString().slice(0, 10);
    const recent = `${Number(today.slice(0, 4)) - 1}-06-0`;
    expect(await check(`userId=${ruth.id}&amount=5`)).toEqual({
      daysAhead: 0,
      again: 0,
      usual: null,
      donorName: 'Ruth Ames',
      like: null,
    });
    for (const [n, amount] of ['20.00', '25.00', '5000.00'].entries())
      await give(office, ruth.id, { amount, date: `${recent}${n + 1}` });
    expect(await check(`userId=${ruth.id}&amount=25.00&date=${recent}2`)).toEqual({
      daysAhead: 0,
      again: 1,
      usual: '25.00',
      donorName: 'Ruth Ames',
      like: { donationId: expect.any(String), date: `${recent}2`, amount: '25.00' },
    });
    expect(await check(`userId=${ruth.id}&amount=25.01&date=${recent}2`)).toMatchObject({
      again: 0,
    });
    expect(await check(`userId=${ruth.id}&amount=25.00&date=${recent}3`)).toMatchObject({
      again: 0,
    });
    expect((await check(`userId=${ruth.id}&amount=1&date=2099-01-01`)).daysAhead).toBeGreaterThan(
      20_000,
    );
    // a gift that was deleted is not here
    const { id } = await give(office, ruth.id, { amount: '77.00', date: '2001-01-01' });
    expect(await check(`userId=${ruth.id}&amount=77&date=2001-01-01`)).toMatchObject({ again: 1 });
    await office.delete(`/api/admin/donations/${id}`);
    expect(await check(`userId=${ruth.id}&amount=77&date=2001-01-01`)).toMatchObject({ again: 0 });
  });

  it('finds the gift that it may repeat, within seven days or by its number', async () => {
    const bo = await giveAsGuest(office, 'Bo Likely', {
      amount: '11.00',
      date: '2001-06-14',
      transactionId: '2044',
    });
    const like = async (query: string) =>
      (await check(`guestFirstName=Bo&guestLastName=Likely&${query}`)).like;
    const found = { donationId: bo.id, date: '2001-06-14', amount: '11.00' };
    expect(await like('amount=11&date=2001-06-21')).toEqual(found);
    expect(await like('amount=11&date=2001-06-07')).toEqual(found);
    expect(await like('amount=11&date=2001-06-22')).toBeNull();
    expect(await like('amount=12&date=2001-06-14')).toBeNull();
    expect(await like('amount=12&date=2003-01-01&transactionId=2044')).toEqual(found);
  });

  it('knows a guest by name, and nobody of another church', async () => {
    await giveAsGuest(office, 'Bo Li', { amount: '9.00', date: '2001-01-01' });
    expect(
      await check('guestFirstName=BO&guestLastName=li&amount=9&date=2001-01-01'),
    ).toMatchObject({ again: 1, donorName: 'Bo Li' });
    expect(
      await check('guestFirstName=Nobody&guestLastName=Here&amount=9&date=2001-01-01'),
    ).toEqual({ daysAhead: 0, again: 0, usual: null, donorName: null, like: null });
    const other = await app.church('check-hope');
    await app.person(other, { email: 'office@check.test', role: 'secretary' });
    const there = app.as('office@check.test');
    expect(await check(`userId=${hannah.id}&amount=9&date=2001-01-01`, there)).toMatchObject({
      donorName: null,
      usual: null,
    });
    expect(
      await check('guestFirstName=Bo&guestLastName=Li&amount=9&date=2001-01-01', there),
    ).toMatchObject({ again: 0, donorName: null });
    expect(
      (await app.as('hannah@grace.test').get(`/api/donations/check?userId=${hannah.id}&amount=9`))
        .status,
    ).toBe(403);
    for (const wrong of [
      '',
      'amount=0',
      'amount=1&userId=me',
      'amount=1&date=2001-02-30',
      'amount=1&what=else',
    ])
      expect((await office.get(`/api/donations/check?${wrong}`)).status).toBe(400);
  });
});
