import type { DonationImport } from '#libs/contracts';
import { statement, t, type RowOf } from '#libs/database';
import type { Details, ImportFigures } from './details.js';

const importColumns = {
  id: t.uuid,
  status: t.textOf<DonationImport['status']>(),
  fileName: t.text,
  fileSize: t.bigint,
  fileHash: t.bytea,
  format: t.textOf<DonationImport['format']>(),
  details: t.json<Details>(),
  message: t.nullable(t.text),
  createdBy: t.uuid,
  createdByName: t.nullable(t.text),
  createdAt: t.timestamptz,
  committedBy: t.nullable(t.uuid),
  committedAt: t.nullable(t.timestamptz),
  undoneBy: t.nullable(t.uuid),
  undoneAt: t.nullable(t.timestamptz),
  /** the progress of the commit or undo that is running */
  done: t.integer,
  total: t.integer,
  /** the last revision of its stream; null before its commit */
  revision: t.nullable(t.integer),
  /**
   * whether its commit was prepared: then its rows no longer change, and the commit can only be
   * finished
   */
  commitPrepared: t.boolean,
  /** whether the undo also restores gifts that a user has changed after the import changed them */
  putBack: t.boolean,
  /**
   * stored when the commit begins; null of a draft, and of imports from before the migration 0034
   */
  figures: t.nullable(t.json<ImportFigures>()),
  /** whether its rows are from before the migration 0034; null without rows */
  isOld: t.nullable(t.boolean),
};
export type ImportRecord = RowOf<typeof importColumns>;

const selectImports = `
    select i.id, i.status, i.file_name, i.file_size, i.file_hash, i.format, i.details, i.message,
           i.created_by,
           p.name as created_by_name, i.created_at, i.committed_by, i.committed_at, i.undone_by,
           i.undone_at, i.done, i.total,
           i.revision, i.commit_prepared, i.put_back, i.figures,
           (select r.reads_as is null
              from donation_import_row r
             where r.organization_id = :church and r.import_id = i.id
             order by r.row
             limit 1) as is_old
      from donation_import i
      left join donor p on p.organization_id = :church and p.id = i.created_by
     where i.organization_id = :church`;

export const findImport = statement({
  parameters: { importId: t.uuid },
  columns: importColumns,
  sql: `${selectImports}
       and i.id = :importId`,
});

/** Lists the newest 200 imports, the newest first. */
export const listNewestImports = statement({
  columns: importColumns,
  sql: `${selectImports}
     order by i.created_at desc, i.id desc
     limit 200`,
});
