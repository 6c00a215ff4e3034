import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DonationImport, ErrorBody } from '#libs/contracts';
import { give, startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { createTemplateChurch, type TemplateChurch } from './template-church.js';

let app: TestApp;
let church: TemplateChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createTemplateChurch(app);
});

describe('a gift in a file', () => {
  const templateRow = 'hannah@x.test,25.00,Cash,2025-03-02,,';

  it('is a duplicate if a file with the same bytes was imported and not undone', async () => {
    const { id } = await church.uploadTemplate(templateRow);
    await church.commit(id);
    const secondDraft = await church.uploadTemplate(templateRow);
    expect(secondDraft.counts).toMatchObject({ new: 0, duplicate: 1 });
    expect((await church.secretary.post(importPath(secondDraft.id, '/commit'))).status).toBe(409);
    await church.secretary.post(importPath(id, '/undo'));
    await church.waitUntilSettled(id);
    expect((await church.uploadTemplate(templateRow)).counts).toMatchObject({
      new: 1,
      duplicate: 0,
    });
    expect((await church.readImport(secondDraft.id)).status).toBe('ready');
  });

  it('is recorded twice for two identical rows of one file', async () => {
    const { id } = await church.uploadTemplate(templateRow, templateRow);
    await church.commit(id);
    expect(await church.readSummary()).toMatchObject({ amount: '50.00', records: 2 });
  });

  it('needs review once for each similar gift from another source', async () => {
    await give(church.secretary, church.hannah, { amount: '25.00', date: '2025-03-02' });
    const { id, counts } = await church.uploadTemplate(templateRow, templateRow);
    expect(counts).toMatchObject({ held: 1, new: 1 });
    const held = (await church.readRows(id, '?state=held')).find(({ row }) => row === 2);
    expect(held).toMatchObject({
      problem: 'held',
      like: { amount: '25.00', date: '2025-03-02', importId: null },
    });
    expect((await church.secretary.post<ErrorBody>(importPath(id, '/commit'))).body.message).toBe(
      '1 row waits for your decision.',
    );
    await church.repairRows(id, { rows: [held!.row], action: 'accept' });
    await church.commit(id);
    expect(await church.readSummary()).toMatchObject({ amount: '75.00', records: 3 });
  });

  it('is not recorded again if a file repeats its transaction number', async () => {
    const bank = [
      'Transaction ID,Giver email,Gross,Given on,Payment Method',
      'T1,hannah@x.test,25.00,2025-03-02,Cash',
      'T2,hannah@x.test,25.00,2025-03-02,Cash',
      'T1,hannah@x.test,25.00,2025-03-02,Cash',
    ];
    const mapping = {
      columns: { transactionId: 0, email: 1, amount: 2, date: 3, paymentMethod: 4 },
    };
    const first = (await church.upload(bank.join('\n'))).body;
    expect(first).toMatchObject({ status: 'needs_mapping', format: 'mapped' });
    const mapped = await church.mapColumns(first.id, mapping);
    expect(mapped.body.counts).toMatchObject({ total: 3, new: 2, duplicate: 0, held: 1 });
    // The program does not know whether the numbers of this bank are unique.
    expect(await church.readRows(first.id, '?state=held')).toMatchObject([
      {
        row: 4,
        message: 'Row 4: Row 2 has the same number and amount. Is this one gift, or two?',
      },
    ]);
    await church.repairRows(first.id, { rows: [4], action: 'setAside' });
    await church.commit(first.id);
    // The columns and the numbers of the bank are remembered for its next export.
    const nextDraft = (
      await church.upload([...bank, 'T3,hannah@x.test,25.00,2025-03-02,Cash'].join('\n'))
    ).body;
    expect(nextDraft).toMatchObject({ status: 'ready', counts: { new: 1, duplicate: 3, held: 0 } });
    await church.commit(nextDraft.id);
    expect(await church.readSummary()).toMatchObject({ amount: '75.00', records: 3 });
  });

  it('is compared again by the commit, which answers 409 with the changed draft', async () => {
    const { id } = await church.uploadTemplate(templateRow);
    await give(church.secretary, church.hannah, { amount: '25.00', date: '2025-03-02' });
    const answer = await church.secretary.post<{ preview: DonationImport }>(
      importPath(id, '/commit'),
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { preview: { counts: { held: 1, new: 0 } } },
    });
    expect((await church.readImport(id)).counts).toMatchObject({ held: 1, new: 0 });
    expect(await church.readSummary()).toMatchObject({ records: 1 });
  });
});
