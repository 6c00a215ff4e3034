import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DonationImport, ImportGiver, ImportRow } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../../support/app.js';
import { commit, importPath, settled, upload } from '../../../support/imports.js';

/**
 * These tests open drafts of the version before migration 0034. Their rows had a state, a message
 * and a mark for a decision of a user. The facts behind the state were not stored.
 */
let app: TestApp;
let church: string;
let staff: Client;
beforeAll(async () => {
  app = await startApp();
  church = await app.church('old');
  await app.person(church, { email: 'office@old.test', role: 'secretary' });
  for (const [email, firstName] of [
    ['hannah@old.test', 'Hannah'],
    ['ruth@old.test', 'Ruth'],
  ] as const)
    await app.person(church, { email, firstName, lastName: 'Brooks', signsIn: false });
  staff = app.as('office@old.test');
});
afterAll(() => app.close());

const header = 'Giver email,Giver,Gift amount,Given on,Transaction ID,Status,Fund,Reference';
const columns = {
  email: 0,
  name: 1,
  amount: 2,
  date: 3,
  transactionId: 4,
  status: 5,
  campaign: 6,
  refundOf: 7,
};
const choice = {
  source: null,
  columns,
  defaults: { paymentMethod: 'Card' },
  words: { status: { done: 'gift', broken: 'not', odd: 'ask', back: 'refund' } },
};

async function draft(lines: string[]): Promise<string> {
  const { id } = (await upload(staff, [header, ...lines, ''].join('\n'))).body;
  const { body } = await staff.put<DonationImport>(`${importPath(id)}/mapping`, choice);
  expect(body.status).toBe('ready');
  return id;
}

const rowsOf = async (id: string) => (await staff.get<ImportRow[]>(`${importPath(id)}/rows`)).body;
const viewOf = async (id: string) => (await staff.get<DonationImport>(importPath(id))).body;
const repair = (id: string, rows: number[], action: string, values?: object) =>
  staff.patch(`${importPath(id)}/rows`, { rows, action, values });

/** Stores the rows of a draft as the version before migration 0034 did. */
async function storeAsPreviousVersion(id: string): Promise<void> {
  await app.database.asSuperuser(
    `update donation_import_row
        set message = 'Row ' || row || ': A sentence of the version before',
            decided = decision is not null,
            is_separate_donation = coalesce(decision = 'separate', false),
            matching_donation = coalesce(matching_donation, decision_donation),
            matching_row = coalesce(matching_row, decision_row),
            reads_as = null, word_field = null, word = null, issues = null, giver_question = null,
            giver_hint = null,
            edited_donor_id = null, reason = null, decision = null, decision_donation = null,
            decision_row = null,
            decision_action = null, decision_amount = null, decision_version = null
      where import_id = $1`,
    [id],
  );
}

const recorded = [
  'hannah@old.test,,10.00,2025-03-01,T1,done,Roof,',
  'hannah@old.test,,20.00,2025-03-02,T2,done,Roof,',
  'hannah@old.test,,30.00,2025-03-03,T3,done,Roof,',
  'hannah@old.test,,40.00,2025-03-04,T4,done,Roof,',
];
const lines = [
  'hannah@old.test,,10.00,2025-03-01,T1,done,Roof,', // 2: a duplicate
  'hannah@old.test,,25.00,2025-03-02,T2,done,Roof,', // 3: with a changed amount, and accepted
  'hannah@old.test,,35.00,2025-03-03,T3,done,Roof,', // 4: changed, and decided to be another gift
  'hannah@old.test,,5.00,2025-03-05,T5,done,Roof,', // 5: new
  'hannah@old.test,,5.00,2025-03-05,T5,done,Roof,', // 6: the same as row 5
  'hannah@old.test,,40.00,2025-03-04,,done,Roof,', // 7: similar to a recorded gift
  'hannah@old.test,,15.00,2025-03-06,T6,odd,Roof,', // 8: needs a decision
  'hannah@old.test,,15.00,2025-03-06,T7,odd,Roof,', // 9: decided to be a gift
  'hannah@old.test,,16.00,2025-03-06,T8,broken,Roof,', // 10: skipped as no gift
  'hannah@old.test,,lots,2025-03-06,T9,done,Roof,', // 11: an error, and skipped
  'hannah@old.test,,17.00,soon,T10,done,Roof,', // 12: an error
  'nobody@old.test,,18.00,2025-03-07,T11,done,Roof,', // 13: an unknown giver
  ',Opal Finch,19.00,2025-03-08,T12,done,Roof,', // 14: an unknown giver, answered to be a guest
  ',Ruth Brooks,21.00,2025-03-09,T13,done,Roof,', // 15: a member, according to a user
  'hannah@old.test,,2.00,2025-03-10,T14,back,Roof,T5', // 16: refunds money of row 5
  'hannah@old.test,,500.00,2045-01-01,T15,done,Roof,', // 17: in the future
  'hannah@old.test,,6.00,2025-03-11,T16,done,Roof,', // 18: with another amount
];

