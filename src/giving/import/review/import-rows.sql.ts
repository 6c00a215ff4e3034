import type { DonorKind, ImportRow } from '#libs/contracts';
import { statement, t, type RowOf } from '#libs/database';
import { describedColumns, describedSql } from '../classification/stored-verdict.js';
import { currentVersionSql } from '../classification/facts.sql.js';
import type { Values } from '../reading/read-row.js';
import { filterParameters, matchesFilter } from './row-filter.sql.js';

const rowColumns = {
  ...describedColumns,
  /** the row of the file that it is like, or that a user said it is not */
  shownRow: t.nullable(t.integer),
  /** of rows of an import from before the migration 0034 */
  message: t.nullable(t.text),
  record: t.nullable(t.json<string[]>()),
  editedValues: t.nullable(t.json<Values>()),
  paymentMethod: t.nullable(t.text),
  campaign: t.nullable(t.text),
  asGuest: t.boolean,
  repaired: t.boolean,
  donorId: t.nullable(t.uuid),
  donorName: t.nullable(t.text),
  donorKind: t.nullable(t.textOf<DonorKind>()),
  candidates: t.nullable(t.json<ImportRow['candidates']>()),
  likeId: t.nullable(t.uuid),
  likeDay: t.nullable(t.date),
  likeAmount: t.nullable(t.bigint),
  likeMethod: t.nullable(t.text),
  likeImport: t.nullable(t.uuid),
};
export type ReviewedRow = RowOf<typeof rowColumns>;

/**
 * Lists the next rows that a filter finds, with the members of the same name and the donation that
 * a row is like, or that a user said it is not.
 */
export const listReviewedRows = statement({
  parameters: { ...filterParameters, after: t.fromCursor(t.integer), limit: t.bigint },
  columns: rowColumns,
  sql: `
    select ${describedSql}, coalesce(r.matching_row, r.decision_row) as shown_row, r.message,
           r.record, r.edited_values, r.payment_method, r.campaign, r.as_guest, r.repaired,
           d.id as donor_id, d.name as donor_name, d.kind as donor_kind,
           case when r.problem = 'name' then (
             select json_agg(
                      json_build_object('id', m.id, 'name', m.name, 'email', coalesce(m.email, ''))
                        order by m.email)
               from donor m
              where m.organization_id = :church
                and m.kind = 'member'
                and not m.has_left
                and m.name_key = name_key(concat_ws(' ', r.first_name, r.last_name)))
           end as candidates,
           v.donation_id as like_id, v.date as like_day, v.amount as like_amount,
           v.payment_method as like_method,
           v.import_id as like_import
      from donation_import_row r
      left join donor d on d.organization_id = :church and d.id = r.donor_id
      left join donation_version v
        on ${currentVersionSql('coalesce(r.matching_donation, r.decision_donation)')}
     where ${matchesFilter}
       and r.row > :after
     order by r.row
     limit :limit`,
});

/** Counts the rows that a filter finds, and sums their amounts in cents. */
export const sumRows = statement({
  parameters: filterParameters,
  columns: { rows: t.integer, amount: t.bigint },
  sql: `
    select count(*)::int as rows, coalesce(sum(r.amount), 0)::bigint as amount
      from donation_import_row r
     where ${matchesFilter}`,
});
