import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, DonationImport, ErrorBody, ImportRow, UndoPreview } from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, settled, template, upload } from '../../../support/imports.js';
import { expectInLog } from '../../../support/program/log.js';

expectInLog(/"message":"an import failed".*"type":"NotYetPublished"/);

let test: TestApp;
let church: string;
let office: Client;
let hannah: string;
let serial = 0;
beforeAll(async () => {
  test = await startApp({ shownWithin: 500 });
});
afterAll(() => test.close());
beforeEach(async () => {
  const slug = `import-${++serial}`;
  church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  hannah = (
    await test.person(church, {
      email: 'hannah@x.test',
      firstName: 'Hannah',
      lastName: 'Brooks',
      signsIn: false,
    })
  ).id;
  await test.person(church, {
    email: 'ruth@x.test',
    firstName: 'Ruth',
    lastName: 'Whitfield',
    signsIn: false,
  });
  office = test.as(`office@${slug}.test`);
});

const draft = async (...rows: string[]) => (await upload(office, template(...rows))).body;
const repair = (id: string, body: object) =>
  office.patch<DonationImport>(`/api/admin/donation-imports/${id}/rows`, body);
const summary = async () =>
  (await office.get<{ amount: string; records: number }>('/api/admin/donations/summary')).body;
const rows = async (id: string, query = '') =>
  (await office.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows${query}`)).body;
const wellKept = async () => (await verifyChurch(test.db, test.store, church)).problems;

describe('the template', () => {
  it('begins with a byte order mark and is recognized when it comes back', async () => {
    const { headers, bytes } = await office.get('/api/admin/donation-imports/template.csv');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="donations-template.csv"',
    );
    const file = Buffer.from(bytes!).toString('utf8');
    expect(file).toMatch(/^\ufeffemail,amount,paymentmethod,date,campaign,notes\r\n/);
    const mended = file.replaceAll(/[a-z.]+@example\.com/g, 'hannah@x.test');
    expect((await upload(office, mended)).body).toMatchObject({
      format: 'template',
      status: 'ready',
      counts: { total: 2, new: 2 },
    });
  });
});

describe('the preview', () => {
  it('answers 201 with counts and amounts of each state, and the specification’s messages for the template', async () => {
    const answer = await upload(
      office,
      template(
        'hannah@x.test,25.00,Cash,2025-03-02,Missions,first',
        'nobody@x.test,20.00,Cash,2025-03-02,,',
        'hannah@x.test,abc,Cash,2025-03-02,,',
        'hannah@x.test,25.005,Cash,2025-03-02,,',
        'hannah@x.test,0,Cash,2025-03-02,,',
        'hannah@x.test,1e21,Cash,2025-03-02,,',
        'hannah@x.test,20,Bitcoin,2025-03-02,,',
        'hannah@x.test,20,Cash,2025-02-30,,',
        ',20,Cash,2025-03-02,,',
        'hannah@x.test,20,Cash',
      ),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'ready',
      format: 'template',
      counts: { total: 10, new: 1, duplicate: 0, held: 0, rejected: 9, setAside: 0 },
      amounts: { new: '25.00', duplicate: '0.00', held: '0.00' },
    });
    expect(answer.body.errors.map(({ message }) => message)).toEqual([
      'Row 3: User not found with email "nobody@x.test"',
      'Row 4: Invalid amount "abc"',
      'Row 5: Invalid amount "25.005". Amounts have at most two decimals.',
      'Row 6: Invalid amount "0"',
      'Row 7: Invalid amount "1e21"',
      'Row 8: Invalid payment method "Bitcoin". Must be Cash, CashApp, or Zeffy',
      'Row 9: Invalid date format "2025-02-30". Use YYYY-MM-DD',
      'Row 10: Missing email or amount',
      'Row 11: Column count mismatch',
    ]);
    expect(await test.events(church)).toBe(0);
  });

  it.each([
    ['an empty file', '', 'CSV file must have at least a header row and one data row'],
    [
      'a header alone',
      'email,amount,paymentmethod,date,campaign,notes\n',
      'CSV file must have at least a header row and one data row',
    ],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
      /picture/,
    ],
    ['NUL bytes', `${template('hannah@x.test,1,Cash,2025-01-01,,')}\0\0\0`, /./],
    [
      'a quote that is never closed',
      template(
        '"hannah@x.test,1,Cash,2025-01-01,,',
        ...Array.from(
          { length: 20_000 },
          () => 'hannah@x.test,1.00,Cash,2025-01-01,,a long note to fill the megabyte',
        ),
      ),
      /quote/i,
    ],
    [
      '10,000 columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n${'1,'.repeat(9_999)}1\n`,
      /columns/,
    ],
    [
      'a line of many megabytes',
      `${template('hannah@x.test,1,Cash,2025-01-01,,')}${'x'.repeat(5_000_000)}`,
      /./,
    ],
  ])('refuses %s with a sentence, and keeps nothing', async (_name, content, message) => {
    const answer = await upload(office, content);
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as ErrorBody).message).toMatch(message);
    expect((await office.get<unknown[]>('/api/admin/donation-imports')).body).toEqual([]);
    expect(await test.events(church)).toBe(0);
  });

  it('names the columns that a header lacks for the template, and reads the file by its own', async () => {
    const { status, body } = await upload(
      office,
      'email,amount,date\nhannah@x.test,12.00,2025-01-01\n',
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'needs_mapping',
      format: 'mapped',
      message: 'Missing required headers: paymentmethod, campaign, notes',
    });
    const read = await office.put<DonationImport>(
      `/api/admin/donation-imports/${body.id}/mapping`,
      { defaults: { paymentMethod: 'Cash' } },
    );
    expect(read.body).toMatchObject({ status: 'ready', message: null, counts: { new: 1 } });
  });

  it('wants a file in the field "file"', async () => {
    expect((await office.post('/api/admin/donation-imports', { file: 'x' })).status).toBe(415);
  });

  it('is not found by another church', async () => {
    const { id } = await draft('hannah@x.test,25.00,Cash,2025-03-02,,');
    const other = await test.church(`other-${serial}`);
    await test.person(other, { email: `admin@other-${serial}.test`, role: 'admin' });
    const stranger = test.as(`admin@other-${serial}.test`);
    for (const call of ['', '/rows', '/rows.csv', '/undo', '/events'])
      expect((await stranger.get(`/api/admin/donation-imports/${id}${call}`)).status).toBe(404);
    expect((await stranger.post(`/api/admin/donation-imports/${id}/commit`)).status).toBe(404);
    expect(
      (await stranger.patch(`/api/admin/donation-imports/${id}/rows`, { nonsense: true })).status,
    ).toBe(404);
  });
});

