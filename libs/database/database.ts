import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, type EntitySchema } from '@mikro-orm/core';
import { PostgreSqlDriver, type EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import { Listening, type Listener } from './listening.js';
import { prepared, preparedName, PreparingClient } from './prepared.js';
import { createQueries, type Tables } from './typed-queries.js';

/**
 * How values come out of PostgreSQL. A `date` is a calendar date: text all the way, never a Date at local
 * midnight (it would change year in some zones). A timestamp is what a church's clocks show: text, too. A bigint is exact.
 * A timestamptz is an instant.
 */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.replace(' ', 'T'));
  types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
    text.endsWith('infinity')
      ? text
      : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
  );
  return types;
}

/** Whether an error says that the database could not be reached or was lost on the way, not that it refused something. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(08|57P0)|^E(CONN|PIPE|TIMEDOUT)/.test(code) ||
    /connection (terminated|error|timeout)|timeout exceeded|not queryable|client was closed/i.test(
      error.message,
    )
  );
}

/** Whether the disk is full, the database's or our own: it passes when somebody makes room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');

/** PostgreSQL's code for a lock that did not come free in time. */
export const lockNotFree = '55P03';

/** The result of a statement: the values of each row are in the order of `columns`. */
export interface RawResult {
  /** the names that PostgreSQL gives */
  columns: string[];
  rows: unknown[][];
  /** the rows that were returned or, without a result, changed */
  count: number;
}

/**
 * One open transaction. Statements of `*.sql.ts` files run in it through `execute`; `em` is MikroORM's manager and `query`
 * Kysely's builder of typed queries, both bound to the transaction and created at the first use.
 */
export interface Tx {
  /** the church whose rows this transaction may touch; null for platform work */
  readonly organizationId: string | null;
  readonly em: EntityManager;
  readonly query: Kysely<Tables>;
  /** Runs a statement with positional parameters, for `Statement`. */
  execute(text: string, parameters: unknown[]): Promise<RawResult>;
  /** Runs a statement whose rows nobody checks. Only for `src/giving/import`, pg-boss, and tests. */
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /**
   * Sends a statement whose rows nobody needs, without waiting: later ones, the commit among them, follow it on the
   * wire. If it fails, so does the transaction, as a whole, with its error: at its end, or at the next statement that is waited for.
   */
  send(text: string, parameters?: unknown[]): void;
  /** Runs once the transaction is committed; not at all when it is rolled back. */
  afterCommit(work: () => void): void;
  /**
   * Commits what was done so far, for good, and goes on in a new transaction on the same connection. Locks are let go.
   * For what must lie in PostgreSQL before something is written elsewhere.
   */
  checkpoint(): Promise<void>;
}

/**
 * The only door to PostgreSQL. A church's rows are reachable only inside `tenant`, because row-level
 * security compares them with `app.org`, which is set for the length of one transaction.
 */
export class Database {
  readonly #current = new AsyncLocalStorage<Open>();

  private constructor(
    readonly orm: MikroORM<PostgreSqlDriver>,
    /** MikroORM's own */
    private readonly pool: pg.Pool,
    /** the same server with connections of its own, for work that others wait for while they hold theirs */
    readonly another: (poolSize: number) => Promise<Database>,
    private readonly url: string,
  ) {}

  /**
   * Connects as the application's role. `entities` are the entity schemas of all contexts.
   * @param patience milliseconds that a statement waits for a lock before it fails with `lockNotFree`, so that those who
   *   wait for a long import cannot hold every connection; work that may take its time says `set local lock_timeout = 0`.
   *   Twice as long for a connection, should the database hang and none come free
   */
  static async connect(
    url: string,
    entities: EntitySchema[],
    poolSize = 10,
    patience = 5_000,
  ): Promise<Database> {
    const orm = await MikroORM.init<PostgreSqlDriver>({
      driver: PostgreSqlDriver,
      clientUrl: url,
      entities: entities.length > 0 ? entities : undefined,
      discovery: { warnWhenNoEntities: false },
      pool: { min: 0, max: poolSize },
      forceUtcTimezone: true,
      driverOptions: {
        types: typeParsers(),
        Client: PreparingClient,
        pipeline: true,
        lock_timeout: patience,
        connectionTimeoutMillis: 2 * patience,
      },
      ensureDatabase: false,
    });
    const pool = await orm.em.getConnection().getNativeClient();
    // a connection that is lost between two statements of a transaction fails at the next one; without a listener, the
    // message about it would end the program
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new Database(orm, pool, (size) => Database.connect(url, entities, size, patience), url);
  }

