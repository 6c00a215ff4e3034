import { statement } from './statement.js';
import * as t from './sql-types.js';

/** Waits until no other transaction holds a name, and holds the name until the transaction ends. */
export const lockName = statement({
  parameters: { name: t.text },
  columns: { pgAdvisoryXactLock: t.nothing },
  sql: 'select pg_advisory_xact_lock(hashtextextended(:name, 0))',
});

/** Waits for as long as it takes if another transaction holds a lock. */
export const waitPatiently = statement({ sql: 'set local lock_timeout = 0' });

/** Holds a name together with others who share it, until the transaction ends. */
export const shareName = statement({
  parameters: { name: t.text },
  columns: { pgAdvisoryXactLockShared: t.nothing },
  sql: 'select pg_advisory_xact_lock_shared(hashtextextended(:name, 0))',
});
