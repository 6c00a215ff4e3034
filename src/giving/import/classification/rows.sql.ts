import { statement, t, type RowOf } from '#libs/database';
import { describedColumns, describedSql, type DecisionKind } from './stored-verdict.js';

const rowColumns = {
  ...describedColumns,
  refunded: t.nullable(t.bigint),
  campaign: t.nullable(t.text),
  fileFund: t.nullable(t.text),
  sure: t.boolean,
  decision: t.nullable(t.textOf<DecisionKind>()),
  decisionDonation: t.nullable(t.uuid),
  decisionRow: t.nullable(t.integer),
  decisionAct: t.nullable(t.textOf<'correct' | 'void'>()),
  decisionAmount: t.nullable(t.bigint),
  decisionVersion: t.nullable(t.integer),
};
export type StoredRow = RowOf<typeof rowColumns>;

const selectRows = `
    select ${describedSql}, r.refunded, r.campaign, r.file_fund, r.sure, r.decision, r.decision_donation, r.decision_row,
           r.decision_act, r.decision_amount, r.decision_version
      from donation_import_row r
     where r.organization_id = :church
       and r.import_id = :importId`;

/**
 * Lists what the verdicts of rows follow from, and the verdicts that are stored. Plain new gifts
 * are left out: their verdict could only be another one if they are among `rows`, or outside the
 * usual dates and amounts.
 */
export const listRows = statement({
  parameters: {
    importId: t.uuid,
    after: t.integer,
    until: t.integer,
    rows: t.array(t.integer),
    limit: t.bigint,
    isAll: t.boolean,
    usualFrom: t.date,
    usualUntil: t.date,
    usualAmount: t.nullable(t.bigint),
  },
  columns: rowColumns,
  sql: `${selectRows}
       and r.row > :after
       and r.row <= :until
       and not r.takes_back
       and (:isAll
            or r.row = any(:rows::int[])
            or r.reads_as <> 'gift'
            or r.giver_question is not null
            or r.decision is not null
            or r.state <> 'new'
            or not r.sure
               and (r.date not between :usualFrom and :usualUntil
                    or r.amount > :usualAmount))
     order by r.row
     limit :limit`,
});

/** Lists the rows that return money, as `listRows` does. */
export const listRefundRows = statement({
  parameters: { importId: t.uuid },
  columns: rowColumns,
  sql: `${selectRows}
       and r.takes_back
     order by r.row`,
});

/** Stores verdicts. The arrays belong together by their places. */
export const storeVerdicts = statement({
  parameters: {
    importId: t.uuid,
    rows: t.array(t.integer),
    states: t.array(t.text),
    reasons: t.array(t.nullable(t.text)),
    problems: t.array(t.nullable(t.text)),
    likeDonations: t.array(t.nullable(t.uuid)),
    likeRows: t.array(t.nullable(t.integer)),
    likeGivers: t.array(t.nullable(t.text)),
    likeKinds: t.array(t.nullable(t.text)),
    likeDates: t.array(t.nullable(t.date)),
    likeChangedBy: t.array(t.nullable(t.text)),
    likeChangedOn: t.array(t.nullable(t.date)),
    acts: t.array(t.nullable(t.text)),
    actTos: t.array(t.nullable(t.bigint)),
    actVersions: t.array(t.nullable(t.integer)),
  },
  sql: `
    update donation_import_row r
       set state = v.state,
           reason = v.reason,
           problem = v.problem,
           like_donation = v.like_donation,
           like_row = v.like_row,
           like_giver = v.like_giver,
           like_kind = v.like_kind,
           like_date = v.like_date,
           like_changed_by = v.like_changed_by,
           like_changed_on = v.like_changed_on,
           act = v.act,
           act_to = v.act_to,
           act_version = v.act_version
      from unnest(:rows::int[], :states::text[], :reasons::text[], :problems::text[], :likeDonations::uuid[],
                  :likeRows::int[], :likeGivers::text[], :likeKinds::text[], :likeDates::date[],
                  :likeChangedBy::text[], :likeChangedOn::date[], :acts::text[], :actTos::bigint[], :actVersions::int[])
           v(row, state, reason, problem, like_donation, like_row, like_giver, like_kind, like_date, like_changed_by,
             like_changed_on, act, act_to, act_version)
     where r.organization_id = :church and r.import_id = :importId and r.row = v.row`,
});
