import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of the run's server, as those who may connect to it see it. */
export interface DatabaseCopy {
  name: string;
  appUrl: string;
  ownerUrl: string;
  superUrl: string;
  /** a superuser's connection, for what only an intruder could do */
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
 * A database of its own, a copy of `template` (35–60 ms). It goes when the run's server does: to
 * delete its files while others make theirs took an eighth of the end-to-end tests' time.
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
 * Makes a template for `copyDatabase` where this run has none of that name yet; whoever asks
 * meanwhile waits.
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
    // a connection that was closed takes a moment to be gone
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [database.name],
    );
    await client.query(`alter database ${database.name} rename to ${template}`);
    await client.query(`alter database ${template} with is_template true allow_connections false`);
  });
}
