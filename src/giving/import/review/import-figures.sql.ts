import { statement, t } from '#libs/database';
import { describedColumns, describedSql } from '../classification/stored-verdict.js';

/** Counts the rows of imports by state, and sums their amounts in cents. */
export const countRows = statement({
  parameters: { imports: t.array(t.uuid) },
  columns: { importId: t.uuid, state: t.text, count: t.integer, amount: t.bigint },
  sql: `
    select import_id, state, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
      from donation_import_row
     where organization_id = :church and import_id = any(:imports)
     group by import_id, state`,
});

/** Lists the first 100 rows with errors of each import, in the order of the file. */
export const listErrors = statement({
  parameters: { imports: t.array(t.uuid) },
  columns: { importId: t.uuid, ...describedColumns, message: t.nullable(t.text) },
  sql: `
    select i.id as import_id, e.*
      from unnest(:imports::uuid[]) i(id)
     cross join lateral (
       select ${describedSql}, r.message
         from donation_import_row r
        where r.organization_id = :church and r.import_id = i.id and r.state = 'rejected'
        order by r.row
        limit 100) e
     order by i.id, e.row`,
});

/** Counts the rows of imports that have an error or wait for an answer, by their problem. */
export const countProblems = statement({
  parameters: { imports: t.array(t.uuid) },
  columns: { importId: t.uuid, state: t.text, problem: t.present(t.text), count: t.integer },
  sql: `
    select import_id, state, problem, count(*)::int as count
      from donation_import_row
     where organization_id = :church
       and import_id = any(:imports)
       and state in ('rejected', 'held')
       and problem is not null
     group by import_id, state, problem
     order by import_id, problem`,
});

/**
 * Counts the rows of imports that a user has changed: in the draft, and among the changes that are
 * kept while the file is read again.
 */
export const countChangedRows = statement({
  parameters: { imports: t.array(t.uuid) },
  columns: { importId: t.uuid, count: t.integer },
  sql: `
    select c.import_id, sum(c.count)::int as count
      from (select import_id, count(*) as count
              from donation_import_row
             where organization_id = :church and import_id = any(:imports) and repaired
             group by import_id
             union all
            select import_id, count(*)
              from donation_import_repair
             where organization_id = :church and import_id = any(:imports)
             group by import_id) c
     group by c.import_id`,
});
