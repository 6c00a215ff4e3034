import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  DonationImport,
  ErrorBody,
  ImportAnswer,
  ImportGiver,
  ImportLayout,
  ImportRow,
  ImportRowsSum,
  UndoPreview,
} from '#libs/contracts';
import { xlsx } from '../../../../libs/workbook/support.js';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, template, upload } from '../../../support/imports.js';

let test: TestApp;
let office: Client;
let church: string;
let serial = 0;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const slug = `review-${++serial}`;
  church = await test.church(slug);
  await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
  await test.person(church, {
    email: 'hannah@x.test',
    firstName: 'Hannah',
    lastName: 'Brooks',
    signsIn: false,
  });
  await test.person(church, {
    email: 'ruth@x.test',
    firstName: 'Ruth',
    lastName: 'Whitfield',
    signsIn: false,
  });
  office = test.as(`office@${slug}.test`);
});

type Answered = DonationImport & ErrorBody;
const at = (id: string) => `/api/admin/donation-imports/${id}`;
const rows = async (id: string, query = '') =>
  (await office.get<ImportRow[]>(`${at(id)}/rows${query}`)).body;
const sum = async (id: string, query = '') =>
  (await office.get<ImportRowsSum>(`${at(id)}/rows/sum${query}`)).body;
const view = async (id: string) => (await office.get<DonationImport>(at(id))).body;
const repair = (id: string, body: object) => office.patch<Answered>(`${at(id)}/rows`, body);
const undo = (id: string, body?: object) => office.post<Answered>(`${at(id)}/rows/undo`, body);
const map = (id: string, body: object) => office.put<Answered>(`${at(id)}/mapping`, body);
const states = async (id: string) => (await rows(id)).map(({ row, state }) => `${row} ${state}`);

/** A bank's file: three columns with a meaning, and one that the import does not need. */
const header = 'Giver,Given,When,Branch,For';
const columns = { email: 0, amount: 1, date: 2, campaign: 4 };
async function bank(...lines: string[]): Promise<string> {
  const { id, status } = (await upload(office, [header, ...lines, ''].join('\n'))).body;
  if (status !== 'ready')
    expect(
      (await map(id, { columns, defaults: { paymentMethod: 'Check' }, source: null })).body.status,
    ).toBe('ready');
  return id;
}

describe('a row of the review', () => {
  it('has all cells of the file, and the values that were understood', async () => {
    const id = await bank('hannah@x.test,"1,025.50",03/14/2025,North Street,Roof');
    expect(await rows(id)).toMatchObject([
      {
        row: 2,
        state: 'new',
        record: ['hannah@x.test', '1,025.50', '03/14/2025', 'North Street', 'Roof'],
        read: { date: '2025-03-14', amount: '1025.50', paymentMethod: 'Check', campaign: 'Roof' },
        donor: { name: 'Hannah Brooks' },
        changed: [],
        repaired: false,
        issues: [],
      },
    ]);
  });

  it('has all of its errors at once, each of them once, and the values that could be read', async () => {
    const id = await bank(
      'nobody@x.test,abc,03/14/2025,North,',
      'nobody@x.test,5.00,13/32/2025,North,',
      'hannah@x.test,,soon,North,',
    );
    expect(
      (await rows(id)).map(({ issues, message }) => [
        message,
        ...issues.map(({ field, message }) => `${field}: ${message}`),
      ]),
    ).toEqual([
      [
        'Row 2: Invalid amount "abc"',
        'amount: Row 2: Invalid amount "abc"',
        'email: Row 2: User not found with email "nobody@x.test"',
      ],
      [
        'Row 3: Invalid date format "13/32/2025". Use MM/DD/YYYY',
        'date: Row 3: Invalid date format "13/32/2025". Use MM/DD/YYYY',
        'email: Row 3: User not found with email "nobody@x.test"',
      ],
      [
        'Row 4: Missing amount',
        'amount: Row 4: Missing amount',
        'date: Row 4: Invalid date format "soon". Use MM/DD/YYYY',
      ],
    ]);
    expect((await rows(id))[0]!.read).toMatchObject({
      date: '2025-03-14',
      amount: null,
      paymentMethod: 'Check',
    });
    // the template's own sentences stay what they are
    const { body } = await upload(
      office,
      template('nobody@x.test,20,Bitcoin,2025-02-30,,', 'hannah@x.test,20,Cash'),
    );
    expect(
      (await rows(body.id)).map(({ issues }) =>
        issues.map(({ field, message }) => `${field}: ${message}`),
      ),
    ).toEqual([
      [
        'paymentMethod: Row 2: Invalid payment method "Bitcoin". Must be Cash, CashApp, or Zeffy',
        'date: Row 2: Invalid date format "2025-02-30". Use YYYY-MM-DD',
        'email: Row 2: User not found with email "nobody@x.test"',
      ],
      ['null: Row 3: Column count mismatch', 'date: Row 3: Invalid date format "". Use YYYY-MM-DD'],
    ]);
  });

  it('has the edited values beside those of the file, unless they are equal', async () => {
    const id = await bank('hannah@x.test,5.00,03/14/2025,North,Roof');
    await repair(id, { rows: [2], action: 'set', values: { amount: '6.00', campaign: '' } });
    expect(await rows(id)).toMatchObject([
      {
        changed: ['amount', 'campaign'],
        repaired: true,
        record: ['hannah@x.test', '5.00', '03/14/2025', 'North', 'Roof'],
        read: { amount: '6.00', campaign: null },
      },
    ]);
    await repair(id, { rows: [2], action: 'set', values: { amount: '5.00' } });
    expect(await rows(id)).toMatchObject([
      { changed: ['campaign'], read: { amount: '5.00', campaign: null } },
    ]);
    expect((await repair(id, { rows: [2], action: 'reset' })).body.repaired).toBe(0);
    expect(await rows(id)).toMatchObject([
      { changed: [], repaired: false, read: { amount: '5.00', campaign: 'Roof' } },
    ]);
    expect((await repair(id, { rows: [2], action: 'reset' })).status).toBe(200);
  });
});

