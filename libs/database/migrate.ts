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
    const role = `"${appRole.replaceAll('"', '""')}"`;
    await orm.em.getConnection().execute(
      `${grantsAtOnce}
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