describe('a draft of an earlier version', () => {
  let id: string;
  beforeAll(async () => {
    await commit(staff, await draft(recorded));
    id = await draft(lines);
    expect((await repair(id, [3], 'correct')).status).toBe(200);
    expect((await repair(id, [4, 9, 15], 'accept')).status).toBe(200);
    expect((await repair(id, [11], 'setAside')).status).toBe(200);
    expect((await repair(id, [18], 'set', { amount: '6.50' })).status).toBe(200);
    const givers = (await staff.get<ImportGiver[]>(`${importPath(id)}/givers?open=true`)).body;
    const opal = givers.find(({ name }) => name === 'Opal Finch')!.key;
    await staff.patch(`${importPath(id)}/givers`, { givers: [opal], answer: 'guest' });
  });

  it('is opened with the same rows, totals and decisions', async () => {
    const [rows, view] = [await rowsOf(id), await viewOf(id)];
    await storeAsPreviousVersion(id);
    expect(await rowsOf(id)).toEqual(rows);
    const opened = await viewOf(id);
    expect(opened).toEqual({ ...view, undo: null });
  });

  it('can be changed, committed and undone', async () => {
    await storeAsPreviousVersion(id);
    await repair(id, [16], 'accept');
    await staff.patch(`${importPath(id)}/rows`, { state: 'open', action: 'setAside' });
    const { counts, amounts } = await viewOf(id);
    expect(counts).toMatchObject({ held: 0, rejected: 0 });
    await storeAsPreviousVersion(id);
    await commit(staff, id);
    const { body: summary } = await staff.get<{ amount: string }>('/api/admin/donations/summary');
    // The sum of the earlier gifts, one of them corrected from 20.00 to 25.00, and of the new
    // gifts, without the refund of 2.00.
    expect(Number(summary.amount)).toBeCloseTo(100 + 5 + 35 + 3 + 15 + 19 + 21 + 6.5, 2);
    expect(amounts.new).toBe('124.50');

    await storeAsPreviousVersion(id);
    expect((await rowsOf(id))[1]).toMatchObject({
      state: 'new',
      message: 'Row 3: A sentence of the version before',
      proposal: { amount: '25.00' },
    });
    await staff.post(`${importPath(id)}/undo`);
    expect(await settled(staff, id)).toMatchObject({ status: 'undone' });
    expect((await staff.get('/api/admin/donations/summary')).body).toMatchObject({
      amount: '100.00',
    });
  });
});

describe('a draft of an earlier version with an open question about its words', () => {
  const few = [
    'hannah@old.test,,11.00,2025-04-01,,done,Roof,', // 2: similar to a recorded gift
    'hannah@old.test,,12.00,2025-04-02,U2,done,Roof,', // 3: with a changed amount
    'hannah@old.test,,13.00,2025-04-03,U3,done,Roof,', // 4: new
  ];

  it('keeps the decisions of users, except for a correction, which is asked again', async () => {
    await commit(
      staff,
      await draft([
        'hannah@old.test,,11.00,2025-04-01,U1,done,Roof,',
        'hannah@old.test,,10.00,2025-04-02,U2,done,Roof,',
      ]),
    );
    const id = await draft(few);
    await repair(id, [2], 'accept');
    await repair(id, [3], 'correct');
    await repair(id, [4], 'setAside');
    const states = async () => (await rowsOf(id)).map(({ state }) => state);
    expect(await states()).toEqual(['new', 'new', 'setAside']);
    // The words are now in another column. They need an answer, and the rows are not read before
    // it.
    const otherMapping = { columns: { ...columns, status: 7, refundOf: 5 } };
    const open = await staff.put<DonationImport>(`${importPath(id)}/mapping`, otherMapping);
    expect(open.body.status).toBe('needs_mapping');
    await app.database.asSuperuser(
      `update donation_import_repair
          set decision = case decision when 'skip' then 'setAside' when 'separate' then 'accept'
          else 'correct' end,
              decision_version = null
        where import_id = $1`,
      [id],
    );
    expect((await staff.put<DonationImport>(`${importPath(id)}/mapping`, choice)).body.status).toBe(
      'ready',
    );
    expect(await states()).toEqual(['new', 'held', 'setAside']);
  });
});
