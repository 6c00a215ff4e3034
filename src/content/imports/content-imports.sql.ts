import { statement, t } from '#libs/database';
import type { ImportedRow } from './imported-row.js';
import type { ImportKind } from './read-file.js';

export const insertImport = statement({
  parameters: {
    id: t.uuid,
    kind: t.text,
    fileName: t.text,
    rows: t.jsonb<ImportedRow[]>(),
    userId: t.uuid,
  },
  sql: `
    insert into content_import (organization_id, id, kind, file_name, rows, created_by)
    values (:church, :id, :kind, :fileName, :rows, :userId)`,
});

/** Reads an import and locks it until the transaction ends. */
export const lockImport = statement({
  parameters: { id: t.uuid },
  columns: {
    id: t.uuid,
    kind: t.textOf<ImportKind>(),
    fileName: t.text,
    rows: t.jsonb<ImportedRow[]>(),
    createdAt: t.timestamptz,
    committedAt: t.nullable(t.timestamptz),
  },
  sql: `
    select id, kind, file_name, rows, created_at, committed_at
      from content_import
     where organization_id = :church and id = :id
       for update`,
});

export const commitImport = statement({
  parameters: { id: t.uuid, rows: t.jsonb<ImportedRow[]>() },
  sql: `
    update content_import
       set rows = :rows, committed_at = now()
     where organization_id = :church and id = :id`,
});

export const deleteImport = statement({
  parameters: { id: t.uuid },
  sql: 'delete from content_import where organization_id = :church and id = :id',
});

/** Reads the values by which the church's present items are compared with rows of a file. */
export const readPresent = {
  sermons: statement({
    columns: { title: t.text, other: t.text },
    sql: `
      select title, date::text as other
        from sermon
       where organization_id = :church and deleted_at is null`,
  }),
  resources: statement({
    columns: { title: t.text, other: t.text },
    sql: `
      select title, resource_type as other
        from resource
       where organization_id = :church and deleted_at is null`,
  }),
};