describe('a correction of rows', () => {
  it('allows the commit when no row has an error, by each kind of action', async () => {
    const { id } = await draft(
      'hannah@x.test,x,Cash,2025-03-02,,',
      'guest@x.test,20.00,Cash,2025-03-02,,',
      'Typo@x.test,30.00,Cash,2025-03-02,,',
      'hannah@x.test,1,Cash,never,,',
    );
    const refused = await office.post<ErrorBody>(`/api/admin/donation-imports/${id}/commit`);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '4 rows have errors. Fix them or skip them first.' },
    });
    await repair(id, { rows: [2], action: 'set', values: { amount: '12.34' } });
    await repair(id, {
      rows: [3],
      action: 'guest',
      values: { firstName: 'Gloria', lastName: 'Guest' },
    });
    await repair(id, { rows: [4], action: 'set', values: { email: 'RUTH@x.test' } });
    const { body } = await repair(id, { state: 'rejected', action: 'setAside' });
    expect(body.counts).toMatchObject({ new: 3, rejected: 0, setAside: 1 });
    const left = await office.get(`/api/admin/donation-imports/${id}/rows.csv`);
    expect(left.text).toContain(
      'hannah@x.test,1,Cash,never,,,"Row 5: Invalid date format ""never"". Use YYYY-MM-DD"',
    );
    await commit(office, id);
    const donations = (await office.get<Donation[]>('/api/admin/donations?sort=amount')).body;
    expect(
      donations.map(({ donorName, amount, donorKind }) => [donorName, amount, donorKind]),
    ).toEqual([
      ['Hannah Brooks', '12.34', 'member'],
      ['Gloria Guest', '20.00', 'guest'],
      ['Ruth Whitfield', '30.00', 'member'],
    ]);
    expect(await wellKept()).toEqual([]);
  });

  it('gives a row without a name to Unidentified giver', async () => {
    const { id } = await draft(',20.00,Cash,2025-03-02,,');
    await repair(id, { rows: [2], action: 'guest' });
    await commit(office, id);
    expect((await office.get<Donation[]>('/api/admin/donations')).body).toMatchObject([
      { donorName: 'Unidentified giver', amount: '20.00' },
    ]);
  });

  it.each([
    [{ action: 'set', values: { amount: '1' } }],
    [{ rows: [], action: 'setAside' }],
    [{ rows: [2], action: 'burn' }],
    [{ rows: [2], action: 'set' }],
    [{ rows: [2], action: 'set', values: { admin: 'yes' } }],
  ])('refuses %j', async (body) => {
    const { id } = await draft('hannah@x.test,x,Cash,2025-03-02,,');
    expect((await repair(id, body)).status).toBe(400);
  });
});

