import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { give, startApp, type TestApp } from '../../../../support/app.js';
import { importPath, upload } from '../../../../support/imports.js';
import { bankColumns, createGiverChurch, type GiverChurch } from './giver-church.js';

const unknownId = '01a1fc63-f841-71e3-ad8c-fa6353f799cd';
let app: TestApp;
let church: GiverChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createGiverChurch(app);
});

describe('an answer about a giver', () => {
  it('applies to all rows of the giver, also to corrected ones, and can be changed', async () => {
    const text = [
      'Who,Mail,Sum,On',
      'Dave,,10.00,2024-03-01',
      'Dave,,ten,2024-03-02',
      'Dave,,30.00,2024-03-03',
    ].join('\n');
    const { id } = (await upload(church.secretary, text)).body;
    await church.secretary.put(importPath(id, '/mapping'), {
      columns: { name: 0, email: 1, amount: 2, date: 3 },
      defaults: { paymentMethod: 'Cash' },
    });
    const key = await church.findKey(id, 'Dave');
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(
        await church.answer(id, [key], { answer: 'member', donorId: church.david }),
      ).toMatchObject({
        status: 200,
        body: { counts: { new: 2, rejected: 1 } },
      });
    }
    await church.secretary.patch(importPath(id, '/rows'), {
      rows: [3],
      action: 'set',
      values: { amount: '20.00' },
    });
    expect(
      (await church.listGivers(id)).map(({ rows, amount, donor, open }) => [
        rows,
        amount,
        donor?.id,
        open,
      ]),
    ).toEqual([[3, '60.00', church.david, false]]);
    await church.answer(id, [key], { answer: 'guest' });
    expect((await church.listGivers(id))[0]!.donor).toMatchObject({ kind: 'guest', name: 'Dave' });
    await church.answer(id, [key], { answer: 'member', donorId: church.hannah });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([['Hannah Brooks', 'member', 3]]);
  });

  it('that is changed also applies to the other names of the giver in the file', async () => {
    const { id } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee'],
      ['', 'ann@x.test'],
    );
    const key = await church.findKey(id, 'Ann Lee', 'ann@x.test');
    await church.answer(id, [key], { answer: 'guest' });
    expect(
      (await church.answer(id, [key], { answer: 'member', donorId: church.hannah })).body.counts,
    ).toMatchObject({ new: 3 });
    expect(
      (await church.listRememberedAnswers()).map(({ name, email, donor }) => [
        name,
        email,
        donor?.id,
      ]),
    ).toEqual([
      ['', 'ann@x.test', church.hannah],
      ['Ann Lee', null, church.hannah],
      ['Ann Lee', 'ann@x.test', church.hannah],
    ]);
    expect((await church.uploadDraft(['Ann Lee'], ['', 'ann@x.test'])).counts).toMatchObject({
      new: 2,
    });
  });

  it('compares the rows with the recorded gifts again', async () => {
    await give(church.secretary, church.david, { amount: '10.00', date: '2024-03-01' });
    const { id } = (
      await upload(church.secretary, ['Who,Mail,Sum,On', 'Dave,,10.00,2024-03-01'].join('\n'))
    ).body;
    await church.secretary.put(importPath(id, '/mapping'), {
      columns: { name: 0, email: 1, amount: 2, date: 3 },
      defaults: { paymentMethod: 'Cash' },
    });
    const key = await church.findKey(id, 'Dave');
    expect(
      (await church.answer(id, [key], { answer: 'member', donorId: church.david })).body.counts,
    ).toMatchObject({ held: 1, new: 0 });
    expect(
      (await church.answer(id, [key], { answer: 'member', donorId: church.hannah })).body.counts,
    ).toMatchObject({ held: 0, new: 1 });
  });

  it('does not apply to rows that the user has answered or changed one by one', async () => {
    const { id } = await church.uploadDraft(['Dave'], ['Dave'], ['Dave']);
    const key = await church.findKey(id, 'Dave');
    await church.answer(id, [key], { answer: 'member', donorId: church.david });
    const repairRows = (body: object) => church.secretary.patch(importPath(id, '/rows'), body);
    await repairRows({ rows: [2], action: 'guest' });
    await repairRows({ rows: [3], action: 'set', values: { email: 'hannah@x.test' } });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([
      ['Dave', 'guest', 1],
      ['David Kowalski', 'member', 1],
      ['Hannah Brooks', 'member', 1],
    ]);
  });

  it.each([
    ['no member', { answer: 'member' }, 400],
    ['a member that does not exist', { answer: 'member', donorId: unknownId }, 400],
    ['a guest that does not exist', { answer: 'guest', donorId: unknownId }, 400],
    ['a new guest with the id of a recorded one', { answer: 'apart', donorId: unknownId }, 400],
    ['an unknown kind of answer', { answer: 'burn' }, 400],
  ])('with %s is refused', async (_name, body, status) => {
    const { id } = await church.uploadDraft(['Dave']);
    expect((await church.answer(id, [await church.findKey(id, 'Dave')], body)).status).toBe(status);
    expect(await church.listOpenGivers(id)).toHaveLength(1);
  });

  it('is refused if it applies to no giver, or if the import is committed', async () => {
    const { id } = await church.uploadDraft(['Dave']);
    expect(await church.answer(id, ['somebody\n'], { answer: 'guest' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('none is in this file') },
    });
    expect((await church.answer(id, [], { answer: 'guest' })).status).toBe(400);
    const key = await church.findKey(id, 'Dave');
    await church.answer(id, [key], { answer: 'guest' });
    await church.commit(id);
    expect((await church.answer(id, [key], { answer: 'guest' })).status).toBe(409);
  });

  it('is kept if the user confirms the columns again', async () => {
    const { id } = await church.uploadDraft(['Dave'], ['Ann Lee']);
    await church.answer(id, [await church.findKey(id, 'Dave')], { answer: 'apart' });
    await church.secretary.put(importPath(id, '/mapping'), {
      columns: bankColumns,
      defaults: { paymentMethod: 'Check' },
    });
    expect(await church.listOpenGivers(id)).toEqual([['Ann Lee', null]]);
  });
});
