import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportGiver } from '#libs/contracts';
import { StoreMemberDonor } from '../../../../../src/giving/index.js';
import { startApp, type TestApp } from '../../../../support/app.js';
import { importPath } from '../../../../support/imports.js';
import { createGiverChurch, type GiverChurch, type GiverLine } from './giver-church.js';

let app: TestApp;
let church: GiverChurch;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  church = await createGiverChurch(app);
});

describe('the givers of a file', () => {
  it('need one answer each, and no answer in the next file', async () => {
    const people: GiverLine[] = [
      ['Walter Simmons', 'walter@bank.test'],
      ['Simone Weil'],
      ['$davek'],
      ['Ruth Ames', '', '555-010-0101'],
      ['', 'nameless@bank.test'],
    ];
    const gifts = Array.from({ length: 60 }, (_, n) => people[n % 5]!);
    const first = await church.uploadDraft(...gifts);
    expect(first.counts).toMatchObject({ total: 60, held: 60, rejected: 0 });
    const givers = await church.listGivers(first.id, '?open=true');
    expect(givers.map(({ rows, amount, open }) => [rows, amount, open])).toEqual(
      Array(5).fill([12, '120.00', true]),
    );
    let choices = 0;
    for (const { key, name } of givers) {
      const answered = await church.answer(
        first.id,
        [key],
        name === '$davek' ? { answer: 'member', donorId: church.david } : { answer: 'guest' },
      );
      expect(answered.status).toBe(200);
      choices++;
    }
    expect(choices).toBe(5);
    expect(await church.listOpenGivers(first.id)).toEqual([]);
    await church.commit(first.id);
    expect(await church.readLedger()).toEqual([
      ['David Kowalski', 'member', 12],
      ['No name (nameless@bank.test)', 'guest', 12],
      ['Ruth Ames', 'guest', 12],
      ['Simone Weil', 'guest', 12],
      ['Walter Simmons', 'guest', 12],
    ]);
    const next = await church.uploadDraft(...gifts);
    expect(next.counts).toMatchObject({ total: 60, new: 60, rejected: 0, held: 0 });
    expect(await church.listOpenGivers(next.id)).toEqual([]);
    await church.commit(next.id);
    expect((await church.readLedger()).map(([, , count]) => count)).toEqual([24, 24, 24, 24, 24]);
    expect(await church.findProblems()).toEqual([]);
  });

  it('have candidates, each with a reason', async () => {
    await church.recordGuestGift('Walter Simmons', 'family@x.test');
    const ruth = { email: 'ruth@x.test', firstName: 'Ruth', lastName: 'Whitfield' };
    await app.run(
      new StoreMemberDonor(
        church.id,
        (await app.person(church.id, { ...ruth, signsIn: false })).id,
        {
          ...ruth,
          phone: '(555) 010-0177',
        },
      ),
    );
    const { id } = await church.uploadDraft(
      ['Dave Kowalski'],
      ['Kowalski David', 'other@x.test'],
      ['Wanda Simmons', 'family@x.test'],
      ['R W', '', '+1 555.010.0177'],
      ['Hana Broks'],
      ['Nobody Known'],
    );
    const reasons = Object.fromEntries(
      (await church.listGivers(id)).map(({ name, candidates }) => [
        name,
        candidates.map((candidate) => [candidate.name, candidate.kind, candidate.why]),
      ]),
    );
    expect(reasons).toMatchObject({
      'Dave Kowalski': [['David Kowalski', 'member', 'nickname: Dave for David']],
      'Kowalski David': [['David Kowalski', 'member', 'name turned round']],
      'Wanda Simmons': [['Walter Simmons', 'guest', 'same email address']],
      'R W': [['Ruth Whitfield', 'member', 'same phone number']],
      'Hana Broks': [['Hannah Brooks', 'member', 'similar name']],
      'Nobody Known': [],
    });
    expect((await church.readImport(id)).counts.new).toBe(0);
  });

  it('are matched with a member by the exact address, but not by a name alone', async () => {
    const { id } = await church.uploadDraft(
      ['H. B.', 'HANNAH@x.test'],
      ['Hannah Brooks'],
      ['Hannah Brooks'],
      ['hannah  BROOKS KING', 'elsewhere@x.test'],
    );
    expect((await church.readImport(id)).counts).toMatchObject({ new: 1, held: 3, rejected: 0 });
    const rows = await church.readRows(id);
    expect(rows.map(({ message }) => message)).toEqual([
      null,
      'Row 3: Is this the member Hannah Brooks? The file gives no email address.',
      'Row 4: Is this the member Hannah Brooks? The file gives no email address.',
      'Row 5: No giver found with email "elsewhere@x.test". Who gave this?',
    ]);
    const key = await church.findKey(id, 'Hannah Brooks');
    expect(
      (await church.answer(id, [key], { answer: 'member', donorId: church.hannah })).body.counts,
    ).toMatchObject({ new: 3, held: 1, rejected: 0 });
    expect(
      (await church.listRememberedAnswers()).map(({ name, email, donor }) => [
        name,
        email,
        donor?.name,
      ]),
    ).toEqual([['Hannah Brooks', null, 'Hannah Brooks']]);
  });

  it('are the unidentified giver if they have no name, unless a user chooses one', async () => {
    const { id, counts } = await church.uploadDraft([''], ['']);
    expect(counts).toMatchObject({ rejected: 2 });
    const [nameless] = await church.listGivers(id, '?open=true');
    expect(nameless).toMatchObject({ name: '', email: null, rows: 2, open: true });
    expect(
      (await church.answer(id, [nameless!.key], { answer: 'guest' })).body.counts,
    ).toMatchObject({
      new: 2,
    });
    expect(
      (await church.answer(id, [nameless!.key], { answer: 'member', donorId: church.hannah })).body
        .counts,
    ).toMatchObject({ new: 2 });
    expect((await church.listGivers(id)).map(({ donor }) => donor?.id)).toEqual([church.hannah]);
    await church.answer(id, [nameless!.key], { answer: 'guest' });
    await church.commit(id);
    expect(await church.readLedger()).toEqual([['Unidentified giver', 'unidentified', 2]]);
    expect(await church.listRememberedAnswers()).toEqual([]);
  });

  it('are returned in pages with the header Link', async () => {
    const { id } = await church.uploadDraft(
      ...Array.from({ length: 5 }, (_, n): GiverLine => [`Giver ${n}`]),
    );
    const first = await church.secretary.get<ImportGiver[]>(importPath(id, '/givers?limit=3'));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    const second = await church.secretary.get<ImportGiver[]>(next);
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual([
      'Giver 0',
      'Giver 1',
      'Giver 2',
      'Giver 3',
      'Giver 4',
    ]);
    expect(second.headers.get('link')).toBeNull();
  });
});
