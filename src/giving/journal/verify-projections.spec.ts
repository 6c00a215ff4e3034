import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Books } from '../../../test/support/books.js';
import { testDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { recordYear } from '../../../test/support/year-of-giving.js';

let database: TestDatabase;
let books: Books;
let run: (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

beforeAll(async () => {
  database = await testDatabase();
  run = (sql, ...values) => database.asSuperuser(sql, values);
  await run('alter table journal disable trigger journal_append_only');
  books = await Books.of(database);
  await recordYear(books);
});
afterAll(() => database.close());

const problems = async () => (await books.verify()).problems;

describe('verify, applied to projections', () => {
  it.each([
    ['ledger', 'total', 1],
    ['ledger', 'count', -1],
    ['campaign_total', 'total', -1],
    ['month_total', 'count', 1],
    ['fundraiser_gift', 'total', 100],
  ])('finds a changed total in %s: %s by %p', async (table, column, change) => {
    const move = (amount: number, rowId: string) =>
      run(
        `update ${table} set ${column} = ${column} + $1 where ctid = ${rowId} returning ctid::text`,
        amount,
      );
    const [row] = await move(
      change,
      `(select min(ctid) from ${table} where organization_id = '${books.church}')`,
    );
    expect(await problems()).toHaveLength(1);
    await move(-change, `'${(row as { ctid: string }).ctid}'`);
    expect(await problems()).toEqual([]);
  });

  it.each(['ledger', 'campaign_total', 'month_total', 'fundraiser_gift'])(
    'finds a missing total and an additional total in %s',
    async (table) => {
      await run(`create table kept as select * from ${table}`);
      await run(`delete from ${table}`);
      expect(await problems()).not.toEqual([]);
      await run(`insert into ${table} select * from kept`);
      expect(await problems()).toEqual([]);
      const key = {
        ledger: 'year',
        campaign_total: 'year',
        month_total: `month`,
        fundraiser_gift: 'fundraiser_id',
      }[table]!;
      const other = {
        year: 'year - 100',
        month: `month - interval '100 years'`,
        fundraiser_id: 'gen_random_uuid()',
      }[key]!;
      await run(`update kept set ${key} = ${other}`);
      await run(`insert into ${table} select * from kept`);
      expect(await problems()).not.toEqual([]);
      await run(`delete from ${table} t using kept where t.${key} = kept.${key}`);
      await run('drop table kept');
      expect(await problems()).toEqual([]);
    },
  );

  const changesOfVersions = [
    'donor_id = gen_random_uuid()',
    'amount = amount + 1',
    `date = date + 1`,
    `payment_method = 'Other'`,
    'campaign_id = gen_random_uuid()',
    'fundraiser_id = gen_random_uuid()',
    'donation_id = gen_random_uuid()',
    'version = version + 5',
    'from_journal = from_journal - 1',
    'import_id = gen_random_uuid()',
    'added_by = gen_random_uuid()',
    'event_id = gen_random_uuid()',
    'text_event_id = gen_random_uuid()',
    'changed_by = gen_random_uuid()',
    `recorded_at = recorded_at + interval '1 ms'`,
  ];
  it.each([
    ...[...changesOfVersions, 'to_journal = from_journal'].map((change) => [
      'donation_version',
      'to_journal is null',
      change,
    ]),
    ...[
      ...changesOfVersions,
      'to_journal = null',
      'to_journal = to_journal + 1',
      `state = 'voided'`,
    ].map((change) => [
      'donation_version',
      `to_journal > from_journal and state = 'given'`,
      change,
    ]),
    ...[
      'user_id = gen_random_uuid()',
      'year = 2024',
      'amount = amount + 1',
      `frequency = 'Yearly'`,
      'text_event_id = gen_random_uuid()',
      'version = 9',
      'id = gen_random_uuid()',
      `created_at = created_at - interval '1 ms'`,
      `updated_at = updated_at + interval '1 ms'`,
    ].map((change) => ['pledge', 'true', change]),
    ...[
      'goal = goal + 1',
      'opening = 1',
      'start_date = start_date + 1',
      `end_date = '2026-01-01'`,
      'is_active = true',
      'is_removed = false',
      'version = 9',
      'id = gen_random_uuid()',
    ].map((change) => ['fundraiser', 'true', change]),
    ...[
      'campaign_id = gen_random_uuid()',
      'starts_on = starts_on + 1',
      `ends_before = '2026-01-01'`,
      'fundraiser_id = gen_random_uuid()',
    ].map((change) => ['fundraiser_period', 'true', change]),
    ...[
      'first_revision = first_revision - 1',
      'last_revision = last_revision + 1000',
      `recorded_at = recorded_at + interval '1 ms'`,
      `stream = stream || '1'`,
    ].map((change) => ['journal', 'number = 12', change]),
    ...[`name = name || 'x'`, `name_key = name_key || 'x'`, `kind = 'unidentified'`].map(
      (change) => ['ledger', 'true', change],
    ),
  ])('finds a changed row of %s (%s): %s', async (table, condition, change) => {
    await run(`create table kept as select * from ${table}`);
    const [touched] = await run(
      `update ${table}
          set ${change}
        where ctid = (
                select min(ctid)
                  from ${table}
                 where organization_id = '${books.church}' and ${condition})
       returning 1`,
    );
    expect(touched).toBeDefined();
    expect(await problems()).not.toEqual([]);
    await run(`delete from ${table}`);
    await run(`insert into ${table} select * from kept`);
    await run('drop table kept');
    expect(await problems()).toEqual([]);
  });

  it('finds a missing row of donation_version', async () => {
    await run('create table kept as select * from donation_version');
    const deleted = await run(
      `delete from donation_version
        where ctid = (
                select min(ctid)
                  from donation_version
                 where organization_id = $1 and to_journal is null and version = 1)
       returning 1`,
      books.church,
    );
    expect(deleted).toHaveLength(1);
    expect(await problems()).toEqual([
      expect.stringMatching(/^Donation .* is in the events but is not shown\.$/),
    ]);
    await run('delete from donation_version');
    await run('insert into donation_version select * from kept');
    await run('drop table kept');
    expect(await problems()).toEqual([]);
  });
});
