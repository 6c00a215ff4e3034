import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database.js';
import { Jobs } from './jobs.js';

let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await testDatabase();
  jobs = new Jobs(database.db);
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

const until = async (look: () => boolean) => {
  for (let tries = 0; !look() && tries < 400; tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(look()).toBe(true);
};

describe('jobs', () => {
  it('are done if and only if the transaction that asks for them is committed, and once more after a failure', async () => {
    const done: string[] = [];
    await expect(database.db.platform(async (tx) => {
      await jobs.send(tx, 'mail', { say: 'never' });
      throw new Error('rolled back');
    })).rejects.toThrow('rolled back');
    await database.db.platform((tx) => jobs.send(tx, 'mail', { say: 'hello' }));
    const tries: string[] = [];
    await jobs.work('mail', async (data, id) => {
      tries.push(id);
      if (tries.length === 1) throw new Error('the server is away');
      done.push((data as { say: string }).say);
      return Promise.resolve();
    });
    await until(() => tries.length === 1);
    await database.asSuperuser(`update jobs.job set start_after = now() where state = 'retry'`);
    await until(() => done.length === 1);
    expect(done).toEqual(['hello']);
    expect(new Set(tries).size).toBe(1);
  });
});
