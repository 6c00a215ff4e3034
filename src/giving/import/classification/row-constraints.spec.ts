import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../../../test/support/database/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The values of a new gift in SQL. */
const gift = {
  state: "'new'",
  reads_as: "'gift'",
  reason: 'null',
  problem: 'null',
  takes_back: 'false',
};
const donation = "'00000000-0000-7000-8000-000000000001'";
let row = 0;

/**
 * Stores a row with these values, which are written in SQL.
 * @returns the name of the constraint that refuses it, or `stored`
 */
async function store(values: Record<string, string>): Promise<string> {
  const all = { organization_id: donation, import_id: donation, row: String(++row), ...gift };
  const columns = { ...all, ...values };
  try {
    await database.asSuperuser(
      `insert into donation_import_row (${Object.keys(columns).join(', ')})
       values (${Object.values(columns).join(', ')})`,
    );
    return 'stored';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error);
  }
}

const heldVerdict = (reason: string, problem = 'held') => ({
  state: "'held'",
  reason: `'${reason}'`,
  problem: `'${problem}'`,
});
const matchingDonation = { matching_donation: donation };
const proposal = {
  proposed_action: "'correct'",
  proposed_amount: '500',
  proposed_for_version: '1',
};

describe('the database stores', () => {
  it.each<[string, Record<string, string>]>([
    ['a new gift', {}],
    ['a new row that changes a donation', { ...matchingDonation, ...proposal }],
    ['a gift that is similar to a donation', { ...heldVerdict('similar'), ...matchingDonation }],
    ['a refund without a gift', { ...heldVerdict('refundUnknown', 'refund') }],
    [
      'a changed transaction',
      { ...heldVerdict('numberChanged'), ...matchingDonation, ...proposal },
    ],
    ['a skipped new row', { state: "'setAside'", decision: "'skip'" }],
    [
      'a skipped row that is similar to a donation',
      { ...heldVerdict('similar'), ...matchingDonation, state: "'setAside'", decision: "'skip'" },
    ],
    ['a skipped row whose decision was just undone', { state: "'setAside'" }],
    ['a gift that is decided to be separate', { decision: "'separate'", decision_row: '2' }],
    ['any row of an earlier version', { reads_as: 'null', state: "'held'" }],
  ])('%s', async (_, values) => expect(await store(values)).toBe('stored'));
});

describe('the database refuses', () => {
  const verdict = 'donation_import_row_verdict';
  const decision = 'donation_import_row_decision';
  const reading = 'donation_import_row_reading';
  it.each<[string, Record<string, string>, string]>([
    ['a state that does not exist', { state: "'lost'" }, verdict],
    ['a row that needs review without a reason', { state: "'held'" }, verdict],
    ['a duplicate without a reason', { state: "'duplicate'" }, verdict],
    [
      'a new row with a reason',
      { reason: "'similar'", problem: "'held'", ...matchingDonation },
      verdict,
    ],
    ['a possible duplicate without the other gift', heldVerdict('similar'), verdict],
    ['a gift like another row without that row', heldVerdict('rowChanged', 'changed'), verdict],
    [
      'a change without a proposal',
      { ...heldVerdict('numberChanged'), ...matchingDonation },
      verdict,
    ],
    ['a proposal without a gift', proposal, verdict],
    [
      'a proposal for a possible duplicate',
      { ...heldVerdict('similar'), ...matchingDonation, ...proposal },
      verdict,
    ],
    [
      'an accepted proposal without an action',
      { decision: "'accept'", decision_row: '2' },
      decision,
    ],
    ['a separate gift without the other gift or row', { decision: "'separate'" }, decision],
    ['a decision that does not exist', { decision: "'maybe'" }, decision],
    ['an error without an issue', { reads_as: "'error'" }, reading],
    ['a refund that does not take back a gift', { reads_as: "'refund'" }, reading],
    ['a question that does not exist', { giver_question: "'who'" }, reading],
  ])('%s', async (_, values, constraint) => expect(await store(values)).toBe(constraint));
});
