import { statement } from './statement.js';
import * as t from './sql-types.js';

/**
 * Takes the advisory lock with a name until the transaction ends. Waits if another transaction has
 * it.
 */
export const lockName = statement({
  parameters: { name: t.text },
  columns: { pgAdvisoryXactLock: t.nothing },
  sql: 'select pg_advisory_xact_lock(hashtextextended(:name, 0))',
});

/** Lets the transaction wait for locks without a time limit. */
export const disableLockTimeout = statement({ sql: 'set local lock_timeout = 0' });

/** Takes the advisory lock with a name as a shared lock until the transaction ends. */
export const lockNameShared = statement({
  parameters: { name: t.text },
  columns: { pgAdvisoryXactLockShared: t.nothing },
  sql: 'select pg_advisory_xact_lock_shared(hashtextextended(:name, 0))',
});
