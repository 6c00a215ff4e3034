import { statement, t } from '#libs/database';

export const lockImport = statement({
  parameters: { importId: t.uuid },
  columns: { id: t.uuid },
  sql: `
    select id
      from donation_import
     where organization_id = :church and id = :importId
       for update`,
});

/** Stores the time of the last change of an import. */
export const touchImport = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donation_import
       set touched_at = now()
     where organization_id = :church and id = :importId`,
});