  /**
   * Runs `work` in one transaction in which the rows of `organizationId`, and only those, exist.
   * Inside an open transaction of the same church it joins that one; of another church: throws. Inside one of the
   * platform it is a visit: the rows of that church exist until `work` ends, and all is kept, or nothing, with the
   * platform's transaction; one church after the other.
   */
  tenant<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const open = this.#current.getStore();
    if (!open) return this.#begin(organizationId, work);
    if (open.tx.organizationId === organizationId) return work(open.tx);
    if (open.tx.organizationId !== null)
      return Promise.reject(new Error('A transaction of one church cannot reach another church.'));
    return this.#visit(organizationId, open, work);
  }

  async #visit<T>(
    organizationId: string,
    { client, state }: Open,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    if (state.isVisiting)
      throw new Error('A transaction of the platform visits one church after the other.');
    state.isVisiting = true;
    try {
      const tx = asTx(this.orm, client, state, organizationId);
      tx.send(setChurch, [organizationId]);
      return await this.#current.run({ tx, client, state }, () => work(tx));
    } finally {
      // where a statement has failed this fails, too, and with it the whole transaction
      await client.query(setChurch, ['']).catch(() => undefined);
      state.isVisiting = false;
    }
  }

  /**
   * Runs `work` in one transaction without a church: only platform tables have rows there. Inside a church's
   * transaction: throws, because whoever holds one connection and waits for a second waits for ever in a crowd.
   */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const open = this.#current.getStore();
    if (!open) return this.#begin(null, work);
    if (open.tx.organizationId !== null)
      return Promise.reject(
        new Error('A transaction of a church cannot wait for one of the platform.'),
      );
    return work(open.tx);
  }

  /** As `tenant` for somebody of a church, as `platform` for those who have none. */
  transactionOf<T>(
    { organizationId }: { organizationId: string | null },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return organizationId === null ? this.platform(work) : this.tenant(organizationId, work);
  }

  /** Like `tenant`, but always a transaction of its own: progress that others see before the work ends. */
  separate<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#begin(organizationId, work);
  }

  /** Like `platform`, but always a transaction of its own, whatever is open: for what works beside it. */
  outside<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#begin(null, work);
  }

  /**
   * Runs a text as it is, for a library that brings its own: one statement, or several that may begin and commit for
   * themselves. No church's rows exist for it.
   * @returns the rows of all of them, in their order
   */
  async statements(text: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
    const client = await this.pool.connect();
    let lost: Error | undefined;
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text, parameters);
      return [answer].flat().flatMap(({ rows }) => rows as Record<string, unknown>[]);
    } catch (error) {
      // a text that began a transaction did not come to its end
      await client.query('rollback').catch((reason: unknown) => (lost = reason as Error));
      throw error;
    } finally {
      client.release(lost);
    }
  }

  /**
   * Runs `work` while no other process or call runs work of that name; outside any transaction. PostgreSQL frees the
   * name when this process ends, however it ends; `work` must be safe to run twice should the connection be lost meanwhile.
   * @returns null at once when somebody else has the name
   */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<{ value: T } | null> {
    return this.#begin(null, async (tx) => {
      const [lock] = await tx.sql<{ mine: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
        [name],
      );
      return lock?.mine ? { value: await this.#current.exit(work) } : null;
    });
  }

  /**
   * Statements go to the connection itself, one after the other without waiting, `begin` among them. A connection that
   * was lost, or cannot even roll back, is closed; otherwise the next one gets it.
   */
  async #begin<T>(organizationId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const state: State = { sent: [], afterwards: [], ended: false, isVisiting: false };
    let lost: Error | undefined;
    try {
      const result = await this.#inside(client, state, organizationId, work);
      await client.query('commit');
      await settle(state);
      return result;
    } catch (error) {
      await client.query('rollback').catch((reason: unknown) => (lost = reason as Error));
      throw await cause(error, state);
    } finally {
      client.release(lost);
    }
  }

  async #inside<T>(
    client: pg.PoolClient,
    state: State,
    organizationId: string | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const tx = asTx(this.orm, client, state, organizationId);
    begin(tx);
    try {
      return await this.#current.run({ tx, client, state }, () => work(tx));
    } finally {
      state.ended = true; // the connection is somebody else's next: nobody who was left behind may use it
    }
  }

  /** Hears what is told on a channel (`pg_notify`), on a connection of its own, from now until it is stopped. */
  listen(channel: string, listener: Listener): Listening {
    return new Listening(this.url, channel, listener);
  }

  async isUp(): Promise<boolean> {
    return this.orm.isConnected();
  }

  /** Ends every connection, once what runs is done, from transaction to transaction; what goes on for five seconds is refused the next one. */
  async close(): Promise<void> {
    // work for somebody who has left is not waited for by a server that closes; it goes from one transaction to the next until it is done
    for (let looks = 0, quiet = 0; looks < 250 && quiet < 2; looks++) {
      await sleep(20);
      quiet =
        this.pool.idleCount === this.pool.totalCount && this.pool.waitingCount === 0
          ? quiet + 1
          : 0;
    }
    await this.orm.close();
    if (!this.pool.ending) await this.pool.end(); // MikroORM ends it only where a statement went through its own query builder
  }
}

