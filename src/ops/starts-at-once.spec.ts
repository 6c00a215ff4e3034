import { expect, it } from '@jest/globals';
import { migrate } from '#libs/database';
import { installJobs } from '#libs/jobs';
import { testDatabase } from '../../test/support/database/database.js';
import { migrations } from '../migrations/index.js';

/** PostgreSQL refuses what two change at once in its own catalogue ("tuple concurrently updated"): one of two programs ended at its start. */
it('programs that start at the same moment on one database all start', async () => {
  const database = await testDatabase();
  const start = async () => {
    await migrate(database.ownerUrl, database.appUrl, migrations);
    await installJobs(database.ownerUrl, database.appUrl);
  };
  try {
    for (let round = 0; round < 6; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, start));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
  } finally {
    await database.close();
  }
});
