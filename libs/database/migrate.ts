import { MikroORM } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';

export interface NamedMigration {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}

/**
 * A statement that must come before `grant` statements, in the same text. Without this lock, two
 * programs that start at the same time would change the same row of PostgreSQL's catalog, and one
 * of them would fail ("tuple concurrently updated"). Statements that are sent in one text are one
 * transaction, which holds the lock.
 */
export const grantsAtOnce = `select pg_advisory_xact_lock(hashtextextended('grants', 0));`;

/** The oldest supported version of PostgreSQL, as `server_version_num`. */
const oldestServer = 180_000;

/** @throws Error that names the server's version, if it is too old */
export function assertSupported(server: { number: number; name: string }): void {
  if (server.number >= oldestServer) return;
  throw new Error(
    `PostgreSQL 18 or later is needed; the server of DATABASE_URL is PostgreSQL ${server.name}.`,
  );
}

async function assertServerVersion(orm: MikroORM<PostgreSqlDriver>): Promise<void> {
  const [server] = await orm.em.getConnection().execute<{ number: number; name: string }[]>(
    `select current_setting('server_version_num')::int as number,
              current_setting('server_version') as name`,
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
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknownMigrations = executed.filter(({ name }) => !knownNames.has(name));
  if (unknownMigrations.length === 0) return;
  throw new Error(
    'This database was migrated by a newer version of Church Connect ' +
      `(${unknownMigrations[0]!.name}). Start that version or a later one.`,
  );
}

/**
 * Runs the migrations as the owner role, and gives the application's role access. The default
 * privileges of the owner role also give access to new tables.
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
    // outside the transaction of the migrations, whose locks are then held for a shorter time
    await orm.em.getConnection().execute(
      `${grantsAtOnce}
       create extension if not exists btree_gin;
       grant usage on schema public to ${role};
       alter default privileges in schema public
         grant select, insert, update, delete on tables to ${role};
       alter default privileges in schema public grant usage, select on sequences to ${role};
       alter default privileges in schema public grant execute on functions to ${role};`,
    );
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}
