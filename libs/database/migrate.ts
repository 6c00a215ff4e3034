import { MikroORM } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';

export interface NamedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * First of the statements that give rights: two programs that start at once would change the same row of PostgreSQL's catalogue, and
 * one of them would end ("tuple concurrently updated"). What is sent in one go is one transaction, which holds it.
 */
export const grantsAtOnce = `select pg_advisory_xact_lock(hashtextextended('grants', 0));`;

/** The oldest PostgreSQL that has everything that the statements of the program use, as `server_version_num`. */
const oldestServer = 180_000;

/** @throws Error that names the server's version, if it is too old */
export function assertSupported(server: { number: number; name: string }): void {
  if (server.number >= oldestServer) return;
  throw new Error(
    `PostgreSQL 18 or later is needed; the server of DATABASE_URL is PostgreSQL ${server.name}.`,
  );
}

async function assertServerVersion(orm: MikroORM<PostgreSqlDriver>): Promise<void> {
  const [server] = await orm.em
    .getConnection()
    .execute<{ number: number; name: string }[]>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    );
  assertSupported(server!);
}

/** @throws Error if a newer version of the program has migrated this database */
async function assertKnownSchema(
  orm: MikroORM<PostgreSqlDriver>,
  migrations: NamedMigration[],
): Promise<void> {
  const connection = orm.em.getConnection();
  const [table] = await connection.execute<{ found: boolean }[]>(
    `select to_regclass('public.schema_migration') is not null as found`,
  );
  if (!table!.found) return;
  const executed = await connection.execute<{ name: string }[]>(
    'select name from schema_migration order by id',
  );
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = executed.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `This database was migrated by a newer version of Church Connect (${unknown[0]!.name}). Start that version or a later one.`,
  );
}

/**
 * Brings the schema up to date as the owning role and lets `appRole` use it.
 * New tables get their rights through the owner's default privileges, set here once.
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string,
  migrations: NamedMigration[],
): Promise<void> {
  const appRole = decodeURIComponent(new URL(appUrl).username);
  const orm = await MikroORM.init<PostgreSqlDriver>({
    driver: PostgreSqlDriver,
    clientUrl: ownerUrl,
    discovery: { warnWhenNoEntities: false },
    ensureDatabase: false,
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    logger: () => undefined,
    migrations: {
      migrationsList: migrations,
      tableName: 'schema_migration',
      snapshot: false,
      disableForeignKeys: false,
    },
  });
  try {
    await assertServerVersion(orm);
    await assertKnownSchema(orm, migrations);
    const role = `"${appRole.replaceAll('"', '""')}"`;
    // creating the extension in the transaction of the migrations would hold their locks for longer
    await orm.em.getConnection().execute(
      `${grantsAtOnce}
       create extension if not exists btree_gin;
       grant usage on schema public to ${role};
       alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
       alter default privileges in schema public grant usage, select on sequences to ${role};
       alter default privileges in schema public grant execute on functions to ${role};`,
    );
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