describe('the rows that a filter finds', () => {
  let id: string;
  beforeEach(async () => {
    id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/14/2025,100% south_side,Roof',
      'ann@x.test,9.00,03/14/2025,North,',
      'hannah@x.test,abc,03/14/2025,East,Roof',
    );
  });

  it('are found by state, by problem, and by a word in a cell, an edited value or the giver’s name', async () => {
    const found = async (query: string) => (await rows(id, query)).map(({ row }) => row);
    expect(await found('?state=open')).toEqual([4, 5]);
    expect(await found('?state=all')).toEqual([2, 3, 4, 5]);
    expect(await found('?state=open&problem=amount')).toEqual([5]);
    expect(await found('?q=NORTH')).toEqual([2, 4]);
    expect(await found('?q=whitfield')).toEqual([3]);
    expect(await found('?q=100%25')).toEqual([3]); // a word, no pattern
    expect(await found('?q=h_sid')).toEqual([3]);
    expect(await found('?q=h_nnah')).toEqual([]);
    expect(await found('?q=amount')).toEqual([]); // which is no word of the file
    expect(await sum(id, '?q=north')).toEqual({ rows: 2, amount: '14.00' });
    expect(await sum(id)).toEqual({ rows: 4, amount: '21.00' });
    await repair(id, { rows: [2], action: 'set', values: { notes: 'In memory of Opal' } });
    expect(await found('?q=opal')).toEqual([2]);
    expect((await office.get(`${at(id)}/rows?state=nonsense`)).status).toBe(400);
  });

  it('are all changed by one request, and no other rows are', async () => {
    expect(
      (await repair(id, { q: 'roof', action: 'set', values: { campaign: 'Missions' } })).body.undo,
    ).toMatchObject({ action: 'set', rows: 3 });
    expect((await rows(id)).map(({ read }) => read.campaign)).toEqual([
      'Missions',
      'Missions',
      null,
      'Missions',
    ]);
    expect((await repair(id, { state: 'open', action: 'setAside' })).body.counts).toMatchObject({
      new: 2,
      setAside: 2,
    });
    expect(
      (await repair(id, { state: 'all', action: 'set', values: { date: '2025-04-01' } })).body.undo,
    ).toMatchObject({ action: 'set', rows: 4 });
    expect((await rows(id)).map(({ read }) => read.date)).toEqual([
      '2025-04-01',
      '2025-04-01',
      '2025-04-01',
      '2025-04-01',
    ]);
    // what is left out stays so, whatever is set for all
    expect(await states(id)).toEqual(['2 new', '3 new', '4 setAside', '5 setAside']);
    expect((await repair(id, { action: 'setAside' })).status).toBe(400);
    // what applies to none of them is refused; what was done already, or finds nothing anymore, is
    // not
    expect(await repair(id, { state: 'new', action: 'correct' })).toMatchObject({
      status: 409,
      body: { message: 'None of these rows changes a gift that is recorded.' },
    });
    expect((await repair(id, { state: 'setAside', action: 'setAside' })).status).toBe(200);
    expect((await repair(id, { state: 'open', action: 'accept' })).status).toBe(200);
  });
});

