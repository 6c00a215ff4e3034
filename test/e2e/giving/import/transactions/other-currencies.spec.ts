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

describe('an amount in another currency', () => {
  const uploadForeignDraft = () =>
    church.uploadDraft(stripeHeader, writeCharge('ch_1', { currency: 'cad' }), writeCharge('ch_2'));

  it('is not recorded until a user enters the amount in dollars', async () => {
    const { id } = await uploadForeignDraft();
    const before = await church.readRows(id);
    expect(before[0]).toMatchObject({ state: 'held', problem: 'currency' });
    for (const body of [{ rows: [2] }, { rows: [2, 3] }, { state: 'open' }])
      expect(await church.repairRows(id, { ...body, action: 'accept' })).toMatchObject({
        status: 409,
        body: {
          message: 'Row 2: The amount is in another currency. Enter how many US dollars it is.',
        },
      });
    expect(await church.readRows(id)).toEqual(before);
    const dollars = { rows: [2], action: 'accept', values: { amount: '17.31' } };
    expect(await church.repairRows(id, dollars)).toMatchObject({
      status: 200,
      body: { counts: { new: 2 }, amounts: { new: '117.31' } },
    });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['17.31 Missions', '100.00 Missions']);
  });

  it('keeps the entered dollars if the file is read again, but not after a reset', async () => {
    const { id } = await uploadForeignDraft();
    await church.repairRows(id, { rows: [2], action: 'accept', values: { amount: '17.31' } });
    expect(await church.mapColumns(id)).toMatchObject({
      counts: { new: 2 },
      amounts: { new: '117.31' },
    });
    await church.repairRows(id, { rows: [2], action: 'reset' });
    expect((await church.readRows(id))[0]).toMatchObject({ state: 'held', problem: 'currency' });
  });

  it('is never read as dollars, even if a user declares its currency to be a gift', async () => {
    const { id } = await uploadForeignDraft();
    expect(await church.mapColumns(id, { words: { currency: { cad: 'gift' } } })).toMatchObject({
      counts: { new: 1, held: 1 },
    });
  });

  it('needs review even if the user imports its failed payment', async () => {
    const failed = writeCharge('ch_1', { currency: 'cad', status: 'Failed' });
    const { id } = await church.uploadDraft(stripeHeader, failed, writeCharge('ch_2'));
    await church.repairRows(id, { rows: [2], action: 'accept' });
    expect((await church.readRows(id))[0]).toMatchObject({ state: 'held', problem: 'currency' });
  });

  it('needs the amount in dollars even if its row was skipped before', async () => {
    const { id } = await uploadForeignDraft();
    await church.repairRows(id, { rows: [2], action: 'setAside' });
    expect((await church.repairRows(id, { rows: [2], action: 'accept' })).status).toBe(409);
  });
});
