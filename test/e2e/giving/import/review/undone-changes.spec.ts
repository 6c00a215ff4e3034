import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportAnswer, ImportGiver, UndoPreview } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import type { ChangedDraft } from '../import-church.js';
import { createReviewChurch, stripeHeader, type ReviewChurch } from './review-church.js';

let app: TestApp;
let church: ReviewChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReviewChurch(app);
});

describe('the last change of rows', () => {
  it('is undone with its consequences, and then the change before it', async () => {
    const id = await church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,',
      'ruth@x.test,7.00,03/14/2025,North,',
      'ruth@x.test,abc,03/14/2025,North,',
    );
    const before = await church.readRows(id);
    expect((await church.readImport(id)).undo).toBeNull();
    expect((await church.undoChange(id)).status).toBe(409);
    await church.repairRows(id, { rows: [4], action: 'set', values: { amount: '8.00' } });
    await church.repairRows(id, { rows: [2, 3], action: 'set', values: { campaign: 'Roof' } });
    const edited = await church.readRows(id);
    expect((await church.repairRows(id, { rows: [2], action: 'setAside' })).body).toMatchObject({
      undo: { action: 'setAside', rows: 1 },
      repaired: 3,
    });
    expect((await church.undoChange(id)).body).toMatchObject({
      undo: { action: 'set', rows: 2 },
      counts: { new: 3, setAside: 0 },
    });
    expect(await church.readRows(id)).toEqual(edited);
    await church.undoChange(id);
    expect((await church.undoChange(id)).body).toMatchObject({
      undo: null,
      repaired: 0,
      counts: { new: 2, rejected: 1 },
    });
    expect(await church.readRows(id)).toEqual(before);
    expect((await church.undoChange(id)).body.message).toBe('There is nothing to undo.');
  });

  const uploadTwoGifts = () =>
    church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,',
      'ruth@x.test,7.00,03/14/2025,North,',
    );

  it('is undone once by two simultaneous requests', async () => {
    const id = await uploadTwoGifts();
    await church.repairRows(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } });
    const { number } = (await church.repairRows(id, { rows: [2], action: 'setAside' })).body.undo!;
    const answers = await Promise.all([
      church.undoChange(id, { number }),
      church.undoChange(id, { number }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await church.readRows(id)).toMatchObject([
      { state: 'new', read: { campaign: 'Roof' } },
      { state: 'new' },
    ]);
    const laterUndo = (await church.repairRows(id, { rows: [3], action: 'setAside' })).body.undo!;
    expect(laterUndo.number).toBeGreaterThan(number); // Otherwise a third request would undo it.
  });

  it('cannot be undone after another change', async () => {
    const id = await uploadTwoGifts();
    const { number } = (await church.repairRows(id, { rows: [3], action: 'setAside' })).body.undo!;
    await church.repairRows(id, { rows: [2], action: 'setAside' });
    expect(await church.undoChange(id, { number })).toMatchObject({
      status: 409,
      body: { message: 'Something else was changed since. Look again before you take it back.' },
    });
    expect((await church.readImport(id)).counts).toMatchObject({ setAside: 2 });
  });

  it('is undone in a row of a refunded gift, which keeps its proposed amount', async () => {
    const line = (status: string) =>
      `ch_1,2025-03-02 12:00:00,100.00,0.00,usd,0,${status},hannah@x.test,`;
    const first = (await church.upload([stripeHeader, line('Paid'), ''].join('\n'))).body.id;
    await church.mapColumns(first, {});
    await church.commit(first);
    const { id } = (
      await church.upload(
        [stripeHeader, line('Paid'), ''].join('\n').replace('100.00,0.00', '100.00,30.00'),
      )
    ).body;
    await church.repairRows(id, { rows: [2], action: 'correct' });
    await church.repairRows(id, { rows: [2], action: 'set', values: { notes: 'x' } });
    await church.undoChange(id);
    expect(await church.readRows(id)).toMatchObject([
      { state: 'new', proposal: { amount: '70.00' }, like: { amount: '100.00' } },
    ]);
    await church.undoChange(id);
    expect(await church.readRows(id)).toMatchObject([
      { state: 'held', problem: 'changed', proposal: { amount: '70.00' } },
    ]);
  });

  it('about a giver is undone with its remembered answer unless that has changed', async () => {
    const id = await church.uploadBankFile(
      'opal@x.test,5.00,03/14/2025,North,',
      'opal@x.test,6.00,03/15/2025,North,',
    );
    const key = (await church.secretary.get<ImportGiver[]>(importPath(id, '/givers'))).body[0]!.key;
    const listRememberedAnswers = async () =>
      (await church.secretary.get<ImportAnswer[]>('/api/admin/import-answers')).body.map(
        ({ answer }) => answer,
      );
    const answerGiver = (body: object) =>
      church.secretary.patch<ChangedDraft>(importPath(id, '/givers'), { givers: [key], ...body });
    expect((await answerGiver({ answer: 'guest' })).body).toMatchObject({
      undo: { action: 'givers', rows: 2 },
      counts: { new: 2 },
    });
    const { id: donorId } = await app.person(church.id, {
      email: 'o@x.test',
      firstName: 'Opal',
      lastName: 'Finch',
      signsIn: false,
    });
    await answerGiver({ answer: 'member', donorId });
    expect((await church.readRows(id)).map(({ donor }) => donor?.name)).toEqual([
      'Opal Finch',
      'Opal Finch',
    ]);
    expect((await church.undoChange(id)).body.undo).toMatchObject({ action: 'givers', rows: 2 });
    expect((await church.readRows(id)).map(({ donor }) => donor?.kind)).toEqual(['guest', 'guest']);
    expect(await listRememberedAnswers()).toEqual(['guest']);
    expect((await church.undoChange(id)).body.counts).toMatchObject({ held: 2, rejected: 0 });
    expect(await listRememberedAnswers()).toEqual([]);
    await answerGiver({ answer: 'guest' });
    const other = await church.uploadBankFile('opal@x.test,9.00,03/16/2025,North,');
    await church.secretary.patch(importPath(other, '/givers'), {
      givers: [key],
      answer: 'member',
      donorId,
    });
    await church.undoChange(id);
    expect(await listRememberedAnswers()).toEqual(['member']);
  });

  it('cannot be undone in the draft of another church, or after the commit', async () => {
    const id = await church.uploadBankFile('hannah@x.test,5.00,03/14/2025,North,');
    await church.repairRows(id, { rows: [2], action: 'set', values: { campaign: 'Roof' } });
    const otherChurch = await app.church('elsewhere');
    await app.person(otherChurch, { email: 'admin@elsewhere.test', role: 'admin' });
    expect((await app.as('admin@elsewhere.test').post(importPath(id, '/rows/undo'))).status).toBe(
      404,
    );
    await church.commit(id);
    expect((await church.undoChange(id)).status).toBe(409);
    expect(await church.readImport(id)).toMatchObject({ undo: null });
    expect((await church.secretary.get<UndoPreview>(importPath(id, '/undo'))).body.guests).toEqual(
      [],
    );
  });
});
