import type { ImportMapping } from '#libs/contracts';
import { statement, t } from '#libs/database';

/** The part of a mapping that is remembered for the next file with the same header. */
export type RememberedMapping = Pick<
  ImportMapping,
  | 'columns'
  | 'fundColumns'
  | 'unusedColumns'
  | 'nameStyle'
  | 'numbers'
  | 'giverAbove'
  | 'isStatement'
  | 'source'
  | 'defaults'
  | 'words'
  | 'zone'
  | 'encoding'
  | 'mendText'
> & {
  /**
   * The columns that the file's content suggested. Missing in formats of earlier versions.
   */
  suggested?: Suggested | undefined;
};

/** The columns of amounts and dates, according to their content. */
export type Suggested = Pick<ImportMapping['columns'], 'amount' | 'date'>;

export const findMapping = statement({
  parameters: { fingerprint: t.text },
  columns: { mapping: t.json<RememberedMapping>() },
  sql: `
    select mapping
      from import_mapping
     where organization_id = :church and fingerprint = :fingerprint`,
});

export const saveMapping = statement({
  parameters: {
    fingerprint: t.text,
    mapping: t.json<RememberedMapping>(),
    header: t.json<string[]>(),
    fileName: t.text,
  },
  sql: `
    insert into import_mapping (organization_id, fingerprint, mapping, header, file_name)
    values (:church, :fingerprint, :mapping, :header, :fileName)
    on conflict (organization_id, fingerprint) do update
      set mapping = excluded.mapping,
          header = excluded.header,
          file_name = excluded.file_name,
          updated_at = now()`,
});

/**
 * Lists the remembered formats, the last used first. The times are truncated to milliseconds, as
 * in a cursor.
 */
export const listMappings = statement({
  parameters: {
    pattern: t.nullable(t.text),
    sources: t.array(t.text),
    before: t.fromCursor(t.timestamptz),
    beforeId: t.fromCursor(t.uuid),
    limit: t.bigint,
  },
  columns: {
    id: t.uuid,
    mapping: t.json<RememberedMapping>(),
    header: t.nullable(t.json<string[]>()),
    fileName: t.nullable(t.text),
    updatedAt: t.present(t.timestamptz),
  },
  sql: `
    select id, mapping, header, file_name, at as updated_at
      from import_mapping, date_trunc('milliseconds', updated_at) at
     where organization_id = :church
       and (:pattern::text is null
         or concat_ws(' ', file_name, header::text) ilike :pattern
         or mapping ->> 'source' = any(:sources::text[]))
       and (:before::timestamptz is null or (at, id) < (:before, :beforeId::uuid))
     order by at desc, id desc
     limit :limit`,
});

export const deleteMapping = statement({
  parameters: { id: t.uuid },
  sql: 'delete from import_mapping where organization_id = :church and id = :id',
});
