import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cli, dataDirectory, freePort } from '../../support/program/program.js';
import { makeChurch, testDatabase, type TestDatabase } from '../../support/database/database.js';

const dataDir = dataDirectory();
let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  const church = await makeChurch(database.db, 'zion');
  await database.asSuperuser(
    `insert into event_head (organization_id, store) values ($1, 'eventstoredb')`,
    [church],
  );
  environment = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    EVENTSTORE_URL:
      `esdb://admin:a-secret@127.0.0.1:${await freePort()}?tls=false&` + `defaultDeadline=500`,
  };
});
afterAll(async () => {
  await database.close();
  dataDir.remove();
});

describe('an operator command while EventStoreDB cannot be reached', () => {
  it.each([
    ['verify'],
    ['rebuild'],
    ['rebuild donations'],
    ['repair-books --church zion'],
    ['repair-books --church zion --trust eventstoredb'],
    ['migrate-events --to postgres'],
    ['accept-restore'],
  ])('ends with an explanation that names EVENTSTORE_URL: %s', (command) => {
    const { status, stdout, stderr } = cli(dataDir.path, command.split(' '), environment);
    expect(stderr).toBe('EVENTSTORE_URL: EventStoreDB does not answer.\n');
    expect(stdout).not.toContain('all is well');
    expect(status).toBe(1);
  });
});
