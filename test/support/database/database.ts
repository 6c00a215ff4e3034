import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { Database } from '#libs/database';
import { entities } from '../../../src/ops/database.js';
import { copyDatabase, type DatabaseCopy } from './postgres.js';

export interface TestDatabase extends DatabaseCopy {
  db: Database;
  close(): Promise<void>;
}

/**
 * Creates a migrated, empty database, and connects to it with the role of the application.
 * @param template another template; `template1` has no tables
 */
export async function testDatabase(
  poolSize = 10,
  patience = 5_000,
  template = 'template_church',
): Promise<TestDatabase> {
  const copy = await copyDatabase(template);
  const db = await Database.connect(copy.appUrl, entities, poolSize, patience);
  return { ...copy, db, close: () => db.close() };
}

/** Creates a church for rows that need one. */
export async function makeChurch(
  db: Database,
  slug = `church-${randomBytes(4).toString('hex')}`,
  timeZone = 'America/New_York',
): Promise<string> {
  const id = newId();
  await db.platform((tx) =>
    tx.sql(
      'insert into organization (id, name, slug, subdomain, time_zone) values ($1, $2, $2, $2, $3)',
      [id, slug, timeZone],
    ),
  );
  return id;
}