describe('a recorded gift', () => {
  const line = 'hannah@x.test,25.00,Cash,2025-03-02,,';

  it('is a duplicate in a file with the same bytes, until that import is undone', async () => {
    const { id } = await draft(line);
    await commit(office, id);
    const again = await draft(line);
    expect(again.counts).toMatchObject({ new: 0, duplicate: 1 });
    expect((await office.post(`/api/admin/donation-imports/${again.id}/commit`)).status).toBe(409);
    await office.post(`/api/admin/donation-imports/${id}/undo`);
    await settled(office, id);
    expect((await draft(line)).counts).toMatchObject({ new: 1, duplicate: 0 });
    expect(
      (await office.get<DonationImport>(`/api/admin/donation-imports/${again.id}`)).body.status,
    ).toBe('ready');
  });

  it('is recorded twice for two identical rows of one file', async () => {
    const { id } = await draft(line, line);
    await commit(office, id);
    expect(await summary()).toMatchObject({ amount: '50.00', records: 2 });
  });

  it('needs review in as many rows as there are similar gifts of other sources', async () => {
    await give(office, hannah, { amount: '25.00', date: '2025-03-02' });
    const { id, counts } = await draft(line, line);
    expect(counts).toMatchObject({ held: 1, new: 1 });
    const held = (await rows(id, '?state=held')).find(({ row }) => row === 2);
    expect(held).toMatchObject({
      problem: 'held',
      like: { amount: '25.00', date: '2025-03-02', importId: null },
    });
    expect(
      (await office.post<ErrorBody>(`/api/admin/donation-imports/${id}/commit`)).body.message,
    ).toBe('1 row waits for your decision.');
    await repair(id, { rows: [held!.row], action: 'accept' });
    await commit(office, id);
    expect(await summary()).toMatchObject({ amount: '75.00', records: 3 });
  });

  it('is recorded once for one transaction number, in the file or later', async () => {
    const bank = [
      'Transaction ID,Giver email,Gross,Given on,Payment Method',
      'T1,hannah@x.test,25.00,2025-03-02,Cash',
      'T2,hannah@x.test,25.00,2025-03-02,Cash',
      'T1,hannah@x.test,25.00,2025-03-02,Cash',
    ];
    const mapping = {
      columns: { transactionId: 0, email: 1, amount: 2, date: 3, paymentMethod: 4 },
    };
    const first = (await upload(office, bank.join('\n'))).body;
    expect(first).toMatchObject({ status: 'needs_mapping', format: 'mapped' });
    const mapped = await office.put<DonationImport>(
      `/api/admin/donation-imports/${first.id}/mapping`,
      mapping,
    );
    expect(mapped.body.counts).toMatchObject({ total: 3, new: 2, duplicate: 0, held: 1 });
    // nothing is known of the numbers of this bank
    expect(await rows(first.id, '?state=held')).toMatchObject([
      {
        row: 4,
        message: 'Row 4: Row 2 has the same number and amount. Is this one gift, or two?',
      },
    ]);
    await repair(first.id, { rows: [4], action: 'setAside' });
    await commit(office, first.id);
    // a later export of the same bank: its columns are remembered, what it repeats is known
    const later = (
      await upload(office, [...bank, 'T3,hannah@x.test,25.00,2025-03-02,Cash'].join('\n'))
    ).body;
    expect(later).toMatchObject({ status: 'ready', counts: { new: 1, duplicate: 3, held: 0 } });
    await commit(office, later.id);
    expect(await summary()).toMatchObject({ amount: '75.00', records: 3 });
  });

  it('is compared again at the commit, which answers 409 with a new preview if anything changed', async () => {
    const { id } = await draft(line);
    await give(office, hannah, { amount: '25.00', date: '2025-03-02' });
    const answer = await office.post<{ preview: DonationImport }>(
      `/api/admin/donation-imports/${id}/commit`,
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { preview: { counts: { held: 1, new: 0 } } },
    });
    expect(
      (await office.get<DonationImport>(`/api/admin/donation-imports/${id}`)).body.counts,
    ).toMatchObject({ held: 1, new: 0 });
    expect(await summary()).toMatchObject({ records: 1 });
  });
});

