import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventStoreContract } from '../../test/support/event-store/event-store-contract.js';
import { event } from '../../test/support/event-store/samples.js';
import {
  makeChurch,
  testDatabase,
  type TestDatabase,
} from '../../test/support/database/database.js';
import { noStream, PostgresEventStore, WrongExpectedRevision } from './index.js';

eventStoreContract('PostgreSQL', async () => {
  const database = await testDatabase(14);
  return {
    store: new PostgresEventStore(database.db),
    newOrganization: () => makeChurch(database.db),
    close: () => database.close(),
  };
});

describe('a bulk append', () => {
  let database: TestDatabase;
  let church: string;
  beforeAll(async () => {
    database = await testDatabase();
    church = await makeChurch(database.db);
  });
  afterAll(() => database.close());

  it('throws the error of a batch even if creating the next batch fails, too', async () => {
    const store = new PostgresEventStore(database.db);
    const append = database.db.tenant(church, (tx) => {
      async function* batches() {
        yield [event(1)];
        await tx.sql('select 1'); // It fails, because the append has failed.
        yield [event(2)];
      }
      return store.bulkAppend(church, 'stream', 5, batches());
    });
    await expect(append).rejects.toThrow(WrongExpectedRevision);
  });

  it('throws the error of a batch even if projecting the earlier batch fails, too', async () => {
    const store = new PostgresEventStore(database.db);
    store.onAppended(async (tx, batches) => {
      for await (const _events of batches) {
        await setTimeout(50); // The next append has failed by then.
        await tx.sql('select 1');
      }
    });
    const invalid = { ...event(2), data: '\0' };
    const append = store.bulkAppend(church, 'stream', noStream, [[event(1)], [invalid]]);
    await expect(append).rejects.toMatchObject({ code: '22021' });
  });
});
