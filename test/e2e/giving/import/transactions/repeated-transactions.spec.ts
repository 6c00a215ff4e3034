import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import {
  createTransactionChurch,
  planningCenterHeader,
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

describe('a transaction that is imported again', () => {
  beforeEach(async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1'),
      writeCharge('ch_2', { amount: '40.00' }),
    );
    await church.commit(id);
  });

  it('is a duplicate that can be accepted as another gift, but not as a correction', async () => {
    const { id, counts } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1'),
      writeCharge('ch_3', { amount: '7.00' }),
    );
    expect(counts).toMatchObject({ duplicate: 1, new: 1 });
    expect((await church.repairRows(id, { rows: [2], action: 'correct' })).status).toBe(409);
    expect(
      (await church.repairRows(id, { rows: [2], action: 'accept' })).body.counts,
    ).toMatchObject({
      duplicate: 0,
      new: 2,
    });
    expect((await church.repairRows(id, { rows: [2], action: 'accept' })).status).toBe(200);
    await church.commit(id);
    expect(await church.readTotal()).toBe('247.00');
    expect((await church.uploadDraft(stripeHeader, writeCharge('ch_1'))).counts).toMatchObject({
      duplicate: 1,
    });
    expect(await church.findProblems()).toEqual([]);
  });

  it('needs review if it differs, and can correct the recorded gift', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { amount: '110.00', fund: 'Roof' }),
    );
    expect(await church.readRows(id)).toMatchObject([
      {
        state: 'held',
        problem: 'changed',
        like: { amount: '100.00' },
        proposal: { amount: '110.00' },
      },
    ]);
    expect(
      (await church.repairRows(id, { rows: [2], action: 'correct' })).body.counts,
    ).toMatchObject({
      held: 0,
      new: 1,
    });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['40.00 Missions', '110.00 Roof']);
    expect(
      (
        await church.uploadDraft(
          stripeHeader,
          writeCharge('ch_1', { amount: '110.00', fund: 'Roof' }),
        )
      ).counts,
    ).toMatchObject({ duplicate: 1 });
    await church.undoImport(id);
    expect(await church.listGifts()).toEqual(['40.00 Missions', '100.00 Missions']);
    expect(await church.findProblems()).toEqual([]);
  });

  it('proposes to correct or delete the gift if money was refunded meanwhile', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { refunded: '30.00' }),
      writeCharge('ch_2', { amount: '40.00', refunded: '40.00', status: 'Refunded' }),
    );
    expect(await church.readRows(id)).toMatchObject([
      { state: 'held', proposal: { amount: '70.00' } },
      { state: 'held', proposal: { amount: null } },
    ]);
    await church.repairRows(id, { state: 'held', action: 'correct' });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['70.00 Missions']);
    const [gift] = await church.listDonations();
    expect(await church.readHistory(gift!.id)).toMatchObject([
      { what: 'imported' },
      {
        what: 'corrected',
        why: 'Import of gifts.csv, row 2: the file says otherwise now',
        before: { amount: '100.00' },
        after: { amount: '70.00' },
      },
    ]);
    await church.undoImport(id);
    expect(await church.listGifts()).toEqual(['40.00 Missions', '100.00 Missions']);
    expect(await church.findProblems()).toEqual([]);
  });

  it('needs review in a file of another source with the same giver, day and amount', async () => {
    const { id } = await church.uploadDraft(
      planningCenterHeader,
      'ch_1,Hannah,Brooks,hannah@x.test,2025-03-02,100.00,Missions,card',
    );
    expect(await church.readRows(id)).toMatchObject([
      { state: 'held', problem: 'held', like: { amount: '100.00' } },
    ]);
  });

  it('stops the commit with 409 and a new draft if its gift was changed meanwhile', async () => {
    const { id } = await church.uploadDraft(
      stripeHeader,
      writeCharge('ch_1', { refunded: '30.00' }),
    );
    await church.repairRows(id, { rows: [2], action: 'correct' });
    const gift = (await church.listDonations()).find(({ amount }) => amount === '100.00')!;
    await church.secretary.patch(`/api/admin/donations/${gift.id}`, { amount: '120.00' });
    expect(await church.secretary.post(importPath(id, '/commit'))).toMatchObject({
      status: 409,
      body: { preview: { counts: { held: 1, new: 0 } } },
    });
    expect((await church.readRows(id))[0]!.message).toBe(
      'Row 2: This gift was changed since you looked',
    );
    expect(await church.readTotal()).toBe('160.00');
  });
});
