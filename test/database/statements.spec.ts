import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement, t } from '#libs/database';
import { copyDatabase } from '../support/database/postgres.js';
import {
  compareStatement,
  Describer,
  findSqlFiles,
  loadStatements,
} from '../support/database/statements.js';

let describer: Describer;
beforeAll(async () => {
  const database = await copyDatabase();
  describer = await Describer.connect(database.appUrl);
});
afterAll(() => describer.close());

/**
 * @returns the differences between a statement and the migrated database, or the error of
 *   PostgreSQL
 */
const check = async (statement: Parameters<typeof compareStatement>[0]): Promise<string[]> => {
  try {
    return compareStatement(statement, await describer.describe(statement.text));
  } catch (error) {
    return [(error as Error).message];
  }
};

describe('the statements of a file', () => {
  it.each(findSqlFiles())('agree with the migrated tables: %s', async (file) => {
    const differences: string[] = [];
    for (const [name, loaded] of await loadStatements(file))
      for (const difference of await check(loaded)) differences.push(`${name}: ${difference}`);
    expect(differences).toEqual([]);
  });

  it.each(findSqlFiles())('are exported, so that they can be compared: %s', (file) => {
    const text = fs.readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
    const hidden = [...text.matchAll(/^const (\w+) = statement\(/gm)].map(([, name]) => name);
    expect(hidden).toEqual([]);
  });
});

describe('a statement', () => {
  const right = {
    parameters: { title: t.text },
    columns: { id: t.uuid, titleKey: t.text, number: t.nullable(t.integer) },
    sql: `
      select id, title_key, null::integer as number
        from campaign
       where organization_id = :church and title = :title`,
  };

  it('has no differences if its declaration is correct', async () => {
    expect(await check(statement(right))).toEqual([]);
  });

  it.each([
    [
      'a wrong column',
      statement({ ...right, sql: right.sql.replace('title_key', 'tittle_key') }),
      'column "tittle_key" does not exist',
    ],
    [
      'a wrong table',
      statement({ ...right, sql: right.sql.replace('campaign', 'campaigns') }),
      'relation "campaigns" does not exist',
    ],
    [
      'a wrong type of a parameter',
      statement({ ...right, parameters: { title: t.uuid } }),
      ':title is declared as uuid, but PostgreSQL says text',
    ],
    [
      'a wrong type of a column',
      statement({ ...right, columns: { ...right.columns, id: t.text } }),
      'the column id is declared as text, but PostgreSQL says uuid',
    ],
    [
      'a column that the statement does not return',
      statement({ ...right, columns: { ...right.columns, title: t.text } }),
      'the column title is declared, but not returned',
    ],
    [
      'a column that is not declared',
      statement({ ...right, columns: { id: t.uuid, number: t.nullable(t.integer) } }),
      'the column titleKey is not declared',
    ],
    [
      'a nullable column that is declared as never null',
      statement({
        columns: { phone: t.text },
        sql: 'select church.phone from (select phone from organization) church',
      }),
      'the column phone may be null',
    ],
  ])('with %s is reported', async (_, wrongStatement, difference) => {
    expect(await check(wrongStatement)).toEqual([difference]);
  });
});
