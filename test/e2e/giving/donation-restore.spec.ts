import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  donation as donationSchema,
  type AuditEntry,
  type Donation,
  type DonationChange,
  type DonationChoices,
  type DonationImport,
  type DonationSummary,
  type ErrorBody,
  type ImportRow,
} from '#libs/contracts';
import { verifyChurch } from '../../../src/giving/index.js';
import { give, giveAsGuest } from '../../support/app.js';
import { startChurch } from '../../support/church.js';
import { commit, settled, upload } from '../../support/imports.js';

const { app, church, secretary, office, hannah, caleb } = await startChurch();
afterAll(() => app.close());
beforeAll(async () => {
  await app.person(church, {
    email: 'admin@grace.test',
    role: 'admin',
    firstName: 'Ada',
    lastName: 'Min',
  });
  await app.person(church, {
    email: 'second@grace.test',
    role: 'secretary',
    firstName: 'Zoe',
    lastName: 'Second',
  });
});

const admin = app.as('admin@grace.test');
const at = (id: string, rest = '') => `/api/admin/donations/${id}${rest}`;
const restore = (id: string, body?: object, headers?: Record<string, string>) =>
  office.post<Donation & ErrorBody>(at(id, '/restore'), body, headers);
const list = async (query: string) =>
  (await office.get<Donation[]>(`/api/admin/donations?${query}`)).body;
const summary = async (query: string) =>
  (await office.get<DonationSummary>(`/api/admin/donations/summary?${query}`)).body;
const history = async (id: string) => (await office.get<DonationChange[]>(at(id, '/history'))).body;
const wellKept = async () =>
  expect((await verifyChurch(app.db, app.store, church)).problems).toEqual([]);
const bank = (...rows: string[]) =>
  ['Transaction ID,Giver email,Gross,Given on,Payment Method', ...rows].join('\n');
const imported = async (...rows: string[]) => {
  const { body } = await upload(office, bank(...rows));
  if (body.status === 'needs_mapping')
    await office.put(`/api/admin/donation-imports/${body.id}/mapping`, {
      columns: { transactionId: 0, email: 1, amount: 2, date: 3, paymentMethod: 4 },
    });
  return body.id;
};
const view = async (id: string) =>
  (await office.get<DonationImport>(`/api/admin/donation-imports/${id}`)).body;

