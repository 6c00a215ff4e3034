import { expect, it } from '@jest/globals';
import { eventStoreContract } from '../../test/support/event-store/event-store-contract.js';
import { event } from '../../test/support/event-store/samples.js';
import { makeChurch, testDatabase } from '../../test/support/database/database.js';
import { PostgresEventStore, WrongExpectedRevision } from './index.js';

eventStoreContract('PostgreSQL', async () => {
  const database = await testDatabase(14);
  return {
    store: new PostgresEventStore(database.db),
    newOrganization: () => makeChurch(database.db),
    close: () => database.close(),
  };
});

it('a bulk append throws the error of a batch, not that of the next one that cannot be made', async () => {
  const database = await testDatabase();
  const church = await makeChurch(database.db);
  const store = new PostgresEventStore(database.db);
  const append = database.db.tenant(church, (tx) => {
    async function* batches() {
      yield [event(1)];
      await tx.sql('select 1'); // fails after the append has failed
      yield [event(2)];
    }
    return store.bulkAppend(church, 'stream', 5, batches());
  });
  await expect(append).rejects.toThrow(WrongExpectedRevision);
  await database.close();
});
