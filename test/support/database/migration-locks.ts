import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate, type NamedMigration } from '#libs/database';
import type { DatabaseCopy } from './postgres.js';

/**
 * The longest time for which a migration held a lock that keeps requests waiting, or waited for
 * one.
 */
export interface HeldLock {
  table: string;
  /** as `pg_locks` names it */
  mode: string;
  milliseconds: number;
}

export interface Measurement {
  /** the locks on tables that existed before, the longest first */
  locks: HeldLock[];
  /** how many requests read and changed the tables meanwhile */
  requests: number;
}

/**
 * Returns the SQL of a value for row `n`, by the type of the column. The values fill columns that
 * must not be null and have no default.
 */
const valueSqlByType: Record<string, (column: string) => string> = {
  uuid: (column) => `md5('${column}' || n)::uuid`,
  text: (column) => `'${column} ' || n`,
  boolean: () => 'false',
  smallint: () => '(n % 1000)::smallint',
  integer: () => 'n',
  bigint: () => 'n',
  numeric: () => 'n',
  date: () => `date '2025-01-01' + n % 365`,
  'timestamp without time zone': () => `timestamp '2025-01-01'`,
  'timestamp with time zone': () => `timestamptz '2025-01-01Z'`,
  json: () => `'{}'`,
  jsonb: () => `'{}'`,
  bytea: () => `'\\x00'`,
};
const churches = 20;

interface Column {
  name: string;
  type: string;
  /** the conditions of the table on this column */
  check: string | null;
}

const columnsSql = `
  select attname as name,
         format_type(atttypid, null) as type,
         (select string_agg(pg_get_constraintdef(c.oid), ' ')
            from pg_constraint c
           where c.conrelid = attrelid and c.contype = 'c' and attnum = any(c.conkey)) as check
    from pg_attribute
   where attrelid = to_regclass($1)
     and attnum > 0
     and not attisdropped
     and attnotnull
     and not atthasdef
     and attidentity = ''`;

/**
 * Fills tables with rows of 20 churches. Ignores foreign keys and triggers.
 * @returns the tables that exist
 */
export async function fillTables(
  database: DatabaseCopy,
  tables: readonly string[],
  rows: number,
): Promise<string[]> {
  const filled: string[] = [];
  await withClient(database, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const table of tables) {
      const { rows: columns } = await client.query<Column>(columnsSql, [table]);
      if (columns.length === 0) continue;
      const { rowCount } = await client.query(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
         select ${columns.map(toValue).join(', ')}
           from generate_series(1, ${rows}) n
         on conflict do nothing`,
      );
      if (!rowCount) throw new Error(`The table ${table} is still empty.`);
      await client.query(`analyze ${table}`);
      filled.push(table);
    }
  });
  return filled;
}

function toValue({ name, type, check }: Column): string {
  if (name === 'organization_id') return `md5('church' || n % ${churches})::uuid`;
  const allowed = /= ANY \(ARRAY\['([^']+)'/.exec(check ?? '')?.[1];
  if (allowed) return `'${allowed}'`;
  const smallest = />= (\d+)/.exec(check ?? '')?.[1];
  if (smallest) return smallest;
  const value = valueSqlByType[type];
  if (value) return value(name);
  if (type.endsWith('[]')) return `'{}'`;
  throw new Error(`The column ${name} has the type ${type}, which fillTable does not know.`);
}

/** Locks that keep the requests of users waiting, held or awaited. */
const locksSql = `
  select c.relname as table,
         l.mode,
         (extract(epoch from clock_timestamp()) * 1000)::float as at
    from pg_locks l
    join pg_class c on c.oid = l.relation
    join pg_stat_activity a on a.pid = l.pid
   where a.usename = 'church_owner'
     and l.database = (select oid from pg_database where datname = current_database())
     and c.relname = any($1)
     and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

interface SeenLock extends pg.QueryResultRow {
  table: string;
  mode: string;
  at: number;
}

/**
 * Runs migrations while requests read and change tables.
 * @param tables the tables that exist before, and that requests use
 */
export async function measureLocks(
  database: DatabaseCopy,
  migrations: NamedMigration[],
  tables: readonly string[],
): Promise<Measurement> {
  const isOver = { value: false };
  const locksByKey = new Map<string, { lock: SeenLock; last: number }>();
  const requests = Promise.all(tables.map((table) => useTable(database, table, isOver)));
  const watching = watchLocks(database, tables, isOver, (lock) => {
    const key = `${lock.table} ${lock.mode}`;
    const seenLock = locksByKey.get(key);
    if (seenLock) seenLock.last = lock.at;
    else locksByKey.set(key, { lock, last: lock.at });
  });
  try {
    await migrate(database.ownerUrl, database.appUrl, migrations);
  } finally {
    isOver.value = true;
  }
  await watching;
  const locks = [...locksByKey.values()].map(({ lock: { table, mode, at }, last }) => ({
    table,
    mode,
    milliseconds: last - at,
  }));
  return {
    locks: locks.sort((a, b) => b.milliseconds - a.milliseconds),
    requests: (await requests).reduce((sum, count) => sum + count, 0),
  };
}

async function withClient(
  database: DatabaseCopy,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const watchLocks = (
  database: DatabaseCopy,
  tables: readonly string[],
  isOver: { value: boolean },
  see: (lock: SeenLock) => void,
): Promise<void> =>
  withClient(database, async (client) => {
    while (!isOver.value) {
      for (const lock of (await client.query<SeenLock>(locksSql, [tables])).rows) see(lock);
      await sleep(5);
    }
  });

/** Reads and locks rows of a table until the migrations are over. @returns how often */
async function useTable(
  database: DatabaseCopy,
  table: string,
  isOver: { value: boolean },
): Promise<number> {
  let count = 0;
  await withClient(database, async (client) => {
    while (!isOver.value) {
      await client.query(`select 1 from ${table} limit 1 for update`);
      count++;
      await sleep(10);
    }
  });
  return count;
}
