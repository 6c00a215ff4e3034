import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UndoPreview } from '#libs/contracts';
import { give, startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { createTransactionChurch, type TransactionChurch } from './transaction-church.js';

let app: TestApp;
let church: TransactionChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createTransactionChurch(app);
});

describe('a refund in a Stripe balance report', () => {
  it('belongs to its charge, and has its own transaction ID', async () => {
    const header =
      'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,' +
      'source_id,charge_id,customer_email';
    const writeLine = (n: number, gross: string, category: string, object: string) =>
      `txn_${n},2025-03-0${n} 15:00:00,usd,${gross},0.00,${gross},${category},${object},` +
      'ch_1,hannah@x.test';
    const { id } = await church.uploadDraft(
      header,
      writeLine(1, '50.00', 'charge', 'ch_1'),
      writeLine(2, '-20.00', 'refund', 're_1'),
    );
    expect(await church.readRows(id, '?state=held')).toMatchObject([
      { message: 'Row 3: Refunds $20.00 of the gift of row 2: it becomes $30.00', likeRow: 2 },
    ]);
    await church.repairRows(id, { state: 'held', action: 'accept' });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['30.00 General Fund']);
    expect(
      (
        await church.uploadDraft(
          header,
          writeLine(2, '-20.00', 'refund', 're_1'),
          writeLine(3, '-20.00', 'refund', 're_2'),
        )
      ).counts,
    ).toMatchObject({ duplicate: 1, held: 1 });
  });
});

