import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, type EntitySchema } from '@mikro-orm/core';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { NotificationConnection, type Listener } from './notification-connection.js';
import { PreparingClient } from './prepared.js';
import {
  createTx,
  begin,
  setChurch,
  runAfterCommit,
  type TransactionState,
  type Tx,
} from './tx.js';

/**
 * Defines how values from PostgreSQL are represented. A `date` is text, because a `Date` at local
 * midnight would be another day in some time zones. A `timestamp` is the local time of a church, as
 * text. A `bigint` is exact. A `timestamptz` is an instant, as a `Date`; `infinity` stays text.
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

/**
 * Runs transactions in PostgreSQL. The rows of a church can be read only in `tenant`, because
 * row-level security compares them with `app.org`, which is set for one transaction.
 */
export class Database {
  readonly #current = new AsyncLocalStorage<OpenTransaction>();

  private constructor(
    readonly orm: MikroORM<PostgreSqlDriver>,
    /** the connections of MikroORM */
    private readonly pool: pg.Pool,
    /**
     * Opens more connections to the same server, for work that other requests wait for while they
     * occupy theirs.
     */
    readonly openPool: (poolSize: number) => Promise<Database>,
    private readonly url: string,
  ) {}

  /**
   * Connects as the application's role.
   * @param entities the entity schemas of all contexts
   * @param lockTimeout how many milliseconds a statement waits for a lock before it fails with
   *   `lockNotAvailable`, so that requests that wait for a long import cannot occupy all
   *   connections. `disableLockTimeout` turns this off for a transaction. A request waits twice as
   *   long for a free connection.
   */
  static async connect(
    url: string,
    entities: EntitySchema[],
    poolSize = 10,
    lockTimeout = 5_000,
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
        lock_timeout: lockTimeout,
        connectionTimeoutMillis: 2 * lockTimeout,
      },
      ensureDatabase: false,
    });
    const pool = await orm.em.getConnection().getNativeClient();
    // Without this listener, a connection that is lost between two statements would end the
    // program. With it, the next statement of the transaction fails.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new Database(
      orm,
      pool,
      (size) => Database.connect(url, entities, size, lockTimeout),
      url,
    );
  }

  /**
   * Runs `work` in a transaction that can read and change the rows of one church. Inside an open
   * transaction of the same church, `work` joins it. Inside a platform transaction, `work` runs in
   * that transaction, which gives access to the church until `work` ends; one church after the
   * other.
   * @throws Error inside a transaction of another church
   */
  tenant<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const open = this.#current.getStore();
    if (!open) return this.#run(organizationId, work);
    if (open.tx.organizationId === organizationId) return work(open.tx);
    if (open.tx.organizationId !== null)
      return Promise.reject(new Error('A transaction of one church cannot reach another church.'));
    return this.#enterChurch(organizationId, open, work);
  }

  async #enterChurch<T>(
    organizationId: string,
    { client, state }: OpenTransaction,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    if (state.isInChurch)
      throw new Error('A transaction of the platform visits one church after the other.');
    state.isInChurch = true;
    try {
      const tx = createTx(this.orm, client, state, organizationId);
      tx.send(setChurch, [organizationId]);
      return await this.#current.run({ tx, client, state }, () => work(tx));
    } finally {
      // if a statement has failed, this fails as well, and the whole transaction is rolled back
      await client.query(setChurch, ['']).catch(() => undefined);
      state.isInChurch = false;
    }
  }

  /**
   * Runs `work` in a transaction of the platform, which cannot see the rows of churches. Inside an
   * open platform transaction, `work` joins it.
   * @throws Error inside a transaction of a church: if many requests held one connection and waited
   *   for a second one, they would wait forever
   */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const open = this.#current.getStore();
    if (!open) return this.#run(null, work);
    if (open.tx.organizationId !== null)
      return Promise.reject(
        new Error('A transaction of a church cannot wait for one of the platform.'),
      );
    return work(open.tx);
  }

  /**
   * Runs `work` like `tenant` for an actor of a church, and like `platform` for an actor without a
   * church.
   */
  transactionOf<T>(
    { organizationId }: { organizationId: string | null },
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return organizationId === null ? this.platform(work) : this.tenant(organizationId, work);
  }

  /** Like `tenant`, but always in a new transaction, which can commit before the open one. */
  separate<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#run(organizationId, work);
  }

  /** Like `platform`, but always in a new transaction, also inside a transaction of a church. */
  outside<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#run(null, work);
  }

  /**
   * Runs SQL that a library (pg-boss) has composed: one statement, or several, which may begin and
   * commit transactions. It cannot see the rows of churches.
   * @returns the rows of all statements, in the order of the statements
   */
  async statements(text: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
    const client = await this.pool.connect();
    let lost: Error | undefined;
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(text, parameters);
      return [answer].flat().flatMap(({ rows }) => rows as Record<string, unknown>[]);
    } catch (error) {
      // the text may have begun a transaction that it did not end
      await client.query('rollback').catch((reason: unknown) => (lost = reason as Error));
      throw error;
    } finally {
      client.release(lost);
    }
  }

  /**
   * Runs `work`, outside any transaction, unless another process or call runs work with the same
   * name. PostgreSQL releases the name when this process ends for any reason. If the connection is
   * lost, another process can start the same work, so it must be safe to run twice.
   * @returns null if work with this name is already running
   */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<{ value: T } | null> {
    return this.#run(null, async (tx) => {
      const [lock] = await tx.sql<{ mine: boolean }>(
        'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
        [name],
      );
      return lock?.mine ? { value: await this.#current.exit(work) } : null;
    });
  }

  /**
   * Runs `work` in a new transaction. Statements, including `begin`, are sent without waiting for
   * the answer to the one before. A connection that is lost or cannot roll back is closed instead
   * of being reused.
   */
  async #run<T>(organizationId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    const state: TransactionState = { sent: [], afterCommit: [], ended: false, isInChurch: false };
    let lost: Error | undefined;
    try {
      const result = await this.#runWork(client, state, organizationId, work);
      await client.query('commit');
      await runAfterCommit(state);
      return result;
    } catch (error) {
      await client.query('rollback').catch((reason: unknown) => (lost = reason as Error));
      throw await findFirstError(error, state);
    } finally {
      client.release(lost);
    }
  }

  async #runWork<T>(
    client: pg.PoolClient,
    state: TransactionState,
    organizationId: string | null,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const tx = createTx(this.orm, client, state, organizationId);
    begin(tx);
    try {
      return await this.#current.run({ tx, client, state }, () => work(tx));
    } finally {
      state.ended = true; // work that still runs must not use the connection, which is reused
    }
  }

  /**
   * Receives the notifications of a channel (`pg_notify`) on a separate connection, until it is
   * stopped.
   */
  listen(channel: string, listener: Listener): NotificationConnection {
    return new NotificationConnection(this.url, channel, listener);
  }

  async isUp(): Promise<boolean> {
    return this.orm.isConnected();
  }

  /**
   * Closes all connections. Waits up to five seconds for running work; after that, work that begins
   * another transaction fails.
   */
  async close(): Promise<void> {
    // The HTTP server does not wait for the work of clients that have disconnected. Such work may
    // run several transactions, so the connections must be idle at two checks in a row.
    for (let checks = 0, idleChecks = 0; checks < 250 && idleChecks < 2; checks++) {
      await sleep(20);
      const isIdle = this.pool.idleCount === this.pool.totalCount && this.pool.waitingCount === 0;
      idleChecks = isIdle ? idleChecks + 1 : 0;
    }
    await this.orm.close();
    // MikroORM closes the pool only if a statement was run by its query builder
    if (!this.pool.ending) await this.pool.end();
  }
}

/**
 * Returns the error of the statement that failed first. The statements after it only report that
 * the transaction is aborted (25P02).
 */
async function findFirstError(error: unknown, state: TransactionState): Promise<unknown> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '25P02') return error;
  const failed = (await Promise.allSettled(state.sent)).find(
    ({ status }) => status === 'rejected',
  ) as PromiseRejectedResult | undefined;
  return failed?.reason ?? error;
}

/** An open transaction, with its connection. */
interface OpenTransaction {
  readonly tx: Tx;
  readonly client: pg.PoolClient;
  readonly state: TransactionState;
}
