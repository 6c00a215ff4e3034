import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  Donation,
  DonationChange,
  DonationImport,
  ImportRow,
  UndoPreview,
} from '#libs/contracts';
import { verifyChurch } from '../../../../src/giving/index.js';
import { give, startApp, type Client, type TestApp } from '../../../support/app.js';
import { expectLinesToAddUp } from '../../../support/control-total.js';
import { commit, settled, upload } from '../../../support/imports.js';

let test: TestApp;
let church: string;
let office: Client;
let hannah: string;
let serial = 0;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const slug = `meanings-${++serial}`;
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

const at = (id: string) => `/api/admin/donation-imports/${id}`;
const map = async (id: string, choice: object = {}) =>
  (await office.put<DonationImport>(`${at(id)}/mapping`, choice)).body;
const repair = (id: string, body: object) => office.patch<DonationImport>(`${at(id)}/rows`, body);
const rows = async (id: string, query = '') =>
  (await office.get<ImportRow[]>(`${at(id)}/rows${query}`)).body;
const gifts = async () =>
  (await office.get<Donation[]>('/api/admin/donations?sort=amount')).body.map(
    ({ amount, campaign }) => `${amount} ${campaign}`,
  );
const total = async () =>
  (await office.get<{ amount: string }>('/api/admin/donations/summary')).body.amount;
const historyOf = async (id: string) =>
  (await office.get<DonationChange[]>(`/api/admin/donations/${id}/history`)).body;
const wellKept = async () => (await verifyChurch(test.db, test.store, church)).problems;
/** Uploads, takes every suggestion. */
const draft = async (...lines: string[]) =>
  map((await upload(office, `${lines.join('\n')}\n`)).body.id);
/** The control total of an import, whose lines add up. */
const checked = async (id: string) =>
  expectLinesToAddUp((await office.get<DonationImport>(at(id))).body);

const stripe =
  'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Converted Amount,Converted Amount Refunded,Converted Currency,Description,Fee,Status,Customer Email,Transfer,fund (metadata)';
const charge = (
  id: string,
  {
    amount = '100.00',
    refunded = '0.00',
    status = 'Paid',
    email = 'hannah@x.test',
    fund = 'Missions',
    date = '2025-03-02 10:00:00',
    currency = 'usd',
  } = {},
) =>
  `${id},${date},${amount},${refunded},${currency},TRUE,${amount},${refunded},${currency},A gift,3.20,${status},${email},po_1,${fund}`;

