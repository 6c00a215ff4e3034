import type { TestApp } from '../app.js';

type WithDatabase = Pick<TestApp, 'database'>;

/** Runs SQL that changes entries of the audit log, which the program can only add to. */
const changeAuditLog = ({ database }: WithDatabase, sql: string): Promise<unknown> =>
  database.asSuperuser(
    `alter table audit_entry disable trigger audit_entry_append_only;
     ${sql};
     alter table audit_entry enable trigger audit_entry_append_only`,
  );

/**
 * Makes entries of the audit log older, as if the time had passed.
 * @param age a PostgreSQL interval, such as `2 hours`
 * @param action the action of the entries; all entries if it is left out
 */
export const ageAuditLog = (app: WithDatabase, age: string, action?: string): Promise<unknown> =>
  changeAuditLog(
    app,
    `update audit_entry set at = at - interval '${age}'
      ${action === undefined ? '' : `where action = '${action}'`}`,
  );

/** Deletes all entries of the audit log. */
export const clearAuditLog = (app: WithDatabase): Promise<unknown> =>
  changeAuditLog(app, 'delete from audit_entry');
