import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportRowsSum } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath, template } from '../../../../support/imports.js';
import { createReviewChurch, type ReviewChurch } from './review-church.js';

let app: TestApp;
let church: ReviewChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createReviewChurch(app);
});

describe('a row in the review of an import', () => {
  it('has all cells of the file, and the values that were read', async () => {
    const id = await church.uploadBankFile('hannah@x.test,"1,025.50",03/14/2025,North Street,Roof');
    expect(await church.readRows(id)).toMatchObject([
      {
        row: 2,
        state: 'new',
        record: ['hannah@x.test', '1,025.50', '03/14/2025', 'North Street', 'Roof'],
        read: { date: '2025-03-14', amount: '1025.50', paymentMethod: 'Check', campaign: 'Roof' },
        donor: { name: 'Hannah Brooks' },
        changed: [],
        repaired: false,
        issues: [],
      },
    ]);
  });

  it('has each of its errors once, and the values that could be read', async () => {
    const id = await church.uploadBankFile(
      'nobody@x.test,abc,03/14/2025,North,',
      'nobody@x.test,5.00,13/32/2025,North,',
      'hannah@x.test,,soon,North,',
    );
    expect(
      (await church.readRows(id)).map(({ issues, message }) => [
        message,
        ...issues.map(({ field, message }) => `${field}: ${message}`),
      ]),
    ).toEqual([
      [
        'Row 2: Invalid amount "abc"',
        'amount: Row 2: Invalid amount "abc"',
        'email: Row 2: User not found with email "nobody@x.test"',
      ],
      [
        'Row 3: Invalid date format "13/32/2025". Use MM/DD/YYYY',
        'date: Row 3: Invalid date format "13/32/2025". Use MM/DD/YYYY',
        'email: Row 3: User not found with email "nobody@x.test"',
      ],
      [
        'Row 4: Missing amount',
        'amount: Row 4: Missing amount',
        'date: Row 4: Invalid date format "soon". Use MM/DD/YYYY',
      ],
    ]);
    expect((await church.readRows(id))[0]!.read).toMatchObject({
      date: '2025-03-14',
      amount: null,
      paymentMethod: 'Check',
    });
    // The template has messages of its own.
    const { body } = await church.upload(
      template('nobody@x.test,20,Bitcoin,2025-02-30,,', 'hannah@x.test,20,Cash'),
    );
    expect(
      (await church.readRows(body.id)).map(({ issues }) =>
        issues.map(({ field, message }) => `${field}: ${message}`),
      ),
    ).toEqual([
      [
        'paymentMethod: Row 2: Invalid payment method "Bitcoin". Must be Cash, CashApp, or Zeffy',
        'date: Row 2: Invalid date format "2025-02-30". Use YYYY-MM-DD',
        'email: Row 2: User not found with email "nobody@x.test"',
      ],
      ['null: Row 3: Column count mismatch', 'date: Row 3: Invalid date format "". Use YYYY-MM-DD'],
    ]);
  });

  it('has the edited values as well as those of the file, unless they are equal', async () => {
    const id = await church.uploadBankFile('hannah@x.test,5.00,03/14/2025,North,Roof');
    await church.repairRows(id, {
      rows: [2],
      action: 'set',
      values: { amount: '6.00', campaign: '' },
    });
    expect(await church.readRows(id)).toMatchObject([
      {
        changed: ['amount', 'campaign'],
        repaired: true,
        record: ['hannah@x.test', '5.00', '03/14/2025', 'North', 'Roof'],
        read: { amount: '6.00', campaign: null },
      },
    ]);
    await church.repairRows(id, { rows: [2], action: 'set', values: { amount: '5.00' } });
    expect(await church.readRows(id)).toMatchObject([
      { changed: ['campaign'], read: { amount: '5.00', campaign: null } },
    ]);
    expect((await church.repairRows(id, { rows: [2], action: 'reset' })).body.repaired).toBe(0);
    expect(await church.readRows(id)).toMatchObject([
      { changed: [], repaired: false, read: { amount: '5.00', campaign: 'Roof' } },
    ]);
    expect((await church.repairRows(id, { rows: [2], action: 'reset' })).status).toBe(200);
  });
});