describe('a deleted donation', () => {
  it('is found by its state, and stands again as it was, its note with it; the books say so', async () => {
    const gift = await give(office, hannah.id, {
      amount: '25.00',
      date: '2019-03-02',
      notes: 'for the roof',
    });
    const corrected = (await office.patch<Donation>(at(gift.id), { amount: '30.00' })).body;
    expect(corrected.state).toBe('corrected');
    expect(await list('year=2019&state=deleted')).toEqual([]);
    await office.delete(at(gift.id), { reason: 'a mistake' });
    expect(await list('year=2019')).toEqual([]);
    const [gone] = await list('year=2019&state=deleted');
    expect(gone).toMatchObject({
      id: gift.id,
      state: 'deleted',
      amount: '30.00',
      notes: 'for the roof',
      version: 3,
    });
    expect(await summary('year=2019&state=deleted')).toMatchObject({ amount: '30.00', records: 1 });
    expect(await summary('year=2019')).toMatchObject({ amount: '0.00', records: 0 });

    const back = await restore(gift.id, { reason: 'no mistake' });
    expect(back).toMatchObject({
      status: 200,
      body: {
        id: gift.id,
        amount: '30.00',
        date: '2019-03-02',
        notes: 'for the roof',
        version: 4,
        state: 'corrected',
      },
    });
    expect(donationSchema.strict().parse(back.body)).toEqual(back.body);
    expect(await list('year=2019&state=deleted')).toEqual([]);
    expect(await list('year=2019&state=corrected')).toMatchObject([{ id: gift.id }]);
    expect(await summary('year=2019')).toMatchObject({ amount: '30.00', records: 1 });
    const changes = await history(gift.id);
    expect(changes.map(({ what, why }) => [what, why])).toEqual([
      ['recorded', null],
      ['corrected', null],
      ['voided', 'a mistake'],
      ['restored', 'no mistake'],
    ]);
    expect(changes.at(-1)).toMatchObject({ who: { id: secretary.id }, after: { amount: '30.00' } });
    // as of the moment between, it did not count
    const asOf = changes[2]!.journal;
    expect(
      (await office.get<{ totals: object }>(`/api/admin/church-ledger?year=2019&asOf=${asOf}`)).body
        .totals,
    ).toMatchObject({ amount: '0.00' });
    expect(
      (
        await office.get<{ totals: object }>(
          `/api/admin/church-ledger?year=2019&asOf=${changes[3]!.journal}`,
        )
      ).body.totals,
    ).toMatchObject({ amount: '30.00' });
    await wellKept();
  });

  it('that comes back without a correction is not a corrected one', async () => {
    const { id } = await give(office, hannah.id, { date: '2018-01-01' });
    await office.delete(at(id));
    expect((await restore(id)).body.state).toBe('standing');
    expect(await list('year=2018&state=corrected')).toEqual([]);
    expect(await list('year=2018&state=standing')).toHaveLength(1);
  });

  it('stands again once, whoever asks at the same moment, and as the version that was seen', async () => {
    const { id } = await give(office, hannah.id, { date: '2017-01-01' });
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: { message: 'This donation is not deleted.' },
    });
    await office.delete(at(id));
    expect(await restore(id, undefined, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => restore(id, undefined, { 'if-match': '"2"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await summary('year=2017')).toMatchObject({ records: 1 });
    expect(await history(id)).toHaveLength(3);
    await wellKept();
  });

  it('is nobody else’s: unknown to another church, and to those who do not keep the books', async () => {
    const other = await app.church('hope');
    await app.person(other, { email: 'office@hope.test', role: 'secretary' });
    const { id } = await give(office, hannah.id, { date: '2016-01-01' });
    await office.delete(at(id));
    expect((await app.as('office@hope.test').post(at(id, '/restore'))).status).toBe(404);
    expect(
      (await app.as('office@hope.test').get<Donation[]>('/api/admin/donations?state=deleted')).body,
    ).toEqual([]);
    expect((await app.as('hannah@grace.test').post(at(id, '/restore'))).status).toBe(403);
    expect((await restore('01a1fc63-f841-71e3-ad8c-fa6353f799cd')).status).toBe(404);
    expect((await restore(id, { reason: 7 })).status).toBe(400);
    expect(await list('year=2016')).toEqual([]);
  });
});

describe('what an import brought', () => {
  it('singly deleted, is held by the next file and comes back with its transaction ID', async () => {
    const id = await imported(
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T2,hannah@grace.test,12.00,2020-03-03,Cash',
    );
    await commit(office, id);
    const [one] = await list(`importId=${id}&sort=amount`);
    await office.delete(at(one!.id));
    // a file does not bring it back by itself
    const next = await imported(
      'T1,hannah@grace.test,11.00,2020-03-02,Cash',
      'T3,hannah@grace.test,13.00,2020-03-04,Cash',
    );
    expect((await view(next)).counts).toMatchObject({ new: 1, held: 1, duplicate: 0 });
    const [held] = (
      await office.get<ImportRow[]>(`/api/admin/donation-imports/${next}/rows?state=held`)
    ).body;
    expect(held).toMatchObject({
      message: 'Row 2: This transaction was recorded before, and deleted',
    });
    // somebody takes it as a gift; before it is imported the old one is restored: it would be there twice
    await office.patch(`/api/admin/donation-imports/${next}/rows`, { rows: [2], action: 'accept' });
    expect((await view(next)).counts).toMatchObject({ new: 2, held: 0 });
    expect(await restore(one!.id)).toMatchObject({ status: 200, body: { importId: id } });
    expect(await office.post(`/api/admin/donation-imports/${next}/commit`)).toMatchObject({
      status: 409,
      body: { preview: { counts: { new: 1, duplicate: 1 } } },
    });
    await commit(office, next);
    expect(await summary('year=2020')).toMatchObject({ amount: '36.00', records: 3 });
    await wellKept();
  });

  it('is not restored where its transaction ID has been recorded since: that gift is named; once that is deleted, it is', async () => {
    const id = await imported('U1,hannah@grace.test,21.00,2021-03-02,Cash');
    await commit(office, id);
    const [one] = await list(`importId=${id}`);
    await office.delete(at(one!.id));
    const next = await imported('U1,caleb@grace.test,21.00,2021-03-02,Cash');
    await office.patch(`/api/admin/donation-imports/${next}/rows`, { rows: [2], action: 'accept' });
    await commit(office, next);
    const [two] = await list(`importId=${next}`);
    expect(await restore(one!.id)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message:
          'Its transaction ID, U1, has been recorded since: $21.00 of Caleb Moreno on Mar 2, 2021. Nothing was changed.',
        donationId: two!.id,
      },
    });
    expect(await summary('year=2021')).toMatchObject({ amount: '21.00', records: 1 });
    await office.delete(at(two!.id));
    expect((await restore(one!.id)).status).toBe(200);
    expect(await restore(two!.id)).toMatchObject({ status: 409, body: { donationId: one!.id } });
    // undoing its import frees the ID again, though another import had it meanwhile
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    expect((await restore(two!.id)).status).toBe(200);
    await wellKept();
  });

  it('and its undo took away comes back with the file alone', async () => {
    const id = await imported(
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    await commit(office, id);
    const [one, two] = await list(`importId=${id}&sort=amount`);
    await office.delete(at(two!.id)); // by hand, before the undo
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    for (const gift of [one, two])
      expect(await restore(gift!.id)).toMatchObject({
        status: 409,
        body: {
          message: 'This donation went with its import, which was undone. Import the file again.',
        },
      });
    expect(await list('from=2022-03-01&to=2022-03-31&state=deleted')).toHaveLength(2);
    expect((await history(one!.id)).map(({ what }) => what)).toEqual(['imported', 'import undone']);
    expect(await summary('from=2022-03-01&to=2022-03-31')).toMatchObject({ records: 0 });
    const again = await imported(
      'V1,hannah@grace.test,31.00,2022-03-02,Cash',
      'V2,hannah@grace.test,32.00,2022-03-03,Cash',
    );
    expect(await commit(office, again)).toMatchObject({ counts: { new: 2 } });
    expect(await summary('from=2022-03-01&to=2022-03-31')).toMatchObject({
      amount: '63.00',
      records: 2,
    });
    await wellKept();
  });

  it('restored, goes with its import when that is undone', async () => {
    const id = await imported('W1,hannah@grace.test,41.00,2022-06-02,Cash');
    await commit(office, id);
    const [one] = await list(`importId=${id}`);
    await office.delete(at(one!.id));
    await restore(one!.id);
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    expect(await settled(office, id)).toMatchObject({ status: 'undone' });
    expect(await summary('from=2022-06-01&to=2022-06-30')).toMatchObject({
      amount: '0.00',
      records: 0,
    });
    expect((await history(one!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'voided',
      'restored',
      'import undone',
    ]);
    await wellKept();
  });
});

describe('donations are found', () => {
  /**
   * Records four donations of Hannah at the ends of three months of a year, and one of Caleb by another secretary, Zoe.
   * Returns the id of the last one.
   */
  async function recordAtEndsOfMonths(year: number): Promise<string> {
    for (const [day, amount] of [
      ['01-31', '10.00'],
      ['02-01', '20.00'],
      ['02-28', '30.00'],
      ['03-01', '40.00'],
    ])
      await give(office, hannah.id, { date: `${year}-${day}`, amount });
    const { id } = await give(app.as('second@grace.test'), caleb.id, {
      date: `${year}-02-10`,
      amount: '25.00',
    });
    return id;
  }

  it('by date, amount, and who recorded them, alone or together, with the totals of what is found', async () => {
    const byZoe = await recordAtEndsOfMonths(2011);
    const amounts = async (query: string) =>
      (await list(`year=2011&sort=amount&${query}`)).map(({ amount }) => amount);
    expect(await amounts('from=2011-02-01&to=2011-02-28')).toEqual(['20.00', '25.00', '30.00']);
    expect(await amounts('minAmount=25.00&maxAmount=30')).toEqual(['25.00', '30.00']);
    const { recorders } = (await office.get<DonationChoices>('/api/admin/donations/choices')).body;
    expect(recorders.map(({ name }) => name)).toEqual(['Esther Lind', 'Zoe Second']);
    expect(await list(`year=2011&addedBy=${recorders[1]!.id}`)).toMatchObject([{ id: byZoe }]);
    expect(
      await summary(`from=2011-02-01&to=2011-02-28&minAmount=21&addedBy=${recorders[0]!.id}`),
    ).toMatchObject({ amount: '30.00', records: 1 });
    expect(await list(`id=${byZoe}`)).toMatchObject([{ id: byZoe, state: 'standing' }]);
    await office.delete(at(byZoe));
    expect(await list(`id=${byZoe}`)).toMatchObject([{ id: byZoe, state: 'deleted' }]);
    for (const wrong of ['state=gone', 'from=2011-02-30', 'minAmount=-1', 'addedBy=me', 'id=1'])
      expect((await office.get(`/api/admin/donations?${wrong}`)).status).toBe(400);
  });

  it('and exported, all that the filters find, with their sum and what became of them', async () => {
    await office.delete(at(await recordAtEndsOfMonths(2009)));
    const answer = await office.get('/api/admin/donations.csv?year=2009&sort=amount&minAmount=20');
    expect(answer.headers.get('content-disposition')).toContain('donations-2009.csv');
    const [header, ...lines] = answer.text.trim().split('\r\n');
    expect(header).toBe(
      'Date,Member,Amount,Payment method,Campaign,Entry,State,Transaction ID,Notes,Donation ID',
    );
    expect(lines.slice(0, -1).map((line) => line.split(',').slice(0, 3).join(' '))).toEqual([
      '2009-02-01 Hannah Brooks 20.00',
      '2009-02-28 Hannah Brooks 30.00',
      '2009-03-01 Hannah Brooks 40.00',
    ]);
    expect(lines.at(-1)).toMatch(/^Total 90\.00 \(journal [1-9]\d*\),{9}$/);
    const deleted = (await office.get('/api/admin/donations.csv?year=2009&state=deleted')).text;
    expect(deleted).toContain('2009-02-10,Caleb Moreno,25.00,Cash,General Fund,Manual,Deleted');
    expect((await office.get('/api/admin/donations.csv?limit=5')).status).toBe(400);
    for (const file of ['donations.csv', 'donations.xlsx', 'church-ledger.xlsx'])
      expect((await app.as('hannah@grace.test').get(`/api/admin/${file}`)).status).toBe(403);
  });

  it('behind a ledger’s row, those that were deleted too', async () => {
    const [one, two] = [
      await give(office, caleb.id, { date: '2010-01-01', amount: '5.00' }),
      await give(office, caleb.id, { date: '2010-02-01', amount: '6.00' }),
    ];
    await office.delete(at(two.id));
    const behind = async (query = '') =>
      (await office.get<Donation[]>(`/api/admin/church-ledger/${caleb.id}/2010${query}`)).body.map(
        ({ id, state }) => [id, state],
      );
    expect(await behind()).toEqual([[one.id, 'standing']]);
    expect(await behind('?state=deleted')).toEqual([[two.id, 'deleted']]);
  });
});

describe('the audit log', () => {
  it('has every gift that was recorded, corrected, deleted and restored, and each import: ids and the figure, the names as they are now', async () => {
    const gift = await giveAsGuest(office, 'Margaret Holloway', { amount: '70.00' });
    await office.patch(at(gift.id), { amount: '75.00' });
    await office.patch(at(gift.id), { amount: '75.00' }); // nothing changed
    await office.delete(at(gift.id));
    await restore(gift.id);
    const entries = (await admin.get<AuditEntry[]>('/api/admin/audit?limit=200')).body;
    const ofGift = entries.filter(({ details }) => details.donationId === gift.id).reverse();
    const whose = { donationId: gift.id, donorId: gift.donorId };
    expect(
      ofGift.map(({ action, actor, subject, details }) => [
        action,
        actor!.name,
        subject?.name,
        details,
      ]),
    ).toEqual([
      ['donation.recorded', 'Esther Lind', 'Margaret Holloway', { ...whose, amount: '70.00' }],
      [
        'donation.corrected',
        'Esther Lind',
        'Margaret Holloway',
        { ...whose, amount: '70.00', becomes: '75.00' },
      ],
      ['donation.deleted', 'Esther Lind', 'Margaret Holloway', { ...whose, amount: '75.00' }],
      ['donation.restored', 'Esther Lind', 'Margaret Holloway', { ...whose, amount: '75.00' }],
    ]);
    const id = await imported(
      'X1,hannah@grace.test,51.00,2022-09-02,Cash',
      'X2,hannah@grace.test,52.00,2022-09-02,Cash',
    );
    await commit(office, id);
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    const ofImport = (await admin.get<AuditEntry[]>('/api/admin/audit?limit=200')).body.filter(
      ({ details, action }) => details.importId === id && /committed|undone/.test(action),
    );
    expect(
      ofImport.map(({ action, details }) => [action, details.donations, details.amount]),
    ).toEqual([
      ['import.undone', 2, '103.00'],
      ['import.committed', 2, '103.00'],
    ]);
  });

  it('can be exported with the filters it is shown by, formulas harmless', async () => {
    for (let n = 0; n < 5; n++) await give(office, hannah.id);
    await giveAsGuest(office, '=cmd() Lee', { amount: '1.00' });
    const answer = await admin.get('/api/admin/audit.csv?action=donation.recorded');
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv');
    const [header, ...lines] = answer.text.trim().split('\r\n');
    expect(header).toBe('When,Who,What,Whom,Details');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.every((line) => line.includes(',Gift recorded,'))).toBe(true);
    expect(answer.text).not.toMatch(/(^|,)"?=cmd/m);
    expect((await office.get('/api/admin/audit.csv')).status).toBe(403);
    expect(
      (await admin.get<AuditEntry[]>('/api/admin/audit?limit=5')).body.some(
        ({ action }) => action === 'audit.exported',
      ),
    ).toBe(true);
  });
});
