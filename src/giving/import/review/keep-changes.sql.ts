import { statement, t } from '#libs/database';
import type { Values } from '../reading/read-row.js';

const ofDraftSql = 'organization_id = :church and import_id = :importId';

/**
 * Keeps the edited values and the decisions of users while the file is read again. In an import
 * that is older than migration 0027, the values are those of the file and not edits.
 */
export const keepRows = statement({
  parameters: { importId: t.uuid },
  sql: `
    insert into donation_import_repair
           (organization_id, import_id, row, edited_values, edited_as_guest, edited_donor_id,
            is_gift, confirmed_by_user, decision, matching_donation,
            matching_row, proposed_action, proposed_amount, decision_version)
    select organization_id, import_id, row, case when record is not null then edited_values end,
           edited_as_guest, edited_donor_id, is_gift,
           confirmed_by_user, decision, decision_donation, decision_row, decision_action,
           decision_amount, decision_version
      from donation_import_row
     where ${ofDraftSql} and repaired`,
});

/**
 * Rows that are not read again: those of another sheet, and those above the first row with a gift.
 */
const isGone = '(not :areSameRows or row < :firstRow)';

/** Counts the kept rows that are not read again, and those of which only edits are known. */
export const countLostRows = statement({
  parameters: { importId: t.uuid, areSameRows: t.boolean, firstRow: t.integer },
  columns: { rows: t.present(t.integer) },
  sql: `
    select (select count(*) from donation_import_repair where ${ofDraftSql} and ${isGone})::int
         + (select count(*)
              from donation_import_row
             where ${ofDraftSql} and repaired and record is null and not ${isGone})::int as rows`,
});

export const deleteLostRows = statement({
  parameters: { importId: t.uuid, areSameRows: t.boolean, firstRow: t.integer },
  sql: `delete from donation_import_repair where ${ofDraftSql} and ${isGone}`,
});

export const deleteRows = statement({
  parameters: { importId: t.uuid },
  sql: `delete from donation_import_row where ${ofDraftSql}`,
});

export const countKeptRows = statement({
  parameters: { importId: t.uuid },
  columns: { rows: t.integer },
  sql: `select count(*)::int as rows from donation_import_repair where ${ofDraftSql}`,
});

/** Lists the edits of users in a range of rows. */
export const listKeptRows = statement({
  parameters: { importId: t.uuid, from: t.integer, until: t.integer },
  columns: {
    row: t.integer,
    editedValues: t.nullable(t.json<Values>()),
    editedAsGuest: t.boolean,
    editedDonorId: t.nullable(t.uuid),
    isGift: t.boolean,
  },
  sql: `
    select row, edited_values, edited_as_guest, edited_donor_id, is_gift
      from donation_import_repair
     where ${ofDraftSql} and row between :from and :until`,
});

/**
 * Restores the decisions about rows that were read again. Decisions that are older than migration
 * 0034 have other names: `setAside` is `skip`, and `accept` without a proposal is `separate`.
 * `correct` had no version of the gift, so that the user is asked again.
 */
export const returnDecisions = statement({
  parameters: { importId: t.uuid },
  sql: `
    update donation_import_row r
       set repaired = true,
           confirmed_by_user = k.confirmed_by_user,
           decision = k.kind,
           decision_donation = case when k.kind <> 'skip' then k.matching_donation end,
           decision_row = case when k.kind <> 'skip' and k.matching_donation is null
                               then k.matching_row end,
           decision_action = case when k.kind = 'accept' then k.proposed_action end,
           decision_amount = case when k.kind = 'accept' then k.proposed_amount end,
           decision_version = case when k.kind = 'accept' then k.decision_version end
      from (select row, confirmed_by_user, matching_donation, matching_row, proposed_action,
                   proposed_amount, decision_version,
                   case when decision in ('skip', 'setAside') then 'skip'
                        when matching_donation is null and matching_row is null then null
                        when decision = 'accept' and proposed_action is null then 'separate'
                        when decision in ('separate', 'again', 'accept') then decision end as kind
              from donation_import_repair
             where ${ofDraftSql}) k
     where r.organization_id = :church and r.import_id = :importId and r.row = k.row`,
});

export const deleteKeptRows = statement({
  parameters: { importId: t.uuid },
  sql: `delete from donation_import_repair where ${ofDraftSql}`,
});
