import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ledger } from '#libs/contracts';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { createGiverChurch, type GiverChurch } from './giver-church.js';

let app: TestApp;
let church: GiverChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createGiverChurch(app);
});

describe('givers of a file with the same name or address', () => {
  it('are two guests with two addresses; a giver without address needs an answer', async () => {
    const { id } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee', 'lee@x.test'],
      ['Ann Lee'],
    );
    const keys = await church.listKeys(id);
    expect(keys).toHaveLength(3);
    expect((await church.answer(id, keys, { answer: 'guest' })).body.counts).toMatchObject({
      new: 2,
      held: 1,
      rejected: 0,
    });
    const third = await church.findKey(id, 'Ann Lee');
    expect(await church.answer(id, [third], { answer: 'guest' })).toMatchObject({
      status: 409,
      body: {
        message:
          'Several guests are named Ann Lee. Choose which of them this is, or say that it ' +
          'is somebody else.',
      },
    });
    const second = (await church.listGivers(id)).find(({ email }) => email === 'lee@x.test')!;
    expect(
      (await church.answer(id, [third], { answer: 'guest', donorId: second.donor!.id })).body
        .counts,
    ).toMatchObject({ new: 3 });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([
      ['Ann Lee', 'guest', 1],
      ['Ann Lee', 'guest', 2],
    ]);
  });

  it('are resolved to the only recorded guest of their name if they have no address', async () => {
    const bo = (await church.recordGuestGift('Bo Li', 'bo@x.test')).body.donorId;
    const { id } = await church.uploadDraft(['Bo Li', 'new@x.test'], ['Bo Li']);
    expect((await church.listGivers(id)).map(({ email, donor }) => [email, donor?.id])).toEqual([
      [null, bo],
      ['new@x.test', undefined],
    ]);
    expect(
      (
        await church.answer(id, [await church.findKey(id, 'Bo Li', 'new@x.test')], {
          answer: 'guest',
        })
      ).body.counts,
    ).toMatchObject({ new: 2 });
    await church.commit(id);
    expect(
      (await church.secretary.get<Ledger>(`/api/admin/church-ledger?sort=name`)).body.rows.filter(
        ({ donorId }) => donorId === bo,
      ),
    ).toHaveLength(2); // in 2020, and in the year of the file
    expect(await church.readLedger()).toEqual([
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 2],
    ]);
  });

  it('need review without an address if a recorded and a new guest have the name', async () => {
    await church.recordGuestGift('Bo Li', 'bo@x.test');
    const before = await church.uploadDraft(['Bo Li', 'new@x.test']);
    await church.answer(before.id, [await church.findKey(before.id, 'Bo Li', 'new@x.test')], {
      answer: 'guest',
    });
    const { id, counts } = await church.uploadDraft(['Bo Li', 'new@x.test'], ['Bo Li']);
    expect(counts).toMatchObject({ new: 1, held: 1 });
    expect(await church.listOpenGivers(id)).toEqual([['Bo Li', null]]);
  });

  it('are matched by name or by phone number if they have no address', async () => {
    const { id } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee'],
      ['Bo Li', 'bo@x.test', '555-010-0110'],
      ['Bo Li', 'li@x.test'],
      ['Bo Li', '', '(555) 010 0110'],
      ['', 'ann@x.test'],
    );
    expect(
      (await church.listGivers(id)).map(({ name, email, rows }) => [name, email, rows]),
    ).toEqual([
      ['Ann Lee', 'ann@x.test', 3],
      ['Bo Li', 'bo@x.test', 2],
      ['Bo Li', 'li@x.test', 1],
    ]);
    await church.answer(id, await church.listKeys(id), { answer: 'guest' });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([
      ['Ann Lee', 'guest', 3],
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 2],
    ]);
    expect((await church.uploadDraft(['Ann Lee'], ['', 'ann@x.test'])).counts).toMatchObject({
      new: 2,
    });
  });

  it('are the guest with the same name and address, or with the name if it has none', async () => {
    const ann = (await church.recordGuestGift('Ann Lee', 'ann@x.test')).body.donorId;
    const bo = (await church.recordGuestGift('Bo Li')).body.donorId;
    const { id, counts } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee'],
      ['Bo Li', 'bo@x.test'],
    );
    expect(counts).toMatchObject({ new: 3 });
    expect((await church.listGivers(id)).map(({ donor, open }) => [donor?.id, open])).toEqual([
      [ann, false],
      [bo, false],
    ]);
    expect(
      (
        await church.answer(id, [await church.findKey(id, 'Bo Li', 'bo@x.test')], {
          answer: 'apart',
        })
      ).status,
    ).toBe(200);
    await church.commit(id);
    expect(await church.readLedger()).toEqual([
      ['Ann Lee', 'guest', 3],
      ['Bo Li', 'guest', 1],
      ['Bo Li', 'guest', 1],
    ]);
  });

  it('need review if they have two addresses, and a guest with their name has none', async () => {
    await church.recordGuestGift('Ann Lee');
    const { id, counts } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Ann Lee', 'lee@x.test'],
    );
    expect(counts).toMatchObject({ held: 2, new: 0 });
    expect(await church.listOpenGivers(id)).toHaveLength(2);
  });

  it('need an answer (household or one person) if another name has their address', async () => {
    const walter = (await church.recordGuestGift('Walter Simmons', 'family@x.test')).body.donorId;
    const { id, counts } = await church.uploadDraft(
      ['Wanda Simmons', 'family@x.test'],
      ['Walt Simmons', 'family@x.test'],
    );
    expect(counts).toMatchObject({ held: 2 });
    const [row] = await church.readRows(id);
    expect(row).toMatchObject({
      problem: 'giver',
      message:
        'Row 2: A household, or one person? The guest Walter Simmons has the email address ' +
        '"family@x.test".',
    });
    await church.answer(id, [await church.findKey(id, 'Wanda Simmons', 'family@x.test')], {
      answer: 'guest',
    });
    await church.answer(id, [await church.findKey(id, 'Walt Simmons', 'family@x.test')], {
      answer: 'guest',
      donorId: walter,
    });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([
      ['Walter Simmons', 'guest', 2],
      ['Wanda Simmons', 'guest', 1],
    ]);
    expect(
      (
        await church.uploadDraft(
          ['Wanda Simmons', 'family@x.test'],
          ['Walt Simmons', 'family@x.test'],
        )
      ).counts,
    ).toMatchObject({ new: 2 });
  });

  it('can be one new guest if they have the same address, who is created once', async () => {
    const { id } = await church.uploadDraft(
      ['Wanda Simmons', 'family@x.test'],
      ['Walt Simmons', 'family@x.test'],
    );
    const [walt, wanda] = await church.listGivers(id);
    const candidate = wanda!.candidates.find(({ why }) => why === 'same email address')!;
    expect(candidate).toMatchObject({ name: 'Walt Simmons', kind: 'guest' });
    await church.answer(id, [wanda!.key], { answer: 'guest', donorId: candidate.id });
    await church.answer(id, [walt!.key], { answer: 'guest' });
    expect(await church.listOpenGivers(id)).toEqual([]);
    await church.answer(id, [walt!.key], { answer: 'member', donorId: church.david });
    expect((await church.listGivers(id)).map(({ donor }) => donor?.name)).toEqual([
      'David Kowalski',
      'David Kowalski',
    ]);
    await church.answer(id, [walt!.key], { answer: 'guest' });
    await church.answer(id, [wanda!.key], { answer: 'guest', donorId: candidate.id });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([['Walt Simmons', 'guest', 2]]);
  });
});

describe('two imports at the same time', () => {
  it('create a new guest only once', async () => {
    const drafts = [
      await church.uploadDraft(['Ann Lee', 'ann@x.test']),
      await church.uploadDraft(['Ann Lee', 'ann@x.test']),
      await church.uploadDraft(['Ann Lee']),
    ];
    for (const { id } of drafts)
      await church.answer(id, await church.listKeys(id), { answer: 'guest' });
    await Promise.all(drafts.map(({ id }) => church.secretary.post(importPath(id, '/commit'))));
    for (const { id } of drafts)
      expect(await church.waitUntilSettled(id)).toMatchObject({ status: 'committed' });
    expect(await church.readLedger()).toEqual([['Ann Lee', 'guest', 3]]);
  });
});
