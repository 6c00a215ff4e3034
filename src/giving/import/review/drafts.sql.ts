import type { DonationImport } from '#libs/contracts';
import { statement, t } from '#libs/database';
import type { Details } from './details.js';

export const insertImport = statement({
  parameters: {
    id: t.uuid,
    fileName: t.text,
    fileSize: t.bigint,
    fileHash: t.bytea,
    format: t.textOf<DonationImport['format']>(),
    createdBy: t.uuid,
  },
  sql: `
    insert into donation_import
           (organization_id, id, status, file_name, file_size, file_hash, format, details,
            created_by)
    values (:church, :id, 'needs_mapping', :fileName, :fileSize, :fileHash, :format, '{}',
            :createdBy)`,
});

/** Stores how the file of a draft is read. `source`: the kind of its file, as `Sameness` has it. */
export const storeReading = statement({
  parameters: {
    importId: t.uuid,
    status: t.textOf<DonationImport['status']>(),
    details: t.json<Details>(),
    source: t.text,
    message: t.nullable(t.text),
  },
  sql: `
    update donation_import
       set status = :status,
           details = :details,
           source = :source,
           message = :message,
           touched_at = now()
     where organization_id = :church and id = :importId`,
});

/** Counts the rows of a draft, and those of them whose first error is their date. */
export const countDateErrors = statement({
  parameters: { importId: t.uuid },
  columns: { rows: t.integer, errors: t.integer },
  sql: `
    select count(*)::int as rows,
           count(*) filter (where state = 'rejected' and problem = 'date')::int as errors
      from donation_import_row
     where organization_id = :church and import_id = :importId`,
});
