import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database on the server of the test run, with the addresses for each role. */
export interface DatabaseCopy {
  name: string;
  appUrl: string;
  ownerUrl: string;
  superUrl: string;
  /** Runs SQL as a superuser, for changes that the application cannot make. */
  asSuperuser<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
}

const named = (url: string | undefined, name: string) => url!.replace(/template_church$/, name);

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const asAdmin = <T>(work: (client: pg.Client) => Promise<T>) =>
  connected(named(process.env.TEST_SUPER_URL, 'postgres'), work);

/**
 * Creates a copy of `template` (35 to 60 ms). It exists as long as the server of the run: deleting
 * databases during the run took an eighth of the time of the end-to-end tests.
 */
export async function copyDatabase(template = 'template_church'): Promise<DatabaseCopy> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const zone = process.env.TEST_TIME_ZONE;
  await asAdmin(async (client) => {
    await client.query(`create database ${name} template ${template} owner church_owner`);
    if (zone) await client.query(`alter database ${name} set timezone to '${zone}'`);
  });
  return {
    name,
    appUrl: named(process.env.TEST_APP_URL, name),
    ownerUrl: named(process.env.TEST_OWNER_URL, name),
    superUrl: named(process.env.TEST_SUPER_URL, name),
    asSuperuser: <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      connected(
        named(process.env.TEST_SUPER_URL, name),
        async (client) => (await client.query<T>(sql, values)).rows,
      ),
  };
}

/**
 * Creates a template for `copyDatabase` unless the run has one of that name. Simultaneous calls
 * wait for each other.
 */
export function onlyOnce(
  template: string,
  fill: (database: DatabaseCopy) => Promise<void>,
): Promise<void> {
  return asAdmin(async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [template]);
    if ((await client.query('select 1 from pg_database where datname = $1', [template])).rowCount)
      return;
    const database = await copyDatabase();
    await fill(database);
    // A closed connection takes a moment to disappear.
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [database.name],
    );
    await client.query(`alter database ${database.name} rename to ${template}`);
    await client.query(`alter database ${template} with is_template true allow_connections false`);
  });
}
