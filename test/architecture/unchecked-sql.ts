/**
 * Files that run SQL that a library has composed, which is not compared with the tables. They
 * contain no SQL of their own.
 */
export const filesThatRunForeignSql: readonly string[] = [
  // pg-boss sends and deletes jobs in a transaction of the program.
  'libs/jobs/jobs.ts',
];

/**
 * Files whose SQL writes a table that entities write as well. These statements compare a user with
 * the account, which is no entity, while they change the user, so that a change of the account
 * meanwhile is not lost.
 */
export const filesThatWriteBesideEntities: readonly string[] = [
  'src/identity/account/credentials.sql.ts',
  'src/identity/members/members.sql.ts',
];
