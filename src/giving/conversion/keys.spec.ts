import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as newId } from 'uuid';
import {
  makeChurch,
  testDatabase,
  type TestDatabase,
} from '../../../test/support/database/database.js';
import { convertKeys } from './keys.js';

let database: TestDatabase;
let church: string;
beforeAll(async () => {
  database = await testDatabase();
  church = await makeChurch(database.db);
});
afterAll(() => database.close());

const run = <Row extends Record<string, unknown>>(
  sql: string,
  ...values: unknown[]
): Promise<Row[]> => database.asSuperuser<Row>(sql, [church, ...values]);
const read = async (sql: string): Promise<string[]> =>
  (await run<{ key: string }>(sql)).map(({ key }) => key);

/** Stores titles or names in this order, with the keys of the earlier version. */
async function insertEach(sql: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await run(sql, newId(), text);
}

const insertGuest = `
  insert into donor (organization_id, id, kind, name, name_key)
  values ($1, $2, 'guest', $3, lower($3))`;

describe('the conversion of keys', () => {
  it('gives older rows their new keys, unless another row has the key', async () => {
    await insertEach(
      'insert into campaign (organization_id, id, title, title_key) values ($1, $2, $3, lower($3))',
      ["Pastor's Fund", 'Pastor\u2019s Fund', 'Roof\u2011Fund', 'Roof\u2010Fund '],
    );
    await insertEach(
      `insert into fundraiser_text (
       organization_id, fundraiser_id, title, title_key, description, is_active)
     values ($1, $2, $3, lower($3), '', true)`,
      ['Bell \u201cSt. Ann\u201d', 'Youth\u2010Trip', 'Youth\u2011Trip'],
    );
    await insertEach(insertGuest, ['Sean O\u2019Brien', "Ann O'Brien", 'Ann O\u2019Brien']);
    await insertEach(
      `insert into donor (organization_id, id, kind, name, name_key, has_left, is_apart)
     values ($1, $2, 'guest', $3, lower($3), $3 like 'Pia%', $3 like 'Lou%')`,
      ['Pia O\u2019Neil', 'Lou O\u2019Neil'],
    );
    await insertEach(insertGuest, ['Pia O\u2019Neil', 'Lou O\u2019Neil']);
    await run(
      `insert into donor (organization_id, id, kind, name, name_key, email)
     values ($1, $2, 'guest', 'No name (' || $3::text || ')', $3, $3)`,
      newId(),
      'pat\u2010lee@x.test',
    );
    await run(
      `insert into campaign_alias (organization_id, title_key, campaign_id)
     select $1, 'sean\u2019s roof', id from campaign where title = 'Roof\u2011Fund'`,
    );
    await run(
      `insert into campaign_alias (organization_id, title_key, campaign_id)
     select $1, 'roof-fund', id from campaign where title like 'Pastor%' limit 1`,
    );
    for (const key of [
      'sean o\u2019brien\n',
      'kim o\u2019dea\nkim@x.test',
      "kim o'dea\nkim@x.test",
    ])
      await run(
        `insert into import_answer (organization_id, kind, key, answer)
       values ($1, 'giver', $2, 'guest')`,
        key,
      );
    await run(
      `insert into ledger (
         organization_id, build, donor_id, year, name, name_key, kind, total, count)
     select $1, 1, id, 2025, name, name_key, kind, 100, 1 from donor where name like 'Sean%'`,
    );

    await convertKeys(database.db);

    expect(
      await read('select title_key as key from campaign where organization_id = $1 order by id'),
    ).toEqual(["pastor's fund", 'pastor\u2019s fund', 'roof-fund', 'roof\u2010fund ']);
    expect(
      await read(
        `select title_key as key
         from fundraiser_text
        where organization_id = $1
        order by fundraiser_id`,
      ),
    ).toEqual(['bell "st. ann"', 'youth-trip', 'youth\u2011trip']);
    expect(
      await read('select name_key as key from donor where organization_id = $1 order by id'),
    ).toEqual([
      "sean o'brien",
      "ann o'brien",
      'ann o\u2019brien',
      "pia o'neil",
      "lou o'neil",
      "pia o'neil",
      "lou o'neil",
      'pat-lee@x.test',
    ]);
    expect(
      await read('select title_key as key from campaign_alias where organization_id = $1'),
    ).toEqual(["sean's roof"]);
    expect(
      await read('select key from import_answer where organization_id = $1 order by key'),
    ).toEqual(["kim o'dea\nkim@x.test", 'kim o\u2019dea\nkim@x.test', "sean o'brien\n"]);
    expect(await read('select name_key as key from ledger where organization_id = $1')).toEqual([
      'sean obrien',
    ]);
  });

  it('is executed only once for a church', async () => {
    await run(
      `update donor
        set name_key = 'sean o\u2019brien'
      where organization_id = $1 and name like 'Sean%'`,
    );
    await convertKeys(database.db);
    expect(
      await read(
        `select name_key as key from donor where organization_id = $1 and name like 'Sean%'`,
      ),
    ).toEqual(['sean o\u2019brien']);
  });
});
