import { statement, t, type RowOf } from '#libs/database';
import { describedColumns, describedSql } from '../classification/stored-verdict.js';
import type { Values } from '../reading/read-row.js';
import { filterParameters, matchesFilter } from './row-filter.sql.js';

const inDraftSql = 'r.organization_id = :church and r.import_id = :importId';

const decidableColumns = {
  ...describedColumns,
  repaired: t.boolean,
  asGuest: t.boolean,
  hasRecord: t.present(t.boolean),
  isSkipped: t.present(t.boolean),
};
export type DecidableRow = RowOf<typeof decidableColumns>;

/** Lists the columns of rows that decide whether a change can be applied to them. */
export const listDecidableRows = statement({
  parameters: filterParameters,
  columns: decidableColumns,
  sql: `
    select ${describedSql}, r.repaired, r.as_guest, r.record is not null as has_record,
           coalesce(r.decision = 'skip', false) as is_skipped
      from donation_import_row r
     where ${matchesFilter}
     order by r.row`,
});

const draftRowColumns = {
  row: t.integer,
  record: t.nullable(t.json<string[]>()),
  editedValues: t.nullable(t.json<Values>()),
  editedAsGuest: t.present(t.boolean),
  editedDonorId: t.nullable(t.uuid),
  isGift: t.boolean,
  isFooter: t.boolean,
  skippedAs: t.nullable(t.textOf<'hidden' | 'repeated'>()),
};
export type DraftRow = RowOf<typeof draftRowColumns>;

/** In rows that are older than migration 0027, `as_guest` is the choice of a user. */
const selectDraftRows = `
    select r.row, r.record, r.edited_values,
           r.edited_as_guest or r.record is null and r.as_guest as edited_as_guest,
           r.edited_donor_id,
           r.is_gift, r.is_footer, r.skipped_as
      from donation_import_row r
     where ${inDraftSql}`;

/** Lists what is needed to read rows again: their cells and the edits of users. */
export const listDraftRows = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer) },
  columns: draftRowColumns,
  sql: `${selectDraftRows}
       and r.row = any(:rows::int[])
     order by r.row`,
});

/** Lists the next rows of the whole draft, like `listDraftRows`. */
export const listNextDraftRows = statement({
  parameters: { importId: t.uuid, after: t.integer, limit: t.bigint },
  columns: draftRowColumns,
  sql: `${selectDraftRows}
       and r.row > :after
     order by r.row
     limit :limit`,
});

/** Lists the rows that wait for an answer about their giver, like `listDraftRows`. */
export const listWaitingRows = statement({
  parameters: { importId: t.uuid, giver: t.text },
  columns: draftRowColumns,
  sql: `${selectDraftRows}
       and r.giver = :giver
       and r.state in ('rejected', 'held')
       and r.problem in ('email', 'name', 'giver')
     order by r.row`,
});

/** Stores which rows users have changed or decided, and whether `reset` can undo that. */
export const markRepaired = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer), isRepaired: t.boolean },
  sql: `
    update donation_import_row r
       set repaired = :isRepaired
     where ${inDraftSql} and r.row = any(:rows::int[])`,
});

/** Stores whether users have confirmed unusual dates and amounts. */
export const storeSure = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer), isSure: t.boolean },
  sql: `
    update donation_import_row r
       set confirmed_by_user = :isSure
     where ${inDraftSql} and r.row = any(:rows::int[])`,
});

/**
 * Stores decisions with their bases; a kind of null removes a decision. The arrays belong together
 * by their places.
 */
export const storeDecisions = statement({
  parameters: {
    importId: t.uuid,
    rows: t.array(t.integer),
    kinds: t.array(t.nullable(t.text)),
    donations: t.array(t.nullable(t.uuid)),
    giftRows: t.array(t.nullable(t.integer)),
    proposedActions: t.array(t.nullable(t.text)),
    amounts: t.array(t.nullable(t.bigint)),
    versions: t.array(t.nullable(t.integer)),
  },
  sql: `
    update donation_import_row r
       set decision = d.kind,
           decision_donation = d.donation,
           decision_row = d.gift_row,
           decision_action = d.proposed_action,
           decision_amount = d.amount,
           decision_version = d.version
      from unnest(:rows::int[], :kinds::text[], :donations::uuid[], :giftRows::int[],
                  :proposedActions::text[], :amounts::bigint[], :versions::int[])
           d(row, kind, donation, gift_row, proposed_action, amount, version)
     where ${inDraftSql} and r.row = d.row`,
});

/** Removes decisions about rows whose values change; a row that a user skipped stays skipped. */
export const removeDecisions = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer), alsoSkips: t.boolean },
  sql: `
    update donation_import_row r
       set decision = null,
           decision_donation = null,
           decision_row = null,
           decision_action = null,
           decision_amount = null,
           decision_version = null
     where ${inDraftSql}
       and r.row = any(:rows::int[])
       and r.decision is not null
       and (:alsoSkips or r.decision <> 'skip')`,
});

/** Finds the members who have the names of rows. */
export const findNamesakes = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer) },
  columns: { row: t.integer, donorId: t.uuid },
  sql: `
    select r.row, d.id as donor_id
      from donation_import_row r
      join donor d
        on d.organization_id = :church
       and d.kind = 'member'
       and not d.has_left
       and d.name_key = name_key(concat_ws(' ', r.first_name, r.last_name))
     where ${inDraftSql} and r.row = any(:rows::int[])
     order by r.row`,
});

/** Stores the members to whom a user assigned rows. */
export const storeSaidDonors = statement({
  parameters: { importId: t.uuid, rows: t.array(t.integer), donors: t.array(t.uuid) },
  sql: `
    update donation_import_row r
       set edited_donor_id = d.id,
           donor_id = d.id,
           as_guest = false,
           giver_question = null,
           giver_hint = null
      from unnest(:rows::int[], :donors::uuid[]) d(row, id)
     where ${inDraftSql} and r.row = d.row`,
});