describe('the last change', () => {
  it('is undone with its consequences, and then the change before it', async () => {
    const id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,',
      'ruth@x.test,7.00,03/14/2025,North,',
      'ruth@x.test,abc,03/14/2025,North,',
    );
    const before = await rows(id);
    expect((await view(id)).undo).toBeNull();
    expect((await undo(id)).status).toBe(409);
    await repair(id, { rows: [4], action: 'set', values: { amount: '8.00' } });
    await repair(id, { rows: [2, 3], action: 'set', values: { campaign: 'Roof' } });
    const two = await rows(id);
    expect((await repair(id, { rows: [2], action: 'setAside' })).body).toMatchObject({
      undo: { action: 'setAside', rows: 1 },
      repaired: 3,
    });
    expect((await undo(id)).body).toMatchObject({
      undo: { action: 'set', rows: 2 },
      counts: { new: 3, setAside: 0 },
    });
    expect(await rows(id)).toEqual(two);
    await undo(id);
    expect((await undo(id)).body).toMatchObject({
      undo: null,
      repaired: 0,
      counts: { new: 2, rejected: 1 },
    });
    expect(await rows(id)).toEqual(before);
    expect((await undo(id)).body.message).toBe('There is nothing to undo.');
  });

  it('is undone once by two simultaneous requests, and not if the draft was changed since', async () => {
    const id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,',
      'ruth@x.test,7.00,03/14/2025,North,',
    );
    await repair(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } });
    const { number } = (await repair(id, { rows: [2], action: 'setAside' })).body.undo!;
    const both = await Promise.all([undo(id, { number }), undo(id, { number })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rows(id)).toMatchObject([
      { state: 'new', read: { campaign: 'Roof' } },
      { state: 'new' },
    ]);
    const other = (await repair(id, { rows: [3], action: 'setAside' })).body.undo!;
    expect(other.number).toBeGreaterThan(number);
    await repair(id, { rows: [2], action: 'setAside' });
    expect(await undo(id, { number: other.number })).toMatchObject({
      status: 409,
      body: { message: 'Something else was changed since. Look again before you take it back.' },
    });
    expect((await view(id)).counts).toMatchObject({ setAside: 2 });
  });

  it('of a refunded gift’s row is undone without losing the proposed amount', async () => {
    const stripe =
      'id,Created (UTC),Amount,Amount Refunded,Currency,Fee,Status,Customer Email,Description';
    const line = (status: string) =>
      `ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,${status},hannah@x.test,`;
    const first = (await upload(office, [stripe, line('Paid'), ''].join('\n'))).body.id;
    await map(first, {});
    await commit(office, first);
    const { id } = (
      await upload(
        office,
        [stripe, line('Paid'), ''].join('\n').replace('100.00,0.00', '100.00,30.00'),
      )
    ).body;
    await repair(id, { rows: [2], action: 'correct' });
    await repair(id, { rows: [2], action: 'set', values: { notes: 'x' } });
    await undo(id);
    expect(await rows(id)).toMatchObject([
      { state: 'new', proposal: { amount: '70.00' }, like: { amount: '100.00' } },
    ]);
    await undo(id);
    expect(await rows(id)).toMatchObject([
      { state: 'held', problem: 'changed', proposal: { amount: '70.00' } },
    ]);
  });

  it('about a giver also restores the remembered answer, unless another draft changed it', async () => {
    const id = await bank(
      'opal@x.test,5.00,03/14/2025,North,',
      'opal@x.test,6.00,03/15/2025,North,',
    );
    const key = (await office.get<ImportGiver[]>(`${at(id)}/givers`)).body[0]!.key;
    const remembered = async () =>
      (await office.get<ImportAnswer[]>('/api/admin/import-answers')).body.map(
        ({ answer }) => answer,
      );
    const say = (body: object) =>
      office.patch<Answered>(`${at(id)}/givers`, { givers: [key], ...body });
    expect((await say({ answer: 'guest' })).body).toMatchObject({
      undo: { action: 'givers', rows: 2 },
      counts: { new: 2 },
    });
    const { donorId } = {
      donorId: (
        await test.person(church, {
          email: 'o@x.test',
          firstName: 'Opal',
          lastName: 'Finch',
          signsIn: false,
        })
      ).id,
    };
    await say({ answer: 'member', donorId });
    expect((await rows(id)).map(({ donor }) => donor?.name)).toEqual(['Opal Finch', 'Opal Finch']);
    expect((await undo(id)).body.undo).toMatchObject({ action: 'givers', rows: 2 });
    expect((await rows(id)).map(({ donor }) => donor?.kind)).toEqual(['guest', 'guest']);
    expect(await remembered()).toEqual(['guest']);
    expect((await undo(id)).body.counts).toMatchObject({ held: 2, rejected: 0 });
    expect(await remembered()).toEqual([]);
    await say({ answer: 'guest' });
    const other = await bank('opal@x.test,9.00,03/16/2025,North,');
    await office.patch(`${at(other)}/givers`, { givers: [key], answer: 'member', donorId });
    await undo(id);
    expect(await remembered()).toEqual(['member']);
  });

  it('cannot be undone in another church’s draft, or in a recorded import', async () => {
    const id = await bank('hannah@x.test,5.00,03/14/2025,North,');
    await repair(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } });
    const elsewhere = await test.church(`review-other-${serial}`);
    await test.person(elsewhere, { email: `other-${serial}@x.test`, role: 'admin' });
    expect((await test.as(`other-${serial}@x.test`).post(`${at(id)}/rows/undo`)).status).toBe(404);
    await commit(office, id);
    expect((await undo(id)).status).toBe(409);
    expect(await view(id)).toMatchObject({ undo: null });
    expect((await office.get<UndoPreview>(`${at(id)}/undo`)).body.guests).toEqual([]);
  });
});