/** Where something that was sent failed, PostgreSQL answered the commit by rolling back: then nothing was done. */
async function settle(state: State): Promise<void> {
  await Promise.all(state.sent.splice(0));
  for (const next of state.afterwards.splice(0)) next();
}

/** What failed first: of a statement that was sent, the next one only hears that the transaction is lost. */
async function cause(error: unknown, state: State): Promise<unknown> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '25P02') return error;
  const failed = (await Promise.allSettled(state.sent)).find(
    ({ status }) => status === 'rejected',
  ) as PromiseRejectedResult | undefined;
  return failed?.reason ?? error;
}

interface State {
  readonly sent: Promise<unknown>[];
  readonly afterwards: (() => void)[];
  ended: boolean;
  isVisiting: boolean;
}

/** The transaction that is open, and what it runs on. */
interface Open {
  readonly tx: Tx;
  readonly client: pg.PoolClient;
  readonly state: State;
}

function begin(tx: Tx): void {
  tx.send('begin');
  if (tx.organizationId) tx.send(setChurch, [tx.organizationId]);
}
const setChurch = prepared(`select set_config('app.org', $1, true)`);

function asTx(
  orm: MikroORM<PostgreSqlDriver>,
  client: pg.PoolClient,
  state: State,
  organizationId: string | null,
): Tx {
  let em: EntityManager | undefined;
  let query: Kysely<Tables> | undefined;
  const assertOpen = () => {
    if (state.ended) throw new Error('This transaction has ended.');
  };
  const sql = async <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> => {
    assertOpen();
    return (await client.query(text, parameters)).rows as Row[];
  };
  const runQuery = async ({ sql: text, parameters }: CompiledQuery) => {
    assertOpen();
    return runCompiled(client, text, parameters);
  };
  const tx: Tx = {
    organizationId,
    get em() {
      return (em ??= managerOn(orm, client));
    },
    get query() {
      return (query ??= createQueries(runQuery));
    },
    async execute(text, values) {
      assertOpen();
      const name = preparedName(text);
      const { fields, rows, rowCount } = await client.query<unknown[]>({
        name,
        text,
        values,
        rowMode: 'array',
      });
      return { columns: fields.map((field) => field.name), rows, count: rowCount ?? 0 };
    },
    sql,
    send(text, parameters) {
      const answer = sql(text, parameters);
      answer.catch(() => undefined); // told at the end, unless something else fails before
      state.sent.push(answer);
    },
    afterCommit: (work) => void state.afterwards.push(work),
    async checkpoint() {
      await sql('commit');
      await settle(state);
      begin(tx);
    },
  };
  return tx;
}

/** MikroORM's manager in a transaction that is not its own: all it asks of one is to run statements. */
function managerOn(orm: MikroORM<PostgreSqlDriver>, client: pg.PoolClient): EntityManager {
  const em = orm.em.fork();
  em.setTransactionContext({
    executeQuery: ({ sql, parameters }: CompiledQuery) => runCompiled(client, sql, parameters),
  });
  return em;
}

/** Runs what a query builder has compiled. */
async function runCompiled(
  client: pg.PoolClient,
  text: string,
  parameters: readonly unknown[],
): Promise<{ rows: unknown[]; numAffectedRows: bigint }> {
  const { rows, rowCount } = await client.query(text, [...parameters]);
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

/**
 * Refuses a role that row-level security would not hold: a superuser, one with BYPASSRLS, or an owner of tables.
 * @throws Error with a sentence for the operator
 */
export async function assertRoleIsBound(db: Database): Promise<void> {
  const [role] = await db.platform((tx) =>
    tx.sql<{ name: string; free: boolean; owns: boolean }>(
      `select current_user::text as name, rolsuper or rolbypassrls as free,
              exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
                      where n.nspname = 'public' and c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'usage')) as owns
         from pg_roles where rolname = current_user`,
    ),
  );
  if (role?.free || role?.owns) {
    throw new Error(
      `DATABASE_URL connects as "${role.name}", which ${role.free ? 'bypasses row-level security' : 'owns the tables'}. ` +
        'Use a role that owns nothing and has neither SUPERUSER nor BYPASSRLS; DATABASE_OWNER_URL is for migrations.',
    );
  }
}
