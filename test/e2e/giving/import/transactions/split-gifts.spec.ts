import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import {
  createTransactionChurch,
  planningCenterHeader,
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

describe('a split gift', () => {
  const writePart = (fund: string, amount: string) =>
    `7,Hannah,Brooks,hannah@x.test,2025-03-02,${amount},${fund},card`;

  const uploadSplitGift = () =>
    church.uploadDraft(
      planningCenterHeader,
      writePart('General', '60.00'),
      writePart('Roof', '40.00'),
    );
  const recordSplitGift = async () => church.commit((await uploadSplitGift()).id);

  it('becomes one donation for each fund', async () => {
    const { id, counts, source } = await uploadSplitGift();
    expect({ source, counts }).toMatchObject({
      source: 'planning-center',
      counts: { new: 2, held: 0 },
    });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['40.00 Roof', '60.00 General']);
  });

  it('is a duplicate in the next file', async () => {
    await recordSplitGift();
    const laterDraft = await church.uploadDraft(
      planningCenterHeader,
      writePart('Roof', '40.00'),
      writePart('General', '60.00'),
      writePart('Youth', '5.00'),
    );
    expect(laterDraft.counts).toMatchObject({ duplicate: 2, new: 1, held: 0 });
  });

  it('needs review if a part has another amount', async () => {
    await recordSplitGift();
    expect(
      (
        await church.uploadDraft(
          planningCenterHeader,
          writePart('Roof', '45.00'),
          writePart('General', '60.00'),
        )
      ).counts,
    ).toMatchObject({ duplicate: 1, held: 1 });
  });

  it('needs review if a part has another fund', async () => {
    await recordSplitGift();
    // The recorded part is no longer in the file.
    expect(
      (
        await church.uploadDraft(
          planningCenterHeader,
          writePart('Choir', '40.00'),
          writePart('General', '60.00'),
        )
      ).counts,
    ).toMatchObject({ duplicate: 1, held: 1 });
  });

  it('is refunded in the part with the same number and fund, even if it is recorded', async () => {
    const { id } = await church.uploadDraft(
      planningCenterHeader,
      writePart('General', '60.00'),
      writePart('Roof', '40.00'),
      writePart('Youth', '5.00'),
      writePart('roof', '-15.00'),
    );
    await church.repairRows(id, { state: 'held', action: 'accept' });
    await church.commit(id);
    expect(await church.listGifts()).toEqual(['5.00 Youth', '25.00 Roof', '60.00 General']);
    const { id: nextDraftId } = await church.uploadDraft(
      planningCenterHeader,
      writePart('Youth', '-5.00'),
    );
    await church.repairRows(nextDraftId, { state: 'held', action: 'accept' });
    await church.commit(nextDraftId);
    expect(await church.listGifts()).toEqual(['25.00 Roof', '60.00 General']);
    expect(await church.findProblems()).toEqual([]);
  });
});
