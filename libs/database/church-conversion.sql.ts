import * as t from './sql-types.js';
import { statement } from './statement.js';

/** Stands for all churches, until the conversion has begun. */
const allChurches = `'00000000-0000-0000-0000-000000000000'`;

/** Deletes the row that stands for all churches. Deletes no row if the conversion has begun. */
export const beginConversion = statement({
  parameters: { conversion: t.text },
  sql: `
    delete from church_conversion
     where conversion = :conversion and organization_id = ${allChurches}`,
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

/** Deletes the row of the church. Deletes no row if the church has been converted meanwhile. */
export const markConverted = statement({
  parameters: { conversion: t.text },
  sql: `
    delete from church_conversion
     where conversion = :conversion and organization_id = :church`,
});