describe('a file of a known source', () => {
  it('is recognized, and one answer accepts all suggestions', async () => {
    const { body } = await upload(
      office,
      [stripe, charge('ch_1'), charge('ch_2', { status: 'Failed' }), ''].join('\n'),
    );
    expect(body).toMatchObject({ status: 'needs_mapping', source: 'stripe-payments' });
    const words = body.questions.find(({ field }) => field === 'status')!.words;
    expect(words).toEqual([
      { word: 'Paid', rows: 1, amount: '100.00', answer: 'gift' },
      { word: 'Failed', rows: 1, amount: '100.00', answer: 'not' },
    ]);
    const ready = await map(body.id);
    expect(ready).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 1, setAside: 1 },
      amounts: { new: '100.00' },
    });
    expect(await rows(body.id, '?state=setAside')).toMatchObject([
      { message: 'Row 3: Not a gift (Status: Failed)', problem: 'status' },
    ]);
    await commit(office, body.id);
    expect(await gifts()).toEqual(['100.00 Missions']);
  });

  it('can be declared unknown, which also applies to the next file with its header', async () => {
    const text = [stripe, charge('ch_1'), ''].join('\n');
    const { id } = (await upload(office, text)).body;
    expect(await map(id, { source: null })).toMatchObject({ source: null });
    expect((await upload(office, [stripe, charge('ch_9'), ''].join('\n'))).body.source).toBeNull();
  });

  it('is asked about unknown words once each, and the answers are remembered', async () => {
    const { id } = await draft(
      stripe,
      charge('ch_1', { status: 'Blessed' }),
      charge('ch_2', { status: 'blessed' }),
    );
    const open = (await office.get<DonationImport>(at(id))).body;
    expect(open.status).toBe('needs_mapping');
    expect(open.questions.find(({ field }) => field === 'status')).toMatchObject({
      kind: 'words',
      words: [{ word: 'Blessed', rows: 2, amount: '200.00', answer: null }],
    });
    expect(await map(id, { words: { status: { Blessed: 'gift' } } })).toMatchObject({
      status: 'ready',
      counts: { new: 2 },
    });
    expect(
      (await upload(office, [stripe, charge('ch_3', { status: 'BLESSED' }), ''].join('\n'))).body,
    ).toMatchObject({ status: 'ready', counts: { new: 1 } });
  });

  it('needs review for other currencies, and records the rest of a partly refunded gift', async () => {
    const { id } = await draft(
      stripe,
      charge('ch_1', { currency: 'eur' }),
      charge('ch_2', { refunded: '25.00' }),
      charge('ch_3', { refunded: '100.00', status: 'Refunded' }),
      charge('ch_4', { status: 'Refunded' }),
    );
    expect((await rows(id)).map(({ state, problem }) => [state, problem])).toEqual([
      ['held', 'currency'],
      ['new', null],
      ['setAside', 'refunded'],
      ['setAside', 'refunded'],
    ]);
    expect(await checked(id)).toMatchObject({
      gross: '300.00',
      refunds: '225.00',
      fees: '9.60',
      net: '65.40',
      recorded: '75.00',
      payouts: [{ payout: 'po_1', rows: 4, gross: '300.00' }],
    });
    await repair(id, { rows: [2], action: 'setAside' });
    expect((await checked(id)).lines).toEqual([
      { what: 'recorded', why: '', rows: 1, amount: '100.00', recorded: '75.00' },
      { what: 'leftOut', why: 'Refunded in full', rows: 2, amount: '200.00', recorded: '0.00' },
      { what: 'leftOut', why: 'Currency: eur', rows: 1, amount: '100.00', recorded: '0.00' },
    ]);
    await commit(office, id);
    expect(await gifts()).toEqual(['75.00 Missions']);
  });

  it('imports held and skipped rows together when a user accepts both', async () => {
    const { id } = await draft(stripe, charge('ch_1', { status: 'Odd' }), charge('ch_2'));
    await map(id, { words: { status: { Odd: 'ask' } } });
    await repair(id, { rows: [3], action: 'setAside' });
    expect(await repair(id, { rows: [2, 3], action: 'accept' })).toMatchObject({
      status: 200,
      body: { counts: { new: 2, held: 0, setAside: 0 } },
    });
  });
});

describe('money of another currency', () => {
  const foreign = () => draft(stripe, charge('ch_1', { currency: 'cad' }), charge('ch_2'));

  it('is no gift until a user enters the amount in dollars', async () => {
    const { id } = await foreign();
    const before = await rows(id);
    expect(before[0]).toMatchObject({ state: 'held', problem: 'currency' });
    for (const body of [{ rows: [2] }, { rows: [2, 3] }, { state: 'open' }])
      expect(await repair(id, { ...body, action: 'accept' })).toMatchObject({
        status: 409,
        body: {
          message: 'Row 2: The amount is in another currency. Enter how many US dollars it is.',
        },
      });
    expect(await rows(id)).toEqual(before);
    const dollars = { rows: [2], action: 'accept', values: { amount: '17.31' } };
    expect(await repair(id, dollars)).toMatchObject({
      status: 200,
      body: { counts: { new: 2 }, amounts: { new: '117.31' } },
    });
    await commit(office, id);
    expect(await gifts()).toEqual(['17.31 Missions', '100.00 Missions']);
  });

  it('keeps the entered dollars when the file is read again, and needs review after a reset', async () => {
    const { id } = await foreign();
    await repair(id, { rows: [2], action: 'accept', values: { amount: '17.31' } });
    expect(await map(id)).toMatchObject({ counts: { new: 2 }, amounts: { new: '117.31' } });
    await repair(id, { rows: [2], action: 'reset' });
    expect((await rows(id))[0]).toMatchObject({ state: 'held', problem: 'currency' });
  });

  it('is never read as dollars, even if a user declares the currency to be a gift', async () => {
    const { id } = await foreign();
    expect(await map(id, { words: { currency: { cad: 'gift' } } })).toMatchObject({
      counts: { new: 1, held: 1 },
    });
  });

  it('is no gift even if failed payments are imported', async () => {
    const failed = charge('ch_1', { currency: 'cad', status: 'Failed' });
    const { id } = await draft(stripe, failed, charge('ch_2'));
    await repair(id, { rows: [2], action: 'accept' });
    expect((await rows(id))[0]).toMatchObject({ state: 'held', problem: 'currency' });
  });

  it('needs the amount in dollars also after it was skipped', async () => {
    const { id } = await foreign();
    await repair(id, { rows: [2], action: 'setAside' });
    expect((await repair(id, { rows: [2], action: 'accept' })).status).toBe(409);
  });
});

