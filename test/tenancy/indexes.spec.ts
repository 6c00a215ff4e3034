import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeChurch, testDatabase, type TestDatabase } from '../support/database/database.js';

/** Row-level security keeps PostgreSQL from an index whose condition might tell something of other churches' rows: lower(), for one. */
describe('a church’s row is found by an index', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(2);
    church = await makeChurch(database.db);
    await database.asSuperuser(
      `insert into donor (organization_id, id, kind, name, name_key, email) select $1, gen_random_uuid(), 'member', 'Giver ' || n, 'giver ' || n, 'giver' || n || '@hope.test' from generate_series(1, 3000) n`,
      [church],
    );
    await database.asSuperuser('analyze donor');
  });
  afterAll(() => database.close());

  it.each([
    ['donor', 'email_key'],
    ['donor', 'name_key'],
  ])('a %s by %s', async (table, column) => {
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
});
