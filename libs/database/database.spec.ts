import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeChurch, testDatabase, type TestDatabase } from '../../test/support/database.js';
import type { Tx } from './index.js';

const add = 'insert into campaign (organization_id, id, title, title_key) values ($1, gen_random_uuid(), $2, $2)';

describe('a transaction', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase(3);
    church = await makeChurch(database.db);
  });
  afterAll(() => database.drop());

  const tenant = <T>(work: (tx: Tx) => Promise<T>) => database.db.tenant(church, work);
  const titles = () =>
    tenant(async (tx) => (await tx.sql<{ title: string }>('select title from campaign where organization_id = $1', [church])).map(({ title }) => title));

  it('shows what was sent to the statements after it, and commits it', async () => {
    await tenant(async (tx) => {
      tx.send(add, [church, 'sent']);
      expect(await tx.sql('select 1 from campaign where organization_id = $1 and title = $2', [church, 'sent'])).toHaveLength(1);
      tx.send(add, [church, 'sent last']);
    });
    expect(await titles()).toEqual(expect.arrayContaining(['sent', 'sent last']));
  });

  it('fails as a whole when something that was sent fails, even after the work is done', async () => {
    let told = false;
    const failing = tenant(async (tx) => {
      tx.afterCommit(() => (told = true));
      await tx.sql(add, [church, 'before']);
      tx.send(add, [church, null]);
      tx.send(add, [church, 'after']);
      return 'done';
    });
    await expect(failing).rejects.toThrow('null value in column "title"');
    expect(told).toBe(false);
    expect(await titles()).not.toEqual(expect.arrayContaining(['before']));
    expect(await titles()).not.toEqual(expect.arrayContaining(['after']));
  });

  it('is closed to work that it left behind when it failed', async () => {
    let left: Tx | undefined;
    const failing = tenant(async (tx) => {
      left = tx;
      await tx.sql('select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(left!.sql(add, [church, 'too late'])).rejects.toThrow('This transaction has ended.');
    expect(await titles()).not.toContain('too late');
  });
});
