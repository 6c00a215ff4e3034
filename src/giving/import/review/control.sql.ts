import type { RowState } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * The amount of a row before refunds and fees, in cents. A row that was stored before the migration 0024 has no gross
 * amount: its amount is the gift.
 */
const gross = 'coalesce(gross, greatest(amount, 0), 0)';
const figures = `
           count(*)::int as rows,
           coalesce(sum(${gross}), 0)::bigint as gross,
           coalesce(sum(refunded), 0)::bigint as refunds,
           coalesce(sum(fee), 0)::bigint as fees`;

const figureColumns = { rows: t.integer, gross: t.bigint, refunds: t.bigint, fees: t.bigint };

/**
 * Groups the rows of an import by what becomes of them and why, and sums each group in cents. `problem` is the message
 * of rows of which not even the amount could be read. One pass over all rows: a file may have a hundred thousand.
 */
export const groupRows = statement({
  parameters: { importId: t.uuid },
  columns: {
    state: t.textOf<RowState>(),
    unreadable: t.boolean,
    why: t.nullable(t.text),
    problem: t.nullable(t.text),
    ...figureColumns,
    amount: t.bigint,
  },
  sql: `
    select state,
           unreadable,
           why,
           problem,${figures},
           coalesce(sum(amount), 0)::bigint as amount
      from (select state, amount, gross, refunded, fee,
                   case when state in ('held', 'setAside') then why
                        when act is not null and takes_back then 'Taken back from gifts'
                        when act is not null then 'Corrected' end as why,
                   state = 'rejected' and amount is null as unreadable,
                   case when state = 'rejected' and amount is null then message
                        when state <> 'new' then problem end as problem
              from donation_import_row
             where organization_id = :church and import_id = :importId) r
     group by 1, 2, 3, 4
     order by min(array_position('{new,duplicate,setAside,held,rejected}', state)), 2, 5 desc, 3, 4`,
});

/** Sums the rows of each of the first 1,000 payouts of an import, in cents. */
export const groupPayouts = statement({
  parameters: { importId: t.uuid },
  columns: { payout: t.present(t.text), ...figureColumns },
  sql: `
    select payout,${figures}
      from donation_import_row
     where organization_id = :church and import_id = :importId and payout is not null
     group by payout
     order by payout
     limit 1000`,
});
