import type { DecidingField, RowState } from '#libs/contracts';
import { statement, t } from '#libs/database';

/**
 * The amount of a row before refunds and fees, in cents. A row that was stored before the migration
 * 0024 has no gross amount: its amount is the gift.
 */
const gross = 'coalesce(gross, greatest(amount, 0), 0)';
const figures = `
           count(*)::int as rows,
           coalesce(sum(${gross}), 0)::bigint as gross,
           coalesce(sum(refunded), 0)::bigint as refunds,
           coalesce(sum(fee), 0)::bigint as fees`;

const figureColumns = { rows: t.integer, gross: t.bigint, refunds: t.bigint, fees: t.bigint };

/**
 * Groups the rows of an import by their result and its reason, and sums each group in cents.
 * `fileAmount` is the amount in the file. A row whose amount cannot be read is a group of its own,
 * with its number and its error. The statement reads all rows once, because a file may have a
 * hundred thousand. Rows that are older than migration 0034 have `why` and `message` instead of a
 * verdict, and their `amount` replaces the missing `file_amount`.
 */
export const groupRows = statement({
  parameters: { importId: t.uuid },
  columns: {
    state: t.textOf<RowState>(),
    problem: t.nullable(t.text),
    wordField: t.nullable(t.textOf<DecidingField>()),
    word: t.nullable(t.text),
    changes: t.nullable(t.textOf<'gift' | 'refund'>()),
    why: t.nullable(t.text),
    unreadable: t.nullable(t.integer),
    issues: t.nullable(t.text),
    message: t.nullable(t.text),
    isTotal: t.boolean,
    ...figureColumns,
    amount: t.bigint,
    fileAmount: t.bigint,
  },
  sql: `
    select state, problem, word_field, word, changes, why, unreadable, issues, message,
           is_total,${figures},
           coalesce(sum(amount), 0)::bigint as amount,
           coalesce(sum(file_amount), 0)::bigint as file_amount
      from (select state, amount, gross, refunded, fee,
                   case when reads_as is null then amount else file_amount end as file_amount,
                   is_footer and not is_gift and state = 'setAside' as is_total,
                   case when state <> 'new' then problem end as problem,
                   case when state in ('held', 'setAside') then word_field end as word_field,
                   case when state in ('held', 'setAside') then word end as word,
                   case when state = 'new' and proposed_action is not null
                        then case when takes_back then 'refund' else 'gift' end
                        end as changes,
                   case when state in ('held', 'setAside') then why end as why,
                   case when state = 'rejected' and amount is null then row end as unreadable,
                   case when state = 'rejected' and amount is null then issues::text end as issues,
                   case when state = 'rejected' and amount is null then message end as message
              from donation_import_row
             where organization_id = :church and import_id = :importId) r
     group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
     order by min(array_position('{new,duplicate,setAside,held,rejected}', state)), is_total,
              unreadable nulls first, rows desc,
              problem, word_field, word`,
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
