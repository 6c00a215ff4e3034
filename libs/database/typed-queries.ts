import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import type { DB } from './tables.generated.js';

/** All tables with their rows, as the migrations create them. Names are in camelCase. */
export type Tables = DB;

type Run = (query: CompiledQuery) => ReturnType<DatabaseConnection['executeQuery']>;

/**
 * Creates a builder of typed queries that run in an open transaction.
 * @param run runs a query in the transaction
 */
export function createQueries(run: Run): Kysely<Tables> {
  const connection = { executeQuery: run } as DatabaseConnection;
  return new Kysely<Tables>({ dialect: dialectOn(connection), plugins: [new CamelCasePlugin()] });
}

const refuseTransaction = () =>
  Promise.reject(new Error('A query runs in the transaction that is open.'));

const dialectOn = (connection: DatabaseConnection): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createDriver: () => ({
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
  }),
});
