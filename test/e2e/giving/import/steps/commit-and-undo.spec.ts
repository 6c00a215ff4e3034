import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, UndoPreview } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { expectInLog } from '../../../../support/program/log.js';
import { createTemplateChurch, type TemplateChurch } from './template-church.js';

expectInLog(/"message":"an import failed".*"type":"NotYetPublished"/);

let app: TestApp;
let church: TemplateChurch;
beforeAll(async () => {
  app = await startApp({ shownWithin: 500 });
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createTemplateChurch(app);
});

describe('commit and undo', () => {
  it('create one journal number for an import, even if the commit is repeated', async () => {
    const { id } = await church.uploadTemplate(
      'hannah@x.test,1.00,Cash,2025-01-01,,',
      'hannah@x.test,2.00,Cash,2025-01-02,,',
    );
    const key = { 'idempotency-key': 'commit-once' };
    const path = importPath(id, '/commit');
    const answers = await Promise.all([
      church.secretary.post(path, {}, key),
      church.secretary.post(path, {}, key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await church.waitUntilSettled(id);
    expect((await church.secretary.post(path)).status).toBe(409);
    expect(await church.readSummary()).toMatchObject({ amount: '3.00', records: 2 });
    const journal = await app.db.tenant(church.id, (tx) => tx.sql('select number from journal'));
    expect(journal).toHaveLength(1);
    expect(await app.events(church.id)).toBe(3);
  });

  it('include a preview of the undo, and keep the history of the deleted gifts', async () => {
    const { id } = await church.uploadTemplate(
      'hannah@x.test,10.00,Cash,2025-01-01,,',
      'hannah@x.test,20.00,Cash,2025-01-02,,',
      'hannah@x.test,30.00,Cash,2025-01-03,,',
    );
    await church.commit(id);
    const [thirty, twenty, ten] = (
      await church.secretary.get<Donation[]>('/api/admin/donations?sort=-amount')
    ).body;
    await church.secretary.patch(`/api/admin/donations/${ten!.id}`, { amount: '11.00' });
    await church.secretary.delete(`/api/admin/donations/${twenty!.id}`);
    const { body: preview } = await church.secretary.get<UndoPreview>(importPath(id, '/undo'));
    expect(preview).toMatchObject({
      donations: 2,
      amount: '41.00',
      alreadyVoided: 1,
      corrected: [{ donationId: ten!.id, importedAmount: '10.00', currentAmount: '11.00' }],
    });
    expect((await church.secretary.post(importPath(id, '/undo'))).status).toBe(202);
    await church.waitUntilSettled(id);
    expect(await church.readSummary()).toMatchObject({ amount: '0.00', records: 0 });
    const history = (
      await church.secretary.get<{ what: string }[]>(`/api/admin/donations/${thirty!.id}/history`)
    ).body;
    expect(history.map(({ what }) => what)).toEqual(['imported', 'import undone']);
    expect(
      (await church.secretary.patch(`/api/admin/donations/${thirty!.id}`, { amount: '1.00' }))
        .status,
    ).toBe(404);
    expect((await church.secretary.post(importPath(id, '/undo'))).status).toBe(409);
    expect(await church.findProblems()).toEqual([]);
  });

  it('succeed even if the projections are updated late', async () => {
    const { id } = await church.uploadTemplate('hannah@x.test,25.00,Cash,2025-03-02,,');
    await church.commit(id);
    await app.db.tenant(church.id, async (tx) => {
      await tx.sql('select 1 from projection where organization_id = $1 for update', [church.id]);
      await church.secretary.post(importPath(id, '/undo'));
      await new Promise((resolve) => setTimeout(resolve, 1_200)); // longer than `shownWithin`
    });
    expect(await church.waitUntilSettled(id)).toMatchObject({ status: 'undone', message: null });
    expect(await church.readSummary()).toMatchObject({ records: 0, amount: '0.00' });
    expect(await church.findProblems()).toEqual([]);
  });

  it('send their progress as server-sent events until they are completed', async () => {
    const { id } = await church.uploadTemplate('hannah@x.test,10.00,Cash,2025-01-01,,');
    await church.secretary.post(importPath(id, '/commit'));
    const progress = await church.secretary.get(importPath(id, '/events'));
    expect(progress.headers.get('content-type')).toContain('text/event-stream');
    expect(progress.text).toContain('"status":"committed"');
  });
});
