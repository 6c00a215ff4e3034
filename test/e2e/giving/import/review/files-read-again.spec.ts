import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../../support/app.js';
import { bankColumns, bankHeader, createReviewChurch, type ReviewChurch } from './review-church.js';

let app: TestApp;
let church: ReviewChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReviewChurch(app);
});

describe('a file that is read again', () => {
  it('keeps the edits and decisions of users about single rows', async () => {
    const oldImport = await church.uploadBankFile('ruth@x.test,7.00,03/15/2025,North,');
    await church.commit(oldImport);
    const id = await church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/15/2025,South,',
      'hannah@x.test,abc,03/16/2025,North,',
      'ruth@x.test,9.00,03/17/2025,North,',
    );
    await church.repairRows(id, { rows: [2], action: 'set', values: { campaign: 'Missions' } });
    await church.repairRows(id, { rows: [3], action: 'accept' });
    await church.repairRows(id, { rows: [4], action: 'set', values: { amount: '8.00' } });
    await church.repairRows(id, { rows: [5], action: 'setAside' });
    const before = await church.listStates(id);
    expect(before).toEqual(['2 new', '3 new', '4 new', '5 setAside']);
    const { campaign: _, ...otherColumns } = bankColumns;
    const read = (await church.mapColumns(id, { columns: { ...otherColumns, notes: 3 } })).body;
    expect(read).toMatchObject({ repaired: 4, undo: null, counts: { new: 3, setAside: 1 } });
    expect(await church.listStates(id)).toEqual(before);
    expect(
      (await church.readRows(id)).map(({ read, values }) => [
        read.amount,
        read.campaign,
        values.notes,
      ]),
    ).toEqual([
      ['5.00', 'Missions', 'North'],
      ['7.00', null, 'South'],
      ['8.00', null, 'North'],
      ['9.00', null, 'North'],
    ]);
    // The edits and decisions are also kept while a question is open.
    expect((await church.mapColumns(id, { columns: { email: 0, amount: 1 } })).body).toMatchObject({
      status: 'needs_mapping',
      repaired: 4,
    });
    expect((await church.mapColumns(id, { columns: bankColumns })).body).toMatchObject({
      status: 'ready',
      repaired: 4,
      counts: { new: 3, setAside: 1 },
    });
    expect((await church.readRows(id)).map(({ read }) => read.campaign)).toEqual([
      'Missions',
      null,
      null,
      null,
    ]);
  });

  it('needs review again if a row now resembles another recorded gift', async () => {
    const uploadWithDates = async (...lines: string[]) => {
      const { id } = (await church.upload([bankHeader, ...lines, ''].join('\n'))).body;
      await church.mapColumns(id, {
        columns: bankColumns,
        defaults: { paymentMethod: 'Check' },
        source: null,
        dateStyle: 'mdy',
      });
      return id;
    };
    await church.commit(
      await uploadWithDates(
        'ruth@x.test,7.00,03/02/2025,North,',
        'ruth@x.test,7.00,02/03/2025,North,',
      ),
    );
    const id = await uploadWithDates('ruth@x.test,7.00,03/02/2025,South,');
    await church.repairRows(id, { rows: [2], action: 'accept' });
    expect(await church.readRows(id)).toMatchObject([
      { state: 'new', like: { date: '2025-03-02' } },
    ]);
    await church.mapColumns(id, { columns: bankColumns, dateStyle: 'dmy' });
    expect(await church.readRows(id)).toMatchObject([
      { state: 'held', like: { date: '2025-02-03' }, read: { date: '2025-02-03' } },
    ]);
  });

  it('needs a confirmation if the changes of rows would be lost', async () => {
    const id = await church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/15/2025,South,Roof',
      'ruth@x.test,8.00,03/16/2025,South,Roof',
    );
    await church.repairRows(id, { rows: [2], action: 'set', values: { amount: '6.00' } });
    const before = await church.readRows(id);
    const third = { headerRow: 3, columns: bankColumns, defaults: { paymentMethod: 'Check' } };
    const further = await church.mapColumns(id, third);
    expect(further).toMatchObject({
      status: 409,
      body: {
        message:
          'A row that you have changed or decided is not among those that are read then. ' +
          'Go on, and lose that?',
      },
    });
    expect(await church.readRows(id)).toEqual(before);
    expect((await church.readImport(id)).undo).toMatchObject({ action: 'set', rows: 1 });
    expect((await church.mapColumns(id, { ...third, dropRepairs: true })).body).toMatchObject({
      repaired: 0,
      counts: { total: 1 },
    });
    expect((await church.mapColumns(id, { ...third, headerRow: 1 })).body).toMatchObject({
      repaired: 0,
      counts: { total: 3 },
    });
    expect((await church.readRows(id))[0]!.read.amount).toBe('5.00');
  });
});
