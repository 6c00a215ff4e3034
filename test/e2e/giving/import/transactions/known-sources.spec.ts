import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import {
  createTransactionChurch,
  stripeHeader,
  writeCharge,
  type TransactionChurch,
} from './transaction-church.js';

let app: TestApp;
let church: TransactionChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createTransactionChurch(app);
});

describe('a file of a known source', () => {
  it('is recognized, and one answer accepts all suggestions', async () => {
    const draft = await church.upload(
      stripeHeader,
      writeCharge('ch_1'),
      writeCharge('ch_2', { status: 'Failed' }),
    );
    expect(draft).toMatchObject({ status: 'needs_mapping', source: 'stripe-payments' });
    const words = draft.questions.find(({ field }) => field === 'status')!.words;
    expect(words).toEqual([
      { word: 'Paid', rows: 1, amount: '100.00', answer: 'gift' },
      { word: 'Failed', rows: 1, amount: '100.00', answer: 'not' },
    ]);
    const ready = await church.mapColumns(draft.id);
    expect(ready).toMatchObject({
      status: 'ready',
      counts: { total: 2, new: 1, setAside: 1 },
      amounts: { new: '100.00' },
    });
    expect(await church.readRows(draft.id, '?state=setAside')).toMatchObject([
      { message: 'Row 3: Not a gift (Status: Failed)', problem: 'status' },
    ]);
    await church.commit(draft.id);
    expect(await church.listGifts()).toEqual(['100.00 Missions']);
  });

  it('can be declared unknown, which also applies to the next file with its header', async () => {
    const { id } = await church.upload(stripeHeader, writeCharge('ch_1'));
    expect(await church.mapColumns(id, { source: null })).toMatchObject({ source: null });
    expect((await church.upload(stripeHeader, writeCharge('ch_9'))).source).toBeNull();
  });

  it('causes one question for each unknown word, and the answers are remembered', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { status: 'Blessed' }),
      writeCharge('ch_2', { status: 'blessed' }),
    );
    const unmapped = await church.readImport(id);
    expect(unmapped.status).toBe('needs_mapping');
    expect(unmapped.questions.find(({ field }) => field === 'status')).toMatchObject({
      kind: 'words',
      words: [{ word: 'Blessed', rows: 2, amount: '200.00', answer: null }],
    });
    expect(await church.mapColumns(id, { words: { status: { Blessed: 'gift' } } })).toMatchObject({
      status: 'ready',
      counts: { new: 2 },
    });
    expect(
      await church.upload(stripeHeader, writeCharge('ch_3', { status: 'BLESSED' })),
    ).toMatchObject({ status: 'ready', counts: { new: 1 } });
  });

  it('needs review for other currencies, and records the rest of refunded gifts', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { currency: 'eur' }),
      writeCharge('ch_2', { refunded: '25.00' }),
      writeCharge('ch_3', { refunded: '100.00', status: 'Refunded' }),
      writeCharge('ch_4', { status: 'Refunded' }),
    );
    expect((await church.readRows(id)).map(({ state, problem }) => [state, problem])).toEqual([
      ['held', 'currency'],
      ['new', null],
      ['setAside', 'refunded'],
      ['setAside', 'refunded'],
    ]);
    expect(await church.readControlTotal(id)).toMatchObject({
      gross: '300.00',
      refunds: '225.00',
      fees: '9.60',
      net: '65.40',
      recorded: '75.00',
      payouts: [{ payout: 'po_1', rows: 4, gross: '300.00' }],
    });
    await church.repairRows(id, { rows: [2], action: 'setAside' });
    expect((await church.readControlTotal(id)).lines).toEqual([
      { what: 'recorded', why: '', rows: 1, amount: '100.00', recorded: '75.00' },
      { what: 'leftOut', why: 'Refunded in full', rows: 2, amount: '200.00', recorded: '0.00' },
      { what: 'leftOut', why: 'Currency: eur', rows: 1, amount: '100.00', recorded: '0.00' },
    ]);
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['75.00 Missions']);
  });

  it('allows one request to accept skipped rows and rows that need review', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { status: 'Odd' }),
      writeCharge('ch_2'),
    );
    await church.mapColumns(id, { words: { status: { Odd: 'ask' } } });
    await church.repairRows(id, { rows: [3], action: 'setAside' });
    expect(await church.repairRows(id, { rows: [2, 3], action: 'accept' })).toMatchObject({
      status: 200,
      body: { counts: { new: 2, held: 0, setAside: 0 } },
    });
  });
});