describe('a transaction that is imported again', () => {
  beforeEach(async () => {
    const { id } = await draft(stripe, charge('ch_1'), charge('ch_2', { amount: '40.00' }));
    await commit(office, id);
  });

  it('is a duplicate, can be taken as another gift, and refuses actions that do not apply', async () => {
    const { id, counts } = await draft(stripe, charge('ch_1'), charge('ch_3', { amount: '7.00' }));
    expect(counts).toMatchObject({ duplicate: 1, new: 1 });
    expect((await repair(id, { rows: [2], action: 'correct' })).status).toBe(409);
    expect((await repair(id, { rows: [2], action: 'accept' })).body.counts).toMatchObject({
      duplicate: 0,
      new: 2,
    });
    expect((await repair(id, { rows: [2], action: 'accept' })).status).toBe(200);
    await commit(office, id);
    expect(await total()).toBe('247.00');
    expect((await draft(stripe, charge('ch_1'))).counts).toMatchObject({ duplicate: 1 });
    expect(await wellKept()).toEqual([]);
  });

  it('needs review if it differs, and can correct the recorded gift', async () => {
    const { id } = await draft(stripe, charge('ch_1', { amount: '110.00', fund: 'Roof' }));
    expect(await rows(id)).toMatchObject([
      {
        state: 'held',
        problem: 'changed',
        like: { amount: '100.00' },
        proposal: { amount: '110.00' },
      },
    ]);
    expect((await repair(id, { rows: [2], action: 'correct' })).body.counts).toMatchObject({
      held: 0,
      new: 1,
    });
    await commit(office, id);
    expect(await gifts()).toEqual(['40.00 Missions', '110.00 Roof']);
    expect(
      (await draft(stripe, charge('ch_1', { amount: '110.00', fund: 'Roof' }))).counts,
    ).toMatchObject({ duplicate: 1 });
    await office.post(`${at(id)}/undo`);
    await settled(office, id);
    expect(await gifts()).toEqual(['40.00 Missions', '100.00 Missions']);
    expect(await wellKept()).toEqual([]);
  });

  it('proposes to correct or delete the gift if money was refunded since', async () => {
    const { id } = await draft(
      stripe,
      charge('ch_1', { refunded: '30.00' }),
      charge('ch_2', { amount: '40.00', refunded: '40.00', status: 'Refunded' }),
    );
    expect(await rows(id)).toMatchObject([
      { state: 'held', proposal: { amount: '70.00' } },
      { state: 'held', proposal: { amount: null } },
    ]);
    await repair(id, { state: 'held', action: 'correct' });
    await commit(office, id);
    expect(await gifts()).toEqual(['70.00 Missions']);
    const [gift] = (await office.get<Donation[]>('/api/admin/donations')).body;
    expect(await historyOf(gift!.id)).toMatchObject([
      { what: 'imported' },
      {
        what: 'corrected',
        why: 'Import of gifts.csv, row 2: the file says otherwise now',
        before: { amount: '100.00' },
        after: { amount: '70.00' },
      },
    ]);
    await office.post(`${at(id)}/undo`);
    await settled(office, id);
    expect(await gifts()).toEqual(['40.00 Missions', '100.00 Missions']);
    expect(await wellKept()).toEqual([]);
  });

  it('of another source needs review if giver, day and amount are the same', async () => {
    const { id } = await draft(
      'Donation ID,First Name,Last Name,Email,Received Date,Amount,Fund,Payment Method',
      'ch_1,Hannah,Brooks,hannah@x.test,2025-03-02,100.00,Missions,card',
    );
    expect(await rows(id)).toMatchObject([
      { state: 'held', problem: 'held', like: { amount: '100.00' } },
    ]);
  });

  it('stops the commit with 409 and a new preview if its gift was changed meanwhile', async () => {
    const { id } = await draft(stripe, charge('ch_1', { refunded: '30.00' }));
    await repair(id, { rows: [2], action: 'correct' });
    const gift = (await office.get<Donation[]>('/api/admin/donations')).body.find(
      ({ amount }) => amount === '100.00',
    )!;
    await office.patch(`/api/admin/donations/${gift.id}`, { amount: '120.00' });
    expect(await office.post(`${at(id)}/commit`)).toMatchObject({
      status: 409,
      body: { preview: { counts: { held: 1, new: 0 } } },
    });
    expect((await rows(id))[0]!.message).toBe('Row 2: This gift was changed since you looked');
    expect(await total()).toBe('160.00');
  });
});

