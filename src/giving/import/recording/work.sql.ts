import { statement, t } from '#libs/database';
import type { ImportFigures } from '../review/details.js';

/**
 * Lists the imports of all churches that wait to be committed or undone, the oldest first. Runs on
 * the platform.
 */
export const listWork = statement({
  columns: { organizationId: t.uuid, importId: t.uuid },
  sql: 'select organization_id, import_id from import_work order by import_id',
});

/** Gives the transaction more memory, because it sums over all rows of a file. */
export const allowLargeSums = statement({
  columns: { setConfig: t.text },
  sql: `select set_config('work_mem', '64MB', true)`,
});

export const insertWork = statement({
  parameters: { importId: t.uuid },
  sql: `
    insert into import_work (organization_id, import_id)
    values (:church, :importId)
    on conflict do nothing`,
});

export const deleteWork = statement({
  parameters: { importId: t.uuid },
  sql: 'delete from import_work where organization_id = :church and import_id = :importId',
});

/**
 * Stores that the commit of an import has begun, with the number of donations that it will record
 * and the figures of its rows, which no longer change.
 */
export const beginCommit = statement({
  parameters: {
    importId: t.uuid,
    userId: t.uuid,
    total: t.integer,
    figures: t.json<ImportFigures>(),
  },
  sql: `
    update donation_import
       set status = 'committing', committed_by = :userId, done = 0, total = :total, message = null,
           figures = :figures
     where organization_id = :church and id = :importId`,
});

/**
 * Stores how many donations of an import are recorded, or voided, while it is committed or undone.
 */
export const storeProgress = statement({
  parameters: { importId: t.uuid, done: t.integer },
  sql: `
    update donation_import
       set done = :done
     where organization_id = :church and id = :importId and status in ('committing', 'undoing')`,
});

/** Stores that an import is committed. `revision` is the last one of its stream. */
export const endCommit = statement({
  parameters: { importId: t.uuid, revision: t.integer },
  sql: `
    update donation_import
       set status = 'committed', committed_at = now(), message = null, revision = :revision
     where organization_id = :church and id = :importId`,
});

/** Makes an import a draft again, because its rows have changed since the user saw them. */
export const returnToDraft = statement({
  parameters: { importId: t.uuid, message: t.text },
  sql: `
    update donation_import
       set status = 'ready', committed_by = null, message = :message, figures = null
     where organization_id = :church and id = :importId`,
});

/**
 * Stores that the undo of an import has begun. `putBack` says whether the undo also restores gifts
 * that a user has changed after the import changed them.
 */
export const beginUndo = statement({
  parameters: { importId: t.uuid, userId: t.uuid, putBack: t.boolean },
  sql: `
    update donation_import
       set status = 'undoing', undone_by = :userId, put_back = :putBack, done = 0, message = null
     where organization_id = :church and id = :importId`,
});

export const endUndo = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donation_import
       set status = 'undone', undone_at = now(), done = total, message = null
     where organization_id = :church and id = :importId`,
});

/**
 * Stores that a commit or an undo failed. After a failed undo the import is still committed. A
 * failed commit can be tried again.
 */
export const storeFailure = statement({
  parameters: { importId: t.uuid, message: t.text },
  sql: `
    update donation_import
       set status = case when status = 'undoing' then 'committed' else 'failed' end,
           message = :message
     where organization_id = :church and id = :importId and status in ('committing', 'undoing')`,
});
