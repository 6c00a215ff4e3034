import { statement } from './statement.js';
import * as t from './sql-types.js';

/** Waits until no other transaction holds a name, and holds the name until the transaction ends. */
export const lockName = statement({
  parameters: { name: t.text },
  columns: { pgAdvisoryXactLock: t.nothing },
  sql: 'select pg_advisory_xact_lock(hashtextextended(:name, 0))',
});
