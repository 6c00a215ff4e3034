import { beforeAll, describe, expect, it } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { migrate, type NamedMigration } from '#libs/database';
import { migrations } from '../../src/migrations/index.js';
import { tableOwners } from '../architecture/table-owners.js';
import { isWhole } from '../support/generated.js';
import { fillTables, measureLocks, type Measurement } from '../support/database/migration-locks.js';
import { copyDatabase, type DatabaseCopy } from '../support/database/postgres.js';

/**
 * The last migration of an earlier version. The locks of earlier migrations since 0034 were
 * measured when they were written.
 */
const lastOfEarlierVersions = '0041-content-versions';
/** The maximum time in milliseconds for which a lock may keep requests waiting. */
const limit = 200;
/**
 * The maximum number of measurements of the same migrations. On a busy machine, the program itself
 * may pause while a lock is held.
 */
const attempts = 3;
const rows = isWhole ? 1_000_000 : 50_000;

type Constructor = new (driver: never, config: never) => { up(): unknown; getQueries(): unknown[] };

/** @returns the names of the tables that the SQL of migrations contains */
async function listTablesIn(newMigrations: NamedMigration[]): Promise<string[]> {
  const tables = new Set<string>();
  for (const { class: migration } of newMigrations) {
    const instance = new (migration as unknown as Constructor)(
      undefined as never,
      undefined as never,
    );
    await instance.up();
    for (const query of instance.getQueries())
      for (const [word] of String(query).matchAll(/\w+/g))
        if (Object.hasOwn(tableOwners, word)) tables.add(word);
  }
  return [...tables];
}

const earlier = migrations.filter(({ name }) => name <= lastOfEarlierVersions);

/** A database without the new migrations. */
let base: DatabaseCopy;
beforeAll(async () => {
  base = await copyDatabase('template0');
  await migrate(base.ownerUrl, base.appUrl, earlier);
});

/** Measures migrations on a new database, after filling the tables that they name. */
async function measure(newMigrations: NamedMigration[], count: number): Promise<Measurement> {
  const database = await copyDatabase(base.name);
  const tables = await fillTables(database, await listTablesIn(newMigrations), count);
  return measureLocks(database, [...earlier, ...newMigrations], tables);
}

const tooLong = ({ locks }: Measurement) =>
  locks.filter(({ milliseconds }) => milliseconds > limit);

describe('the new migrations', () => {
  it(`hold no lock longer than ${limit} ms while requests run`, async () => {
    const newMigrations = migrations.filter(({ name }) => name > lastOfEarlierVersions);
    if (newMigrations.length === 0) return;
    let measured = await measure(newMigrations, rows);
    for (let attempt = 1; attempt < attempts && tooLong(measured).length > 0; attempt++)
      measured = await measure(newMigrations, rows);
    expect(tooLong(measured)).toEqual([]);
  });
});

/** Creates a migration for the tests of the measurement. */
const madeUp = (...statements: string[]): NamedMigration[] => [
  {
    name: '9999-made-up',
    class: class extends Migration {
      override up(): void {
        for (const statement of statements) this.addSql(statement);
      }
    },
  },
];

describe('the measurement of locks', () => {
  it.each([
    [
      'a lock that keeps readers waiting',
      'alter table notification add column note text',
      'AccessExclusiveLock',
    ],
    [
      'a lock that keeps writers waiting',
      'create index made_up on notification (content_id)',
      'ShareLock',
    ],
  ])('finds %s too long', async (_, statement, mode) => {
    // The lock is held long enough to be noticed on a busy machine.
    const measured = await measure(madeUp(statement, 'select pg_sleep(2)'), 100);
    expect(tooLong(measured)).toEqual([
      { table: 'notification', mode, milliseconds: expect.any(Number) },
    ]);
    expect(measured.requests).toBeGreaterThan(0);
  });

  it('allows locks that keep no request waiting', async () => {
    const statements = ['update notification set is_read = true', 'select pg_sleep(0.4)'];
    expect((await measure(madeUp(...statements), 100)).locks).toEqual([]);
  });

  it('can fill every table', async () => {
    const database = await copyDatabase(base.name);
    const tables = Object.keys(tableOwners).filter((table) => table !== 'schema_migration');
    expect((await fillTables(database, tables, 30)).length).toBeGreaterThanOrEqual(76);
  });
});
