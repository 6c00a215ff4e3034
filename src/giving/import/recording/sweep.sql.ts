import { statement, t } from '#libs/database';

/**
 * The drafts of which nothing is recorded. A prepared commit is none of them, because it must be
 * finished.
 */
const isDraft = `status in ('needs_mapping', 'ready', 'failed') and not commit_prepared`;

/**
 * Locks the drafts that nobody has touched for 30 days, except for those that another transaction
 * has locked.
 */
export const lockOldDrafts = statement({
  columns: { id: t.uuid },
  sql: `
    select id
      from donation_import
     where organization_id = :church and ${isDraft} and touched_at < now() - interval '30 days'
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