describe('any other file', () => {
  it('is asked about, read by the answers, and names are confirmed', async () => {
    const text =
      'Datum;Name;Betrag;Art\r\n03/04/2025;Hannah Brooks;1.234;ACH\r\n05/04/2025;Somebody Else;25,00;ACH\r\n';
    const { id, questions } = (await upload(office, text)).body;
    expect(questions.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['columns', 'dateStyle']),
    );
    const columns = { date: 0, name: 1, amount: 2, paymentMethod: 3 };
    const half = await office.put<DonationImport>(`/api/admin/donation-imports/${id}/mapping`, {
      columns,
    });
    expect(half.body.status).toBe('needs_mapping');
    const { body } = await office.put<DonationImport>(`/api/admin/donation-imports/${id}/mapping`, {
      columns,
      dateStyle: 'dmy',
      decimalStyle: 'comma',
      words: { paymentMethod: { ACH: 'Other' } },
    });
    expect(body).toMatchObject({ status: 'ready', counts: { held: 2, rejected: 0 } });
    const [held] = await rows(id, '?state=held');
    expect(held).toMatchObject({ problem: 'name', candidates: [{ email: 'hannah@x.test' }] });
    await repair(id, { problem: 'name', state: 'held', action: 'accept' });
    await repair(id, { problem: 'giver', state: 'held', action: 'guest' });
    await commit(office, id);
    expect(
      (await office.get<Donation[]>('/api/admin/donations?sort=date')).body.map(
        ({ donorName, amount, date, paymentMethod }) => [donorName, amount, date, paymentMethod],
      ),
    ).toEqual([
      ['Hannah Brooks', '1234.00', '2025-04-03', 'Other'],
      ['Somebody Else', '25.00', '2025-04-05', 'Other'],
    ]);
  });

  it.each([
    [
      'UTF-16 with a mark',
      Buffer.from(
        `\ufeff${template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,')}`,
        'utf16le',
      ),
    ],
    [
      'UTF-8 with a mark',
      Buffer.from(`\ufeff${template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,')}`, 'utf8'),
    ],
    [
      'newlines inside quotes',
      Buffer.from(
        template('hannah@x.test,25.00,Cash,2025-03-02,Ünser Fonds,"two\nlines, ""quoted"""'),
        'utf8',
      ),
    ],
  ])('reads %s', async (_name, bytes) => {
    const { id } = (await upload(office, bytes)).body;
    await commit(office, id);
    expect((await office.get<Donation[]>('/api/admin/donations')).body).toMatchObject([
      { amount: '25.00', campaign: 'Ünser Fonds' },
    ]);
  });
});