describe('a row that refunds a gift', () => {
  const header =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,' +
    'Transaction ID,Reference Txn ID';
  const writeLine = (
    id: string,
    gross: string,
    { type = 'Donation Payment', refunds = '', status = 'Completed', day = '03/02/2025' } = {},
  ) =>
    `${day},10:00:00,UTC,Hannah Brooks,${type},${status},USD,${gross},0.00,${gross},` +
    `hannah@x.test,${id},${refunds}`;
  const refund = { type: 'Payment Refund', refunds: 'A', day: '03/20/2025' };
  const monthFirst = { dateStyle: 'mdy' };

  it('proposes a change of a gift in the same file, and is recorded in its history', async () => {
    const { id } = await church.upload(
      header,
      writeLine('A', '100.00'),
      writeLine('B', '-25.00', refund),
      writeLine('C', '-20.00', { type: 'General Withdrawal' }),
    );
    expect((await church.mapColumns(id, monthFirst)).counts).toMatchObject({
      new: 1,
      held: 1,
      setAside: 1,
    });
    expect(await church.readRows(id, '?state=held')).toMatchObject([
      {
        message: 'Row 3: Refunds $25.00 of the gift of row 2: it becomes $75.00',
        likeRow: 2,
        proposal: { amount: '75.00' },
      },
    ]);
    expect((await church.repairRows(id, { rows: [3], action: 'accept' })).body).toMatchObject({
      counts: { new: 2, held: 0 },
      amounts: { new: '75.00' },
    });
    expect(await church.readControlTotal(id)).toMatchObject({
      gross: '100.00',
      refunds: '25.00',
      recorded: '75.00',
    });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['75.00 General Fund']);
    const [gift] = await church.listDonations();
    expect(await church.readHistory(gift!.id)).toMatchObject([
      { what: 'imported', after: { amount: '100.00' } },
      {
        what: 'corrected',
        after: { amount: '75.00' },
        why: 'Import of gifts.csv, row 3: money was refunded',
      },
    ]);
    expect(await church.findProblems()).toEqual([]);
    await church.undoImport(id);
    expect(await church.readTotal()).toBe('0.00');
    expect((await church.readHistory(gift!.id)).at(-1)).toMatchObject({ what: 'import undone' });
    expect(await church.findProblems()).toEqual([]);
  });

  it('deletes a recorded gift, is recognized the next time, and can be undone', async () => {
    const first = (await church.upload(header, writeLine('A', '100.00'))).id;
    await church.mapColumns(first, monthFirst);
    await church.commit(first);
    const [gift] = await church.listDonations();
    const { id } = await church.upload(
      header,
      writeLine('B', '-100.00', refund),
      writeLine('D', '9.00', { day: '03/21/2025' }),
    );
    expect(await church.readRows(id, '?state=held')).toMatchObject([
      {
        message: 'Row 2: Refunds the whole gift, which is then deleted',
        like: { donationId: gift!.id },
        proposal: { amount: null },
      },
    ]);
    await church.repairRows(id, { state: 'held', action: 'accept' });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['9.00 General Fund']);
    const laterUpload = await church.upload(
      header,
      writeLine('A', '100.00', { status: 'Refunded' }),
      writeLine('B', '-100.00', refund),
    );
    expect(laterUpload.counts).toMatchObject({ new: 0, duplicate: 1, held: 1 });
    expect(await church.secretary.get<UndoPreview>(importPath(id, '/undo'))).toMatchObject({
      body: {
        donations: 1,
        changed: [
          { donationId: gift!.id, beforeAmount: '100.00', currentAmount: null, byHand: false },
        ],
      },
    });
    await church.undoImport(id);
    expect(await church.listGifts()).toEqual(['100.00 General Fund']);
    expect((await church.readHistory(gift!.id)).map(({ what }) => what)).toEqual([
      'imported',
      'voided',
      'restored',
    ]);
    expect(await church.findProblems()).toEqual([]);
  });

  it('causes a question at the undo if a user changed the gift after the refund', async () => {
    const gift = await give(church.secretary, church.hannah, {
      amount: '100.00',
      date: '2025-03-02',
    });
    for (const [answer, remainingTotal] of [
      ['keep', '60.00'],
      ['restore', '100.00'],
    ] as const) {
      const before = (await church.listDonations())[0]!;
      if (before.amount !== '100.00')
        await church.secretary.patch(`/api/admin/donations/${before.id}`, { amount: '100.00' });
      const { id } = await church.upload(
        header,
        writeLine(`B${answer}`, '-100.00', { ...refund, refunds: '' }),
      );
      await church.mapColumns(id, monthFirst);
      await church.repairRows(id, { rows: [2], action: 'accept' });
      await church.commit(id);
      expect(await church.readTotal()).toBe('0.00');
      await church.secretary.post(`/api/admin/donations/${before.id}/restore`);
      await church.secretary.patch(`/api/admin/donations/${before.id}`, { amount: '60.00' });
      const refusal = await church.secretary.post<{ preview: UndoPreview }>(
        importPath(id, '/undo'),
      );
      expect(refusal).toMatchObject({
        status: 409,
        body: {
          preview: { changed: [{ byHand: true, beforeAmount: '100.00', currentAmount: '60.00' }] },
        },
      });
      expect(
        (await church.secretary.post(importPath(id, '/undo'), { changed: answer })).status,
      ).toBe(202);
      await church.waitUntilSettled(id);
      expect(await church.readTotal()).toBe(remainingTotal);
      expect(await church.findProblems()).toEqual([]);
    }
    expect(gift).toBeDefined();
  });

  it('needs review in another file if it has no number, and is not recorded again', async () => {
    const writeLines = (fund: string) => [
      'Giver email,Gift amount,Given on,Type,Fund',
      'hannah@x.test,60.00,2025-03-02,Offering,',
      'ruth@x.test,9.00,2025-03-02,Offering,',
      `hannah@x.test,-60.00,2025-03-20,Refund,${fund}`,
    ];
    const columns = { email: 0, amount: 1, date: 2, type: 3, campaign: 4 };
    const uploadAndMap = async (fund: string) =>
      church.mapColumns((await church.upload(...writeLines(fund))).id, {
        source: null,
        columns,
        defaults: { paymentMethod: 'Card' },
        words: { type: { Offering: 'gift' } },
      });
    const { id } = await uploadAndMap('');
    await church.repairRows(id, { state: 'held', problem: 'refund', action: 'accept' });
    await church.commit(id);
    expect(await church.readTotal()).toBe('9.00');
    const secondDraft = await uploadAndMap('Missions');
    expect(secondDraft.counts).toMatchObject({ new: 0, held: 3 });
    expect((await church.readRows(secondDraft.id))[0]!.message).toBe(
      'Row 2: A gift of this donor, day and amount was already recorded, and money of it was ' +
        'refunded',
    );
    // The undo removes the gifts of the first import, so that they are new again.
    await church.undoImport(id);
    expect((await uploadAndMap('Roof')).counts).toMatchObject({ new: 2, held: 1 });
  });

  it('can only be skipped if the refund is too large or the gift is unknown', async () => {
    const { id } = await church.upload(
      header,
      writeLine('A', '100.00'),
      writeLine('B', '-60.00', refund),
      writeLine('C', '-60.00', refund),
      writeLine('D', '-5.00', { ...refund, refunds: 'Z' }),
    );
    await church.mapColumns(id, monthFirst);
    expect((await church.readRows(id, '?state=held')).map(({ message }) => message)).toEqual([
      'Row 3: Refunds $60.00 of the gift of row 2: it becomes $40.00',
      'Row 4: Refunds $60.00, which is more than is left of the gift',
      'Row 5: Refunds $5.00 of a gift that could not be found',
    ]);
    expect((await church.repairRows(id, { rows: [5], action: 'accept' })).status).toBe(409);
    await church.repairRows(id, { rows: [4, 5], action: 'setAside' });
    await church.repairRows(id, { rows: [3], action: 'accept' });
    await church.repairRows(id, { rows: [2], action: 'setAside' });
    // If the gift is skipped, there is nothing to refund.
    expect(await church.readRows(id, '?state=held')).toMatchObject([{ row: 3, proposal: null }]);
  });
});
