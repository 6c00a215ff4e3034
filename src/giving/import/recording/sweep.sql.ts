import { statement, t } from '#libs/database';

/**
 * A SQL condition on imports of which nothing is recorded. It excludes an import whose commit is
 * prepared, because that commit must be finished.
 */
const isDraftSql = `status in ('needs_mapping', 'ready', 'failed') and not commit_prepared`;

/**
 * Finds and locks the drafts that nobody has changed for 30 days, except for those that another
 * transaction has locked.
 */
export const lockOldDrafts = statement({
  columns: { id: t.uuid },
  sql: `
    select id
      from donation_import
     where organization_id = :church and ${isDraftSql} and touched_at < now() - interval '30 days'
       for update skip locked`,
});

export const listImportIds = statement({
  columns: { id: t.uuid },
  sql: 'select id from donation_import where organization_id = :church',
});

export const deleteRows = statement({
  parameters: { importId: t.uuid },
  sql: 'delete from donation_import_row where organization_id = :church and import_id = :importId',
});

export const deleteGiverAnswers = statement({
  parameters: { importId: t.uuid },
  sql: `
    delete from donation_import_giver
     where organization_id = :church and import_id = :importId`,
});

export const deleteImport = statement({
  parameters: { importId: t.uuid },
  sql: 'delete from donation_import where organization_id = :church and id = :importId',
});