describe('commit and undo', () => {
  it('give the whole import one journal number, and a repeated commit changes nothing', async () => {
    const { id } = await draft(
      'hannah@x.test,1.00,Cash,2025-01-01,,',
      'hannah@x.test,2.00,Cash,2025-01-02,,',
    );
    const key = { 'idempotency-key': 'commit-once' };
    const path = `/api/admin/donation-imports/${id}/commit`;
    const answers = await Promise.all([office.post(path, {}, key), office.post(path, {}, key)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await settled(office, id);
    expect((await office.post(path)).status).toBe(409);
    expect(await summary()).toMatchObject({ amount: '3.00', records: 2 });
    const journal = await test.db.tenant(church, (tx) => tx.sql('select number from journal'));
    expect(journal).toHaveLength(1);
    expect(await test.events(church)).toBe(3);
  });

  it('show what the undo will do, void corrected gifts, too, and keep both in the history', async () => {
    const { id } = await draft(
      'hannah@x.test,10.00,Cash,2025-01-01,,',
      'hannah@x.test,20.00,Cash,2025-01-02,,',
      'hannah@x.test,30.00,Cash,2025-01-03,,',
    );
    await commit(office, id);
    const [thirty, twenty, ten] = (
      await office.get<Donation[]>('/api/admin/donations?sort=-amount')
    ).body;
    await office.patch(`/api/admin/donations/${ten!.id}`, { amount: '11.00' });
    await office.delete(`/api/admin/donations/${twenty!.id}`);
    const { body: preview } = await office.get<UndoPreview>(
      `/api/admin/donation-imports/${id}/undo`,
    );
    expect(preview).toMatchObject({
      donations: 2,
      amount: '41.00',
      alreadyVoided: 1,
      corrected: [{ donationId: ten!.id, importedAmount: '10.00', currentAmount: '11.00' }],
    });
    expect((await office.post(`/api/admin/donation-imports/${id}/undo`)).status).toBe(202);
    await settled(office, id);
    expect(await summary()).toMatchObject({ amount: '0.00', records: 0 });
    const history = (
      await office.get<{ what: string }[]>(`/api/admin/donations/${thirty!.id}/history`)
    ).body;
    expect(history.map(({ what }) => what)).toEqual(['imported', 'import undone']);
    expect(
      (await office.patch(`/api/admin/donations/${thirty!.id}`, { amount: '1.00' })).status,
    ).toBe(404);
    expect((await office.post(`/api/admin/donation-imports/${id}/undo`)).status).toBe(409);
    expect(await wellKept()).toEqual([]);
  });

  it('undo an import although the projections show it later', async () => {
    const { id } = await draft('hannah@x.test,25.00,Cash,2025-03-02,,');
    await commit(office, id);
    await test.db.tenant(church, async (tx) => {
      await tx.sql('select 1 from projection where organization_id = $1 for update', [church]);
      await office.post(`/api/admin/donation-imports/${id}/undo`);
      await new Promise((resolve) => setTimeout(resolve, 1_200)); // longer than `shownWithin`
    });
    expect(await settled(office, id)).toMatchObject({ status: 'undone', message: null });
    expect(await summary()).toMatchObject({ records: 0, amount: '0.00' });
    expect(await wellKept()).toEqual([]);
  });

  it('tell the progress as server-sent events until the work is done', async () => {
    const { id } = await draft('hannah@x.test,10.00,Cash,2025-01-01,,');
    await office.post(`/api/admin/donation-imports/${id}/commit`);
    const told = await office.get(`/api/admin/donation-imports/${id}/events`);
    expect(told.headers.get('content-type')).toContain('text/event-stream');
    expect(told.text).toContain('"status":"committed"');
  });
});