describe('a file that is read again', () => {
  it('keeps the edits and decisions of users about single rows', async () => {
    const old = await bank('ruth@x.test,7.00,03/15/2025,North,');
    await commit(office, old);
    const id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/15/2025,South,',
      'hannah@x.test,abc,03/16/2025,North,',
      'ruth@x.test,9.00,03/17/2025,North,',
    );
    await repair(id, { rows: [2], action: 'set', values: { campaign: 'Missions' } });
    await repair(id, { rows: [3], action: 'accept' });
    await repair(id, { rows: [4], action: 'set', values: { amount: '8.00' } });
    await repair(id, { rows: [5], action: 'setAside' });
    const before = await states(id);
    expect(before).toEqual(['2 new', '3 new', '4 new', '5 setAside']);
    const { campaign: _, ...others } = columns;
    const read = (await map(id, { columns: { ...others, notes: 3 } })).body;
    expect(read).toMatchObject({ repaired: 4, undo: null, counts: { new: 3, setAside: 1 } });
    expect(await states(id)).toEqual(before);
    expect(
      (await rows(id)).map(({ read, values }) => [read.amount, read.campaign, values.notes]),
    ).toEqual([
      ['5.00', 'Missions', 'North'],
      ['7.00', null, 'South'],
      ['8.00', null, 'North'],
      ['9.00', null, 'North'],
    ]);
    // a question between does not lose it
    expect((await map(id, { columns: { email: 0, amount: 1 } })).body).toMatchObject({
      status: 'needs_mapping',
      repaired: 4,
    });
    expect((await map(id, { columns })).body).toMatchObject({
      status: 'ready',
      repaired: 4,
      counts: { new: 3, setAside: 1 },
    });
    expect((await rows(id)).map(({ read }) => read.campaign)).toEqual([
      'Missions',
      null,
      null,
      null,
    ]);
  });

  it('needs review again where a row now resembles another recorded gift', async () => {
    const read = async (...lines: string[]) => {
      const { id } = (await upload(office, [header, ...lines, ''].join('\n'))).body;
      await map(id, {
        columns,
        defaults: { paymentMethod: 'Check' },
        source: null,
        dateStyle: 'mdy',
      });
      return id;
    };
    await commit(
      office,
      await read('ruth@x.test,7.00,03/02/2025,North,', 'ruth@x.test,7.00,02/03/2025,North,'),
    );
    const id = await read('ruth@x.test,7.00,03/02/2025,South,');
    await repair(id, { rows: [2], action: 'accept' });
    expect(await rows(id)).toMatchObject([{ state: 'new', like: { date: '2025-03-02' } }]);
    await map(id, { columns, dateStyle: 'dmy' });
    expect(await rows(id)).toMatchObject([
      { state: 'held', like: { date: '2025-02-03' }, read: { date: '2025-02-03' } },
    ]);
  });

  it('needs a confirmation if changed rows are not read again', async () => {
    const id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/15/2025,South,Roof',
      'ruth@x.test,8.00,03/16/2025,South,Roof',
    );
    await repair(id, { rows: [2], action: 'set', values: { amount: '6.00' } });
    const before = await rows(id);
    const third = { headerRow: 3, columns, defaults: { paymentMethod: 'Check' } };
    const further = await map(id, third);
    expect(further).toMatchObject({
      status: 409,
      body: {
        message:
          'A row that you have changed or decided is not among those that are read then. Go on, and lose that?',
      },
    });
    expect(await rows(id)).toEqual(before);
    expect((await view(id)).undo).toMatchObject({ action: 'set', rows: 1 });
    expect((await map(id, { ...third, dropRepairs: true })).body).toMatchObject({
      repaired: 0,
      counts: { total: 1 },
    });
    expect((await map(id, { ...third, headerRow: 1 })).body).toMatchObject({
      repaired: 0,
      counts: { total: 3 },
    });
    expect((await rows(id))[0]!.read.amount).toBe('5.00');
  });
});

