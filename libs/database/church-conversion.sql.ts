import * as t from './sql-types.js';
import { statement } from './statement.js';

/**
 * `church_conversion` has one row with this id from the migration until the conversion has started.
 */
const migrationRowId = `'00000000-0000-0000-0000-000000000000'`;

/** Deletes the row of the migration. Counts 0 if the conversion has started before. */
export const beginConversion = statement({
  parameters: { conversion: t.text },
  sql: `
    delete from church_conversion
     where conversion = :conversion and organization_id = ${migrationRowId}`,
});

export const insertUnconverted = statement({
  parameters: { conversion: t.text, ids: t.array(t.uuid) },
  sql: `
    insert into church_conversion (conversion, organization_id)
    select :conversion, id from unnest(:ids::uuid[]) as church(id)
    on conflict do nothing`,
});

/** Lists the churches that have not been converted. */
export const listUnconverted = statement({
  parameters: { conversion: t.text },
  columns: { organizationId: t.uuid },
  sql: `
    select organization_id
      from church_conversion
     where conversion = :conversion
     order by 1`,
});

/**
 * Deletes the row that says that the church must still be converted. Counts 0 if another process
 * has converted it.
 */
export const markConverted = statement({
  parameters: { conversion: t.text },
  sql: `
    delete from church_conversion
     where conversion = :conversion and organization_id = :church`,
});
