/**
 * SQL: a query of all files with the columns of `StoredFile` in their spelling and `organization_id`, for statements that
 * join files: `join (${storedFilesSql}) f on f.organization_id = … and f.id = …`.
 */
export const storedFilesSql =
  'select organization_id, id, name, size, content_type as "contentType" from content_file';