describe('rows that were downloaded and corrected', () => {
  it('are imported with the remembered columns and the values that a user entered', async () => {
    const id = await bank(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'hannah@x.test,abc,03/15/2025,"a ""quoted"" place",Roof',
      'ruth@x.test,+9.00,soon,South,',
    );
    await repair(id, { rows: [4], action: 'set', values: { paymentMethod: 'Card' } });
    const file = (await office.get(`${at(id)}/rows.csv`)).text;
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      'Giver,Given,When,Branch,For,Why not imported,paymentMethod',
      'hannah@x.test,abc,03/15/2025,"a ""quoted"" place",Roof,"Row 3: Invalid amount ""abc""",',
      `ruth@x.test,'+9.00,soon,South,,"Row 4: Invalid date format ""soon"". Use MM/DD/YYYY",Card`,
    ]);
    await repair(id, { state: 'rejected', action: 'setAside' });
    await commit(office, id);
    const { body } = await upload(
      office,
      file.replace('abc', '7.00').replace('soon', '03/16/2025'),
    );
    expect(body).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 2 },
      mapping: { columns: { ...columns, paymentMethod: 6 } },
    });
    expect((await rows(body.id)).map(({ read }) => read)).toEqual([
      { date: '2025-03-15', amount: '7.00', paymentMethod: 'Check', campaign: 'Roof' },
      { date: '2025-03-16', amount: '9.00', paymentMethod: 'Card', campaign: null },
    ]);
    await commit(office, body.id);
    // and the layout that is remembered is still the bank's
    expect(
      (await upload(office, `${header}\nruth@x.test,1.00,03/20/2025,North,Roof\n`)).body,
    ).toMatchObject({ status: 'ready', mapping: { columns } });
  });

  it('begin with a byte order mark, which the import accepts', async () => {
    const id = await bank('hannah@x.test,abc,03/15/2025,North,Roof');
    const { bytes } = await office.get(`${at(id)}/rows.csv`);
    expect(Buffer.from(bytes!).subarray(0, 3).toString('hex')).toBe('efbbbf');
    await repair(id, { state: 'rejected', action: 'setAside' });
    const mended = Buffer.from(Buffer.from(bytes!).toString('utf8').replace('abc', '7.00'));
    expect((await upload(office, mended)).body).toMatchObject({
      status: 'ready',
      mapping: { columns },
      counts: { total: 1, new: 1 },
    });
  });

  it('of a workbook are downloaded as CSV, with dates instead of serial numbers', async () => {
    const day = (at: string, value: string) =>
      `<c r="${at}" s="1"><v>${Date.parse(value) / 86_400_000 + 25_569}</v></c>`;
    const cell = (at: string, text: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const line = (row: number, email: string, amount: string, when: string) =>
      `<row r="${row}">${cell(`A${row}`, email)}${amount === '' ? cell(`B${row}`, 'lots') : `<c r="B${row}"><v>${amount}</v></c>`}${day(`C${row}`, when)}</row>`;
    const sheet = `<row r="1">${cell('A1', 'Giver')}${cell('B1', 'Given')}${cell('C1', 'When')}</row>${line(2, 'hannah@x.test', '5', '2025-03-04')}${line(3, 'ruth@x.test', '', '2025-03-05')}`;
    const { id } = (
      await upload(
        office,
        xlsx({
          sheets: { Gifts: sheet },
          styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
        }),
        'gifts.xlsx',
      )
    ).body;
    expect(
      (
        await map(id, {
          columns: { email: 0, amount: 1, date: 2 },
          defaults: { paymentMethod: 'Check' },
        })
      ).body.counts,
    ).toMatchObject({ new: 1, rejected: 1 });
    const file = (await office.get(`${at(id)}/rows.csv`)).text;
    const again = (await upload(office, file.replace('lots', '7'))).body;
    expect(again).toMatchObject({ status: 'ready', counts: { total: 1, new: 1 } });
    expect((await rows(again.id))[0]!.read).toMatchObject({ date: '2025-03-05', amount: '7.00' });
  });

  it('of a known source are recognized by their numbers, and recorded once', async () => {
    const stripe =
      'id,Created (UTC),Amount,Amount Refunded,Currency,Fee,Status,Customer Email,Description';
    const { id } = (
      await upload(
        office,
        [
          stripe,
          'ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,Paid,hannah@x.test,',
          'ch_2,2025-03-03 12:00:00,50.00,0.00,usd,0,Paid,opal@x.test,',
          '',
        ].join('\n'),
      )
    ).body;
    await map(id, {});
    const file = (await office.get(`${at(id)}/rows.csv?state=held`)).text;
    await repair(id, { state: 'held', action: 'setAside' });
    await commit(office, id);
    const again = (
      await upload(
        office,
        `${file.replace('opal@', 'ruth@')}ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,Paid,hannah@x.test,,\r\n`,
      )
    ).body;
    expect(again).toMatchObject({
      status: 'ready',
      source: 'stripe-payments',
      counts: { new: 1, duplicate: 1 },
    });
  });
});

