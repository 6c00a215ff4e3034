import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { Database } from '#libs/database';
import { entities } from '../../src/database.js';

export interface TestDatabase {
  db: Database;
  appUrl: string;
  ownerUrl: string;
  /** a superuser's connection, for what only an intruder could do */
  asSuperuser<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
}

const named = (url: string | undefined, name: string) => url!.replace(/template_church$/, name);

async function query<T extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A migrated, empty database of its own, reached as the application's role; one without any table where `template` is another. */
export async function testDatabase(poolSize = 10, patience = 5_000, template = 'template_church'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = named(process.env.TEST_SUPER_URL, 'postgres');
  await query(admin, `create database ${name} template ${template} owner church_owner`);
  const zone = process.env.TEST_TIME_ZONE;
  if (zone) await query(admin, `alter database ${name} set timezone to '${zone}'`);
  const appUrl = named(process.env.TEST_APP_URL, name);
  const db = await Database.connect(appUrl, entities, poolSize, patience);
  return {
    db,
    appUrl,
    ownerUrl: named(process.env.TEST_OWNER_URL, name),
    asSuperuser: (sql, values) => query(named(process.env.TEST_SUPER_URL, name), sql, values),
    drop: async () => {
      await db.close();
      await query(admin, `drop database ${name} with (force)`);
    },
  };
}

/** A church to hang rows on. */
export async function makeChurch(db: Database, slug = `church-${randomBytes(4).toString('hex')}`, timeZone = 'America/New_York'): Promise<string> {
  const id = newId();
  await db.platform((tx) =>
    tx.sql('insert into organization (id, name, slug, subdomain, time_zone) values ($1, $2, $2, $2, $3)', [id, slug, timeZone]),
  );
  return id;
}
