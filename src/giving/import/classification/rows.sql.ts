import { statement, t, type RowOf } from '#libs/database';
import { describedColumns, describedSql, type DecisionKind } from './stored-verdict.js';

const rowColumns = {
  ...describedColumns,
  refunded: t.nullable(t.bigint),
  campaign: t.nullable(t.text),
  fileFund: t.nullable(t.text),
  confirmedByUser: t.boolean,
  decision: t.nullable(t.textOf<DecisionKind>()),
  decisionDonation: t.nullable(t.uuid),
  decisionRow: t.nullable(t.integer),
  decisionAction: t.nullable(t.textOf<'correct' | 'void'>()),
  decisionAmount: t.nullable(t.bigint),
  decisionVersion: t.nullable(t.integer),
};
export type StoredRow = RowOf<typeof rowColumns>;

const selectRows = `
    select ${describedSql}, r.refunded, r.campaign, r.file_fund, r.confirmed_by_user, r.decision,
           r.decision_donation, r.decision_row,
           r.decision_action, r.decision_amount, r.decision_version
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
            or not r.confirmed_by_user
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
    matchingDonations: t.array(t.nullable(t.uuid)),
    matchingRows: t.array(t.nullable(t.integer)),
    matchingGivers: t.array(t.nullable(t.text)),
    matchingKinds: t.array(t.nullable(t.text)),
    matchingDates: t.array(t.nullable(t.date)),
    matchingChangedBy: t.array(t.nullable(t.text)),
    matchingChangedOn: t.array(t.nullable(t.date)),
    proposedActions: t.array(t.nullable(t.text)),
    proposedAmounts: t.array(t.nullable(t.bigint)),
    proposedForVersions: t.array(t.nullable(t.integer)),
  },
  sql: `
    update donation_import_row r
       set state = v.state,
           reason = v.reason,
           problem = v.problem,
           matching_donation = v.matching_donation,
           matching_row = v.matching_row,
           matching_giver = v.matching_giver,
           matching_kind = v.matching_kind,
           matching_date = v.matching_date,
           matching_changed_by = v.matching_changed_by,
           matching_changed_on = v.matching_changed_on,
           proposed_action = v.proposed_action,
           proposed_amount = v.proposed_amount,
           proposed_for_version = v.proposed_for_version
      from unnest(:rows::int[], :states::text[], :reasons::text[], :problems::text[],
                  :matchingDonations::uuid[], :matchingRows::int[], :matchingGivers::text[],
                  :matchingKinds::text[], :matchingDates::date[], :matchingChangedBy::text[],
                  :matchingChangedOn::date[], :proposedActions::text[],
                  :proposedAmounts::bigint[], :proposedForVersions::int[])
           v(row, state, reason, problem, matching_donation, matching_row, matching_giver,
             matching_kind, matching_date, matching_changed_by,
             matching_changed_on, proposed_action, proposed_amount, proposed_for_version)
     where r.organization_id = :church and r.import_id = :importId and r.row = v.row`,
});