describe('a remembered file format', () => {
  const layouts = async (client = office) =>
    (await client.get<ImportLayout[]>('/api/admin/import-layouts')).body;

  it('is listed with its columns, defaults and words, and can be deleted', async () => {
    await bank('hannah@x.test,5.00,03/14/2025,North,Roof');
    const [layout] = await layouts();
    expect(layout).toMatchObject({
      fileName: 'gifts.csv',
      sourceName: null,
      defaults: { paymentMethod: 'Check', campaign: null },
      columns: [
        { header: 'Giver', field: 'email' },
        { header: 'Given', field: 'amount' },
        { header: 'When', field: 'date' },
        { header: 'For', field: 'campaign' },
      ],
    });
    expect(
      (await office.send('DELETE', `/api/admin/import-layouts/${layout!.id}`, undefined)).status,
    ).toBe(204);
    expect(
      (await office.send('DELETE', `/api/admin/import-layouts/${layout!.id}`, undefined)).status,
    ).toBe(404);
    expect(await layouts()).toEqual([]);
    expect(
      (await upload(office, `${header}\nhannah@x.test,6.00,03/14/2025,North,\n`)).body.status,
    ).toBe('needs_mapping');
  });

  it('belongs to one church, and is listed in pages', async () => {
    await bank('hannah@x.test,5.00,03/14/2025,North,Roof');
    const { id } = (await upload(office, 'A,B,C\nhannah@x.test,6.00,2025-03-14\n')).body;
    await map(id, {
      columns: { email: 0, amount: 1, date: 2 },
      defaults: { paymentMethod: 'Cash', campaign: 'Roof' },
    });
    const first = await office.get<ImportLayout[]>('/api/admin/import-layouts?limit=1');
    expect(first.body).toMatchObject([{ defaults: { paymentMethod: 'Cash', campaign: 'Roof' } }]);
    const next = /<([^>]+)>/.exec(first.headers.get('link')!)![1]!;
    expect((await office.get<ImportLayout[]>(next)).body).toMatchObject([
      { defaults: { paymentMethod: 'Check' } },
    ]);
    const elsewhere = await test.church(`layouts-${serial}`);
    await test.person(elsewhere, { email: `layouts-${serial}@x.test`, role: 'admin' });
    const other = test.as(`layouts-${serial}@x.test`);
    expect(await layouts(other)).toEqual([]);
    expect(
      (await other.send('DELETE', `/api/admin/import-layouts/${first.body[0]!.id}`, undefined))
        .status,
    ).toBe(404);
  });
});
