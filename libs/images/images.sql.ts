import { statement, t } from '#libs/database';

export const insertImage = statement({
  parameters: { id: t.uuid, isPublic: t.boolean, bytes: t.bytea },
  sql: `
    insert into image (organization_id, id, is_public, content_type, bytes)
    values (:church, :id, :isPublic, 'image/webp', :bytes)`,
});

/** Reads the copy of a picture with a width. */
export const readSize = statement({
  parameters: { id: t.uuid, width: t.integer },
  columns: { bytes: t.bytea },
  sql: `
    select bytes
      from image_size
     where organization_id = :church and image_id = :id and width = :width`,
});

/** Stores a copy of a picture with a width, unless the picture is gone or the copy is there. */
export const insertSize = statement({
  parameters: { id: t.uuid, width: t.integer, bytes: t.bytea },
  sql: `
    insert into image_size (organization_id, image_id, width, bytes)
    select :church, id, :width, :bytes
      from image
     where organization_id = :church and id = :id
    on conflict do nothing`,
});

/** Reads a picture and the copy of it that is a cover, whose key is in place of a width. */
export const readCover = statement({
  parameters: { id: t.uuid, coverKey: t.integer },
  columns: { bytes: t.bytea, cover: t.nullable(t.bytea) },
  sql: `
    select i.bytes, s.bytes as cover
      from image i
      left join image_size s
        on s.organization_id = :church and s.image_id = i.id and s.width = :coverKey
     where i.organization_id = :church and i.id = :id`,
});

export const deleteImage = statement({
  parameters: { id: t.uuid },
  sql: 'delete from image where organization_id = :church and id = :id',
});

export const sumBytes = statement({
  columns: { bytes: t.double },
  sql: `
    select coalesce(sum(length(bytes)), 0)::float8 as bytes
      from image
     where organization_id = :church`,
});

export const findImage = statement({
  parameters: { id: t.nullable(t.uuid) },
  columns: { id: t.uuid },
  sql: 'select id from image where organization_id = :church and id = :id',
});

/** Reads a picture that visitors may see, or any picture if `isInside`. */
export const selectImage = statement({
  parameters: { id: t.uuid, isInside: t.boolean },
  columns: { contentType: t.text, bytes: t.bytea },
  sql: `
    select content_type, bytes
      from image
     where organization_id = :church and id = :id and (is_public or :isInside)`,
});

export const storeIsPublic = statement({
  parameters: { id: t.nullable(t.uuid), isPublic: t.boolean },
  sql: 'update image set is_public = :isPublic where organization_id = :church and id = :id',
});

/** A column of a table with the addresses of pictures, such as `['site_image', 'image_url']`. */
export type PictureColumn = readonly [table: string, column: string];

/**
 * Deletes the pictures of the transaction's church that nothing names a day after they were stored.
 * @param columns every column that may name a picture
 */
export const deleteUnreferencedImagesSql = (columns: readonly PictureColumn[]): string => `
  with named as (
    ${columns
      .map(
        ([table, column]) => `
    select ${column} as url
      from ${table}
     where organization_id = :church and ${column} like '/api/images/%'`,
      )
      .join(' union all ')}
  )
  delete from image
   where organization_id = :church
     and created_at < now() - interval '1 day'
     and '/api/images/' || id::text not in (select url from named)`;