describe('a split gift', () => {
  const header = 'Donation ID,First Name,Last Name,Email,Received Date,Amount,Fund,Payment Method';
  const part = (fund: string, amount: string) =>
    `7,Hannah,Brooks,hannah@x.test,2025-03-02,${amount},${fund},card`;

  it('becomes one gift for each fund without a question, and is a duplicate the next time', async () => {
    const { id, counts, source } = await draft(
      header,
      part('General', '60.00'),
      part('Roof', '40.00'),
    );
    expect({ source, counts }).toMatchObject({
      source: 'planning-center',
      counts: { new: 2, held: 0 },
    });
    await commit(office, id);
    expect(await gifts()).toEqual(['40.00 Roof', '60.00 General']);
    const again = await draft(
      header,
      part('Roof', '40.00'),
      part('General', '60.00'),
      part('Youth', '5.00'),
    );
    expect(again.counts).toMatchObject({ duplicate: 2, new: 1, held: 0 });
    expect(
      (await draft(header, part('Roof', '45.00'), part('General', '60.00'))).counts,
    ).toMatchObject({ duplicate: 1, held: 1 });
    // moved to another fund: the part that is here is not in the file any more
    expect(
      (await draft(header, part('Choir', '40.00'), part('General', '60.00'))).counts,
    ).toMatchObject({ duplicate: 1, held: 1 });
  });

  it('is refunded in the part with the same number and fund, in the file and in the books', async () => {
    const { id } = await draft(
      header,
      part('General', '60.00'),
      part('Roof', '40.00'),
      part('Youth', '5.00'),
      part('roof', '-15.00'),
    );
    await repair(id, { state: 'held', action: 'accept' });
    await commit(office, id);
    expect(await gifts()).toEqual(['5.00 Youth', '25.00 Roof', '60.00 General']);
    const { id: later } = await draft(header, part('Youth', '-5.00'));
    await repair(later, { state: 'held', action: 'accept' });
    await commit(office, later);
    expect(await gifts()).toEqual(['25.00 Roof', '60.00 General']);
    expect(await wellKept()).toEqual([]);
  });
});

it('a refund in a Stripe balance report belongs to its charge, not to the number of its row', async () => {
  const header =
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,customer_email';
  const line = (n: number, gross: string, category: string, object: string) =>
    `txn_${n},2025-03-0${n} 15:00:00,usd,${gross},0.00,${gross},${category},${object},ch_1,hannah@x.test`;
  const { id } = await draft(
    header,
    line(1, '50.00', 'charge', 'ch_1'),
    line(2, '-20.00', 'refund', 're_1'),
  );
  expect(await rows(id, '?state=held')).toMatchObject([
    { message: 'Row 3: Refunds $20.00 of the gift of row 2: it becomes $30.00', likeRow: 2 },
  ]);
  await repair(id, { state: 'held', action: 'accept' });
  await commit(office, id);
  expect(await gifts()).toEqual(['30.00 General Fund']);
  expect(
    (await draft(header, line(2, '-20.00', 'refund', 're_1'), line(3, '-20.00', 'refund', 're_2')))
      .counts,
  ).toMatchObject({ duplicate: 1, held: 1 });
});

