import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../test/support/database/database.js';
import { installJobs, Jobs, RetryLater } from './jobs.js';
import { until } from '../../test/support/until.js';

let database: TestDatabase;
let jobs: Jobs;
let problems: unknown[];
beforeEach(async () => {
  problems = [];
  database = await testDatabase();
  jobs = new Jobs(database.db, (problem) => problems.push(problem));
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
});

const send = (data: object) => database.db.platform((tx) => jobs.send(tx, 'mail', data));
const states = async () =>
  (
    await database.asSuperuser<{ state: string }>(`select state from jobs.job order by created_on`)
  ).map(({ state }) => state);

interface RetryOptions {
  retry_limit: number;
  retry_delay: number;
  retry_delay_max: number;
}

/**
 * Returns the number of hours between the first and the last try.
 * @param part the fraction of each delay that pg-boss waits, which it chooses between 0.5 and 1
 */
const hoursOfTrying = (
  { retry_limit, retry_delay, retry_delay_max }: RetryOptions,
  part: number,
) => {
  const waits = Array.from({ length: retry_limit }, (_, tried) =>
    Math.min(retry_delay_max, retry_delay * 2 ** (tried + 1) * part),
  );
  return waits.reduce((sum, wait) => sum + wait, 0) / 3600;
};

describe('jobs', () => {
  it('are retried for about a day, also in queues of an earlier version', async () => {
    const load = () =>
      database.asSuperuser<RetryOptions>(
        'select retry_limit, retry_delay, retry_delay_max from jobs.queue',
      );
    await database.asSuperuser('update jobs.queue set retry_limit = 10');
    await installJobs(database.ownerUrl, database.appUrl);
    for (const queue of await load()) {
      expect(hoursOfTrying(queue, 0.5)).toBeGreaterThan(20);
      expect(hoursOfTrying(queue, 1)).toBeLessThan(28);
    }
  });

  it('run in another process if their process died; old finished ones are deleted', async () => {
    expect(await jobs.upkeep()).toEqual({ lost: null, finished: null });
    await send({ say: 'left' });
    await send({ say: 'done last week' });
    await send({ say: 'under way' });
    const update = (assignments: string, say: string) =>
      database.asSuperuser(`update jobs.job set ${assignments} where data->>'say' = '${say}'`);
    await update(
      `state = 'active', started_on = now() - interval '20 minutes',
       retry_delay = 0, retry_backoff = false`,
      'left',
    );
    await update(`state = 'completed', completed_on = now() - interval '8 days'`, 'done last week');
    await update(`state = 'active', started_on = now()`, 'under way');
    const done: string[] = [];
    await jobs.work('mail', (data) =>
      Promise.resolve(void done.push((data as { say: string }).say)),
    );
    await until(async () => done.length === 1 && (await states()).join() === 'completed,active');
    expect(done).toEqual(['left']);
    const { lost, finished } = await jobs.upkeep();
    for (const time of [lost, finished])
      expect(Math.abs(time!.getTime() - Date.now())).toBeLessThan(60_000);
    expect(problems).toEqual([]);
  });

  it('run after a commit, and again after a failure (which is logged) or RetryLater', async () => {
    const done: string[] = [];
    await expect(
      database.db.platform(async (tx) => {
        await jobs.send(tx, 'verify-domain', { say: 'never' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await database.db.platform((tx) => jobs.send(tx, 'verify-domain', { say: 'hello' }));
    const tries: string[] = [];
    const away = new Error('the server is away');
    await jobs.work('verify-domain', async (data, id) => {
      tries.push(id);
      if (tries.length === 1) throw away;
      if (tries.length === 2) throw new RetryLater();
      done.push((data as { say: string }).say);
      return Promise.resolve();
    });
    for (const tried of [1, 2]) {
      await until(() => tries.length === tried);
      await until(async () => (await states()).includes('retry'));
      await database.asSuperuser(`update jobs.job set start_after = now() where state = 'retry'`);
    }
    await until(() => done.length === 1);
    expect(done).toEqual(['hello']);
    expect(new Set(tries).size).toBe(1);
    expect(problems).toEqual([{ message: 'a job failed', queue: 'verify-domain', error: away }]);
  });
});
