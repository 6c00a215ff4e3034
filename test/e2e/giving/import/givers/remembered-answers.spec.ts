import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Donation, ErrorBody, ImportAnswer } from '#libs/contracts';
import { MarkMemberLeft } from '../../../../../src/giving/index.js';
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

describe('a remembered answer', () => {
  it('is found by a part of the name in the file, or of the donor’s name', async () => {
    const { id } = await church.uploadDraft(['$davek'], ['$hannah']);
    for (const [name, donorId] of [
      ['$davek', church.david],
      ['$hannah', church.hannah],
    ] as const)
      await church.answer(id, [await church.findKey(id, name)], { answer: 'member', donorId });
    const search = async (words: string) => {
      const path = `/api/admin/import-answers?search=${encodeURIComponent(words)}`;
      return (await church.secretary.get<ImportAnswer[]>(path)).body.map(({ name }) => name);
    };
    expect(await search('DAVE')).toEqual(['$davek']);
    expect(await search('kowal')).toEqual(['$davek']);
    expect(await search('hannah')).toEqual(['$hannah']);
    expect(await search('%')).toEqual([]);
    expect(await search('  ')).toEqual(['$davek', '$hannah']);
  });

  it('belongs to one church, is listed, and can be deleted', async () => {
    const { id } = await church.uploadDraft(['$davek']);
    await church.answer(id, [await church.findKey(id, '$davek')], {
      answer: 'member',
      donorId: church.david,
    });
    const [remembered] = await church.listRememberedAnswers();
    expect(remembered).toMatchObject({
      kind: 'giver',
      name: '$davek',
      email: null,
      answer: 'member',
      donor: { id: church.david, name: 'David Kowalski', kind: 'member' },
    });
    expect(
      (
        await church.secretary.get<ImportAnswer[]>(
          `/api/admin/import-answers?donorId=${church.david}`,
        )
      ).body,
    ).toHaveLength(1);
    expect(
      (
        await church.secretary.get<ImportAnswer[]>(
          `/api/admin/import-answers?donorId=${church.hannah}`,
        )
      ).body,
    ).toEqual([]);

    const otherChurch = await app.church('stranger');
    await app.person(otherChurch, { email: 'admin@stranger.test', role: 'admin' });
    const stranger = app.as('admin@stranger.test');
    expect(await church.listRememberedAnswers(stranger)).toEqual([]);
    expect((await stranger.delete(`/api/admin/import-answers/${remembered!.id}`)).status).toBe(404);
    expect((await stranger.get(importPath(id, '/givers'))).status).toBe(404);
    expect((await stranger.patch(importPath(id, '/givers'), {})).status).toBe(404);
    expect(
      (
        await church.listGivers(
          (await church.uploadDraftAs(stranger, [['$davek']])).id,
          '?open=true',
          stranger,
        )
      ).map(({ candidates }) => candidates),
    ).toEqual([[]]);

    expect(
      (await church.secretary.delete(`/api/admin/import-answers/${remembered!.id}`)).status,
    ).toBe(204);
    expect(
      (await church.secretary.delete(`/api/admin/import-answers/${remembered!.id}`)).status,
    ).toBe(404);
    expect(await church.listOpenGivers((await church.uploadDraft(['$davek'])).id)).toEqual([
      ['$davek', null],
    ]);
    expect((await church.readImport(id)).counts.new).toBe(1); // The answers in a draft remain.
  });

  it('is deleted when the member is removed, also in drafts', async () => {
    const { id } = await church.uploadDraft(['$davek']);
    await church.answer(id, [await church.findKey(id, '$davek')], {
      answer: 'member',
      donorId: church.david,
    });
    await app.run(new MarkMemberLeft(church.id, church.david));
    expect(await church.listRememberedAnswers()).toEqual([]);
    expect((await church.secretary.post<ErrorBody>(importPath(id, '/commit'))).status).toBe(409);
    expect(await church.listOpenGivers(id)).toEqual([['$davek', null]]);
    expect(await church.listOpenGivers((await church.uploadDraft(['$davek'])).id)).toEqual([
      ['$davek', null],
    ]);
  });

  it('about a new guest with a known name is stored only by the commit', async () => {
    await church.recordGuestGift('Ann Lee');
    const { id } = await church.uploadDraft(['Ann Lee']);
    await church.answer(id, [await church.findKey(id, 'Ann Lee')], { answer: 'apart' });
    expect(await church.listRememberedAnswers()).toEqual([]);
    await church.commit(id);
    expect((await church.uploadDraft(['Ann Lee'])).counts).toMatchObject({ new: 1 });
    expect(await church.listRememberedAnswers()).toMatchObject([
      { name: 'Ann Lee', donor: { name: 'Ann Lee', kind: 'guest' } },
    ]);
  });
});