describe('a row that refunds a gift', () => {
  const header =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Reference Txn ID';
  const line = (
    id: string,
    gross: string,
    { type = 'Donation Payment', of = '', status = 'Completed', day = '03/02/2025' } = {},
  ) =>
    `${day},10:00:00,UTC,Hannah Brooks,${type},${status},USD,${gross},0.00,${gross},hannah@x.test,${id},${of}`;
  const refund = { type: 'Payment Refund', of: 'A', day: '03/20/2025' };
  const two = { dateStyle: 'mdy' };

  it('of the file proposes a change of the gift, and both are in its history when accepted', async () => {
    const { id } = (
      await upload(
        office,
        [
          header,
          line('A', '100.00'),
          line('B', '-25.00', refund),
          line('C', '-20.00', { type: 'General Withdrawal' }),
          '',
        ].join('\n'),
      )
    ).body;
    expect((await map(id, two)).counts).toMatchObject({ new: 1, held: 1, setAside: 1 });
    expect(await rows(id, '?state=held')).toMatchObject([
      {
        message: 'Row 3: Refunds $25.00 of the gift of row 2: it becomes $75.00',
        likeRow: 2,
        proposal: { amount: '75.00' },
      },
    ]);
    expect((await repair(id, { rows: [3], action: 'accept' })).body).toMatchObject({
      counts: { new: 2, held: 0 },
      amounts: { new: '75.00' },
    });
    expect(await checked(id)).toMatchObject({
      gross: '100.00',
      refunds: '25.00',
      recorded: '75.00',
    });
    await commit(office, id);
    expect(await gifts()).toEqual(['75.00 General Fund']);
    const [gift] = (await office.get<Donation[]>('/api/admin/donations')).body;
    expect(await historyOf(gift!.id)).toMatchObject([
      { what: 'imported', after: { amount: '100.00' } },
      {
        what: 'corrected',
        after: { amount: '75.00' },
        why: 'Import of gifts.csv, row 3: money was refunded',
      },
    ]);
    expect(await wellKept()).toEqual([]);
    await office.post(`${at(id)}/undo`);
    await settled(office, id);
    expect(await total()).toBe('0.00');
    expect((await historyOf(gift!.id)).at(-1)).toMatchObject({ what: 'import undone' });
    expect(await wellKept()).toEqual([]);
  });

  it('of the books corrects or deletes it, is recognized the next time, and can be undone', async () => {
    const first = (await upload(office, [header, line('A', '100.00'), ''].join('\n'))).body.id;
    await map(first, two);
    await commit(office, first);
    const [gift] = (await office.get<Donation[]>('/api/admin/donations')).body;
    const { id } = (
      await upload(
        office,
        [header, line('B', '-100.00', refund), line('D', '9.00', { day: '03/21/2025' }), ''].join(
          '\n',
        ),
      )
    ).body;
    expect(await rows(id, '?state=held')).toMatchObject([
      {
        message: 'Row 2: Refunds the whole gift, which is then deleted',
        like: { donationId: gift!.id },
        proposal: { amount: null },
      },
    ]);
    await repair(id, { state: 'held', action: 'accept' });
    await commit(office, id);
    expect(await gifts()).toEqual(['9.00 General Fund']);
    const again = (
      await upload(
        office,
        [
          header,
          line('A', '100.00', { status: 'Refunded' }),
          line('B', '-100.00', refund),
          '',
        ].join('\n'),
      )
    ).body;
    expect(again.counts).toMatchObject({ new: 0, duplicate: 1, held: 1 });
    expect(await office.get<UndoPreview>(`${at(id)}/undo`)).toMatchObject({
      body: {
        donations: 1,
        changed: [
          { donationId: gift!.id, beforeAmount: '100.00', currentAmount: null, byHand: false },
        ],
      },
    });
    await office.post(`${at(id)}/undo`);
    await settled(office, id);
    expect(await gifts()).toEqual(['100.00 General Fund']);
    expect((await historyOf(gift!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'voided',
      'restored',
    ]);
    expect(await wellKept()).toEqual([]);
  });

  it('of a gift that a user changed later is asked about when the import is undone', async () => {
    const give100 = await give(office, hannah, { amount: '100.00', date: '2025-03-02' });
    for (const [answer, left] of [
      ['keep', '60.00'],
      ['restore', '100.00'],
    ] as const) {
      const before = (await office.get<Donation[]>('/api/admin/donations')).body[0]!;
      if (before.amount !== '100.00')
        await office.patch(`/api/admin/donations/${before.id}`, { amount: '100.00' });
      const { id } = (
        await upload(
          office,
          [header, line(`B${answer}`, '-100.00', { ...refund, of: '' }), ''].join('\n'),
        )
      ).body;
      await map(id, two);
      await repair(id, { rows: [2], action: 'accept' });
      await commit(office, id);
      expect(await total()).toBe('0.00');
      await office.post(`/api/admin/donations/${before.id}/restore`);
      await office.patch(`/api/admin/donations/${before.id}`, { amount: '60.00' });
      const asked = await office.post<{ preview: UndoPreview }>(`${at(id)}/undo`);
      expect(asked).toMatchObject({
        status: 409,
        body: {
          preview: { changed: [{ byHand: true, beforeAmount: '100.00', currentAmount: '60.00' }] },
        },
      });
      expect((await office.post(`${at(id)}/undo`, { changed: answer })).status).toBe(202);
      await settled(office, id);
      expect(await total()).toBe(left);
      expect(await wellKept()).toEqual([]);
    }
    expect(give100).toBeDefined();
  });

  it('without a number needs review in another file, and is not recorded again', async () => {
    const file = (name: string) =>
      [
        'Giver email,Gift amount,Given on,Type,Fund',
        'hannah@x.test,60.00,2025-03-02,Offering,',
        'ruth@x.test,9.00,2025-03-02,Offering,',
        `hannah@x.test,-60.00,2025-03-20,Refund,${name}`,
        '',
      ].join('\n');
    const columns = { email: 0, amount: 1, date: 2, type: 3, campaign: 4 };
    const read = async (name: string) =>
      map((await upload(office, file(name))).body.id, {
        source: null,
        columns,
        defaults: { paymentMethod: 'Card' },
        words: { type: { Offering: 'gift' } },
      });
    const { id } = await read('');
    await repair(id, { state: 'held', problem: 'refund', action: 'accept' });
    await commit(office, id);
    expect(await total()).toBe('9.00');
    const again = await read('Missions');
    expect(again.counts).toMatchObject({ new: 0, held: 3 });
    expect((await rows(again.id))[0]!.message).toBe(
      'Row 2: A gift of this donor, day and amount was already recorded, and money of it was refunded',
    );
    // of an import that was undone nothing is here
    await office.post(`${at(id)}/undo`);
    await settled(office, id);
    expect((await read('Roof')).counts).toMatchObject({ new: 2, held: 1 });
  });

  it('can only be skipped if the refund is too large or the gift is unknown', async () => {
    const { id } = (
      await upload(
        office,
        [
          header,
          line('A', '100.00'),
          line('B', '-60.00', refund),
          line('C', '-60.00', refund),
          line('D', '-5.00', { ...refund, of: 'Z' }),
          '',
        ].join('\n'),
      )
    ).body;
    await map(id, two);
    expect((await rows(id, '?state=held')).map(({ message }) => message)).toEqual([
      'Row 3: Refunds $60.00 of the gift of row 2: it becomes $40.00',
      'Row 4: Refunds $60.00, which is more than is left of the gift',
      'Row 5: Refunds $5.00 of a gift that could not be found',
    ]);
    expect((await repair(id, { rows: [5], action: 'accept' })).status).toBe(409);
    await repair(id, { rows: [4, 5], action: 'setAside' });
    await repair(id, { rows: [3], action: 'accept' });
    await repair(id, { rows: [2], action: 'setAside' });
    // without the gift there is nothing to take back from
    expect(await rows(id, '?state=held')).toMatchObject([{ row: 3, proposal: null }]);
  });
});
