import type { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlDriver, EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { prepared, preparedName } from './prepared.js';
import { createQueries, type Tables } from './typed-queries.js';

/** The result of a statement: the values of each row are in the order of `columns`. */
export interface RawResult {
  /** the names of the columns in PostgreSQL */
  columns: string[];
  rows: unknown[][];
  /** how many rows were returned or, without a result, changed */
  count: number;
}

/**
 * One open transaction. Statements of `*.sql.ts` files run in it through `execute`. `em` is
 * MikroORM's manager, and `query` is Kysely's builder of typed queries. Both are bound to the
 * transaction and created at the first use.
 */
export interface Tx {
  /** the church whose rows this transaction can read and change; null for a platform transaction */
  readonly organizationId: string | null;
  readonly em: EntityManager;
  readonly query: Kysely<Tables>;
  /** Runs a statement with positional parameters, for `Statement`. */
  execute(text: string, parameters: unknown[]): Promise<RawResult>;
  /**
   * Runs a statement whose rows have unchecked types. Only for `src/giving/import`, pg-boss, and
   * tests.
   */
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /**
   * Sends a statement without waiting for its answer and without returning its rows. If it fails,
   * the transaction fails with its error, at the next awaited statement or at the commit.
   */
  send(text: string, parameters?: unknown[]): void;
  /** Calls a function after the commit. It is not called if the transaction is rolled back. */
  afterCommit(work: () => void): void;
  /**
   * Commits, and continues in a new transaction on the same connection. Releases all locks. For
   * data that must be stored in PostgreSQL before something is written elsewhere.
   */
  checkpoint(): Promise<void>;
  /**
   * Commits, and continues in a new read-only transaction, whose statements all see the same state
   * of the database. For reading a long list in pages.
   */
  snapshot(): Promise<void>;
}

/**
 * Waits for the statements that were sent, and calls the functions that were passed to
 * `afterCommit`.
 * @throws the error of a statement that failed; PostgreSQL has then rolled back instead of
 *   committing
 */
export async function runAfterCommit(state: TransactionState): Promise<void> {
  await Promise.all(state.sent.splice(0));
  for (const callback of state.afterCommit.splice(0)) callback();
}

/** The state of a transaction between its statements. */
export interface TransactionState {
  readonly sent: Promise<unknown>[];
  readonly afterCommit: (() => void)[];
  ended: boolean;
  /** whether a platform transaction runs work in a church (`Database.tenant`) */
  isInChurch: boolean;
}

/** Begins a transaction, and sets the church whose rows it can read and change. */
export function begin(tx: Tx, statement = 'begin'): void {
  tx.send(statement);
  if (tx.organizationId) tx.send(setChurch, [tx.organizationId]);
}

/** Creates the `Tx` of a transaction on a connection. */
export function createTx(
  orm: MikroORM<PostgreSqlDriver>,
  client: pg.PoolClient,
  state: TransactionState,
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
  const commitAndBegin = async (statement?: string) => {
    await sql('commit');
    await runAfterCommit(state);
    begin(tx, statement);
  };
  const tx: Tx = {
    organizationId,
    get em() {
      return (em ??= createEntityManager(orm, client));
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
      answer.catch(() => undefined); // `runAfterCommit` throws the error
      state.sent.push(answer);
    },
    afterCommit: (work) => void state.afterCommit.push(work),
    checkpoint: () => commitAndBegin(),
    snapshot: () => commitAndBegin('begin isolation level repeatable read read only'),
  };
  return tx;
}

/** Creates an entity manager of MikroORM that runs its statements in our transaction. */
function createEntityManager(
  orm: MikroORM<PostgreSqlDriver>,
  client: pg.PoolClient,
): EntityManager {
  const em = orm.em.fork();
  em.setTransactionContext({
    executeQuery: ({ sql, parameters }: CompiledQuery) => runCompiled(client, sql, parameters),
  });
  return em;
}

/** Runs a query that a query builder has compiled. */
async function runCompiled(
  client: pg.PoolClient,
  text: string,
  parameters: readonly unknown[],
): Promise<{ rows: unknown[]; numAffectedRows: bigint }> {
  const { rows, rowCount } = await client.query(text, [...parameters]);
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

export const setChurch = prepared(`select set_config('app.org', $1, true)`);