describe('undo of an import', () => {
  it('removes guests and answers that only it created; a new import adds them again', async () => {
    const keptGuest = (await church.recordGuestGift('Bo Li', 'bo@x.test')).body.donorId;
    const { id } = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Bo Li', 'bo@x.test'],
      ['Cy Young'],
      ['$bo'],
    );
    await church.answer(
      id,
      (await church.listGivers(id, '?open=true'))
        .filter(({ name }) => name !== '$bo')
        .map(({ key }) => key),
      { answer: 'guest' },
    );
    await church.answer(id, [await church.findKey(id, '$bo')], {
      answer: 'guest',
      donorId: keptGuest,
    });
    await church.commit(id);
    // Cy Young has a gift that was recorded by hand, so the undo must not remove this guest.
    await church.recordGuestGift('Cy Young');
    expect((await church.listRememberedAnswers()).map(({ name }) => name)).toEqual([
      '$bo',
      'Ann Lee',
      'Cy Young',
    ]);
    expect((await church.secretary.post(importPath(id, '/undo'))).status).toBe(202);
    await church.waitUntilSettled(id);
    expect((await church.listRememberedAnswers()).map(({ name }) => name)).toEqual([
      '$bo',
      'Cy Young',
    ]);
    expect(await church.readLedger()).toEqual([
      ['Bo Li', 'guest', 1],
      ['Cy Young', 'guest', 1],
    ]);
    const laterDraft = await church.uploadDraft(
      ['Ann Lee', 'ann@x.test'],
      ['Bo Li', 'bo@x.test'],
      ['Cy Young'],
      ['$bo'],
    );
    expect(await church.listOpenGivers(laterDraft.id)).toEqual([['Ann Lee', 'ann@x.test']]);
    expect(
      (await church.listGivers(laterDraft.id, '?open=true')).map(({ candidates }) => candidates),
    ).toEqual([[]]);
    await church.answer(
      laterDraft.id,
      [await church.findKey(laterDraft.id, 'Ann Lee', 'ann@x.test')],
      {
        answer: 'guest',
      },
    );
    await church.commit(laterDraft.id);
    expect(await church.readLedger()).toEqual([
      ['Ann Lee', 'guest', 1],
      ['Bo Li', 'guest', 3],
      ['Cy Young', 'guest', 2],
    ]);
    // The deleted gifts keep the names of their donors.
    const deleted = (
      await church.secretary.get<Donation[]>('/api/admin/donations?state=deleted')
    ).body
      .map(({ donorName }) => donorName)
      .sort();
    expect(deleted).toEqual(['Ann Lee', 'Bo Li', 'Bo Li', 'Cy Young']);
    expect(await church.findProblems()).toEqual([]);
  });

  it('makes drafts ask again about givers whose guests were removed', async () => {
    const [first, second] = [
      await church.uploadDraft(['Ann Lee']),
      await church.uploadDraft(['Bo Li']),
    ];
    await church.answer(first.id, [await church.findKey(first.id, 'Ann Lee')], { answer: 'guest' });
    await church.commit(first.id);
    const third = await church.uploadDraft(['Ann Lee']);
    expect(third.counts).toMatchObject({ new: 1 });
    await church.secretary.post(importPath(first.id, '/undo'));
    await church.waitUntilSettled(first.id);
    expect((await church.secretary.post(importPath(third.id, '/commit'))).status).toBe(409);
    expect(await church.listOpenGivers(third.id)).toEqual([['Ann Lee', null]]);
    expect(await church.listOpenGivers(second.id)).toEqual([['Bo Li', null]]);
  });
});
