import type { MikroORM } from '@mikro-orm/core';
import type { PostgreSqlDriver, EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { prepared, preparedName } from './prepared.js';
import { createQueries, type Tables } from './typed-queries.js';

/** The result of a statement: the values of each row are in the order of `columns`. */
export interface RawResult {
  /** the names that PostgreSQL gives */
  columns: string[];
  rows: unknown[][];
  /** the rows that were returned or, without a result, changed */
  count: number;
}

/**
 * One open transaction. Statements of `*.sql.ts` files run in it through `execute`. `em` is
 * MikroORM's manager, and `query` is Kysely's builder of typed queries. Both are bound to the
 * transaction and created at the first use.
 */
export interface Tx {
  /** the church whose rows this transaction may touch; null for platform work */
  readonly organizationId: string | null;
  readonly em: EntityManager;
  readonly query: Kysely<Tables>;
  /** Runs a statement with positional parameters, for `Statement`. */
  execute(text: string, parameters: unknown[]): Promise<RawResult>;
  /**
   * Runs a statement whose rows nobody checks. Only for `src/giving/import`, pg-boss, and tests.
   */
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /**
   * Sends a statement whose rows nobody needs, without waiting for its answer. If it fails, the
   * whole transaction fails with its error, at the next statement that is awaited or at the end.
   */
  send(text: string, parameters?: unknown[]): void;
  /** Runs once the transaction is committed; not at all when it is rolled back. */
  afterCommit(work: () => void): void;
  /**
   * Commits what was done so far, for good, and goes on in a new transaction on the same
   * connection. Locks are let go. For what must lie in PostgreSQL before something is written
   * elsewhere.
   */
  checkpoint(): Promise<void>;
  /**
   * Commits what was done so far, for good, and goes on in a new transaction that only reads, and
   * whose statements all see the database as it is now. For reading a long list in pages.
   */
  snapshot(): Promise<void>;
}

/**
 * Waits for the statements that were sent, then runs the work for after the commit.
 * @throws the error of a statement that failed; PostgreSQL has then answered the commit with a rollback
 */
export async function settle(state: State): Promise<void> {
  await Promise.all(state.sent.splice(0));
  for (const next of state.afterwards.splice(0)) next();
}

/** What a transaction keeps between its statements. */
export interface State {
  readonly sent: Promise<unknown>[];
  readonly afterwards: (() => void)[];
  ended: boolean;
  isVisiting: boolean;
}

/** Sends the beginning of a transaction, and the church whose rows it may touch. */
export function begin(tx: Tx, statement = 'begin'): void {
  tx.send(statement);
  if (tx.organizationId) tx.send(setChurch, [tx.organizationId]);
}

/** Makes the `Tx` of a transaction that was begun on a connection. */
export function asTx(
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
  const commitAndBegin = async (statement?: string) => {
    await sql('commit');
    await settle(state);
    begin(tx, statement);
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
    checkpoint: () => commitAndBegin(),
    snapshot: () => commitAndBegin('begin isolation level repeatable read read only'),
  };
  return tx;
}

/**
 * MikroORM's manager in a transaction that is not its own: all it asks of one is to run statements.
 */
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

export const setChurch = prepared(`select set_config('app.org', $1, true)`);
