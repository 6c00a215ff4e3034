import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeChurch, testDatabase, type TestDatabase } from '../support/database/database.js';

/**
 * With row-level security PostgreSQL uses an index only for conditions that cannot reveal anything
 * about rows of other churches. `lower()` and `like` do not belong to these conditions.
 */
describe('PostgreSQL uses an index', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(2);
    church = await makeChurch(database.db);
    await database.asSuperuser(
      `insert into donor (organization_id, id, kind, name, name_key, email)
       select $1, gen_random_uuid(), 'member', 'Giver ' || n, 'giver ' || n,
              'giver' || n || '@hope.test'
         from generate_series(1, 15000) n`,
      [church],
    );
    await database.asSuperuser('analyze donor');
  });
  afterAll(() => database.close());

  it.each([
    ['donor', 'email_key'],
    ['donor', 'name_key'],
  ])('to find a %s by %s', async (table, column) => {
    const plan = await database.db.tenant(church, (tx) =>
      tx.sql<{ 'QUERY PLAN': string }>(
        `explain select 1 from ${table} where organization_id = $1 and ${column} = any($2::text[])`,
        [church, ['one', 'two']],
      ),
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      new RegExp(`Index Cond: .*${column} = ANY`),
    );
  });

  it('to search for a donor by a word of the name', async () => {
    const functions = await database.asSuperuser<{ body: string }>(
      `select prosrc as body from pg_proc where proname = 'find_donors'`,
    );
    await database.asSuperuser('vacuum analyze donor_search');
    const body = functions[0]!.body
      .replaceAll('patterns', '($1::text[])')
      .replace(`nullif(current_setting('app.org', true), '')`, `'${church}'`);
    const plan = await database.asSuperuser<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${body}`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      /Index Cond: .*search_key ~~/,
    );
  });
});
