import { eventStoreContract } from '../../test/support/event-store/event-store-contract.js';
import { makeChurch, testDatabase } from '../../test/support/database/database.js';
import { PostgresEventStore } from './index.js';

eventStoreContract('PostgreSQL', async () => {
  const database = await testDatabase(14);
  return {
    store: new PostgresEventStore(database.db),
    newOrganization: () => makeChurch(database.db),
    close: () => database.close(),
  };
});
