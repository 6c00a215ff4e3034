import { describe, expect, it } from '@jest/globals';
import { migrate } from '#libs/database';
import { installJobs } from '#libs/jobs';
import { testDatabase } from '../../test/support/database/database.js';
import { migrations } from '../migrations/index.js';

describe('programs that start at the same moment on one database', () => {
  // PostgreSQL refuses simultaneous changes of its catalog ("tuple concurrently updated").
  it('all start without an error', async () => {
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
});
