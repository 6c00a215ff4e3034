/**
 * Files that still contain SQL although they are no `*.sql.ts` files, so that nothing checks it. The list only gets shorter.
 * `src/giving/import` is divided later.
 */
export const filesWithUncheckedSql: readonly string[] = [
  'src/giving/import/classification/held.ts',
  'src/giving/import/classification/rows.ts',
  'src/giving/import/classification/same.ts',
  'src/giving/import/classification/take-back.ts',
  'src/giving/import/givers/givers.ts',
  'src/giving/import/givers/guests.ts',
  'src/giving/import/recording/changes.ts',
  'src/giving/import/recording/commit.ts',
  'src/giving/import/review/answers.ts',
  'src/giving/import/review/drafts.ts',
  'src/giving/import/review/import.query.ts',
  'src/giving/import/review/kept.ts',
  'src/giving/import/review/last-change.ts',
  'src/giving/import/review/left-out.ts',
  'src/giving/import/review/repair.ts',
];

/** Files that run SQL of a library, which is not compared with the tables. They contain no SQL of their own. */
export const filesThatRunForeignSql: readonly string[] = [
  // pg-boss sends and deletes jobs in a transaction of the program
  'libs/jobs/jobs.ts',
];

/**
 * Files whose SQL writes a table that entities write as well. These statements compare a user with the account, which is no
 * entity, while they change the user, so that a change of the account meanwhile is not lost.
 */
export const filesThatWriteBesideEntities: readonly string[] = [
  'src/identity/account/credentials.sql.ts',
  'src/identity/members/members.sql.ts',
];
