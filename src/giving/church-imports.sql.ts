import { statement, t } from '#libs/database';

/** Adds up the sizes of the files of all imports. */
export const sumImportBytes = statement({
  columns: { bytes: t.double },
  sql: `
    select coalesce(sum(file_size), 0)::float8 as bytes
      from donation_import
     where organization_id = :church`,
});
