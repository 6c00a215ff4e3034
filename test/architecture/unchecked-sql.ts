/**
 * Files that still contain SQL although they are no `*.sql.ts` files, so that nothing checks it. The list only gets shorter.
 * `src/giving/import` is divided later.
 */
export const filesWithUncheckedSql: readonly string[] = [
  'src/giving/import/answers.ts',
  'src/giving/import/candidates.ts',
  'src/giving/import/changes.ts',
  'src/giving/import/commit.ts',
  'src/giving/import/control.query.ts',
  'src/giving/import/drafts.ts',
  'src/giving/import/edit-draft.ts',
  'src/giving/import/givers.query.ts',
  'src/giving/import/givers.ts',
  'src/giving/import/guests.ts',
  'src/giving/import/held.ts',
  'src/giving/import/import.controller.ts',
  'src/giving/import/import.query.ts',
  'src/giving/import/kept.ts',
  'src/giving/import/last-change.ts',
  'src/giving/import/layouts.ts',
  'src/giving/import/left-out.ts',
  'src/giving/import/remembered.ts',
  'src/giving/import/repair.ts',
  'src/giving/import/rows.ts',
  'src/giving/import/runner.ts',
  'src/giving/import/same.ts',
  'src/giving/import/sweep.ts',
  'src/giving/import/take-back.ts',
  'src/giving/import/undo.query.ts',
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