describe('the rows that a filter finds', () => {
  let id: string;
  beforeEach(async () => {
    id = await church.uploadBankFile(
      'hannah@x.test,5.00,03/14/2025,North,Roof',
      'ruth@x.test,7.00,03/14/2025,100% south_side,Roof',
      'ann@x.test,9.00,03/14/2025,North,',
      'hannah@x.test,abc,03/14/2025,East,Roof',
    );
  });

  it('are found by state, problem, cell, edited value or the giver’s name', async () => {
    const findRowNumbers = async (query: string) =>
      (await church.readRows(id, query)).map(({ row }) => row);
    const sumRows = async (query = '') =>
      (await church.secretary.get<ImportRowsSum>(importPath(id, `/rows/sum${query}`))).body;
    expect(await findRowNumbers('?state=open')).toEqual([4, 5]);
    expect(await findRowNumbers('?state=all')).toEqual([2, 3, 4, 5]);
    expect(await findRowNumbers('?state=open&problem=amount')).toEqual([5]);
    expect(await findRowNumbers('?q=NORTH')).toEqual([2, 4]);
    expect(await findRowNumbers('?q=whitfield')).toEqual([3]);
    expect(await findRowNumbers('?q=100%25')).toEqual([3]); // The text is not a pattern.
    expect(await findRowNumbers('?q=h_sid')).toEqual([3]);
    expect(await findRowNumbers('?q=h_nnah')).toEqual([]);
    expect(await findRowNumbers('?q=amount')).toEqual([]); // The field's name is not in the file.
    expect(await sumRows('?q=north')).toEqual({ rows: 2, amount: '14.00' });
    expect(await sumRows()).toEqual({ rows: 4, amount: '21.00' });
    await church.repairRows(id, {
      rows: [2],
      action: 'set',
      values: { notes: 'In memory of Opal' },
    });
    expect(await findRowNumbers('?q=opal')).toEqual([2]);
    expect((await church.secretary.get(importPath(id, '/rows?state=nonsense'))).status).toBe(400);
  });

  it('are all changed by one request, without a change of other rows', async () => {
    expect(
      (await church.repairRows(id, { q: 'roof', action: 'set', values: { campaign: 'Missions' } }))
        .body.undo,
    ).toMatchObject({ action: 'set', rows: 3 });
    expect((await church.readRows(id)).map(({ read }) => read.campaign)).toEqual([
      'Missions',
      'Missions',
      null,
      'Missions',
    ]);
    expect(
      (await church.repairRows(id, { state: 'open', action: 'setAside' })).body.counts,
    ).toMatchObject({
      new: 2,
      setAside: 2,
    });
    expect(
      (await church.repairRows(id, { state: 'all', action: 'set', values: { date: '2025-04-01' } }))
        .body.undo,
    ).toMatchObject({ action: 'set', rows: 4 });
    expect((await church.readRows(id)).map(({ read }) => read.date)).toEqual([
      '2025-04-01',
      '2025-04-01',
      '2025-04-01',
      '2025-04-01',
    ]);
    // A change of all rows does not include skipped rows again.
    expect(await church.listStates(id)).toEqual(['2 new', '3 new', '4 setAside', '5 setAside']);
    expect((await church.repairRows(id, { action: 'setAside' })).status).toBe(400);
    // A request that changes none of its rows is refused, unless the rows were changed before or no
    // row matches.
    expect(await church.repairRows(id, { state: 'new', action: 'correct' })).toMatchObject({
      status: 409,
      body: { message: 'None of these rows changes a gift that is recorded.' },
    });
    expect((await church.repairRows(id, { state: 'setAside', action: 'setAside' })).status).toBe(
      200,
    );
    expect((await church.repairRows(id, { state: 'open', action: 'accept' })).status).toBe(200);
  });
});
