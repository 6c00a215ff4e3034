import type { RowAction } from '#libs/contracts';
import { statement, t } from '#libs/database';

/** The kind of a change of a draft: an action on rows, or an answer about givers. */
export type ChangeAction = RowAction | 'givers';

const ofDraftSql = 'organization_id = :church and import_id = :importId';

/** The columns of a row that a change of a draft can affect. */
const changeable = `
           reads_as, word_field, word, issues, edited_values, edited_as_guest, edited_donor_id,
           is_gift, is_footer, skipped_as, amount, date, payment_method, campaign, file_fund,
           notes, source_id, gross, refunded, fee, payout, refund_of, takes_back, giver,
           first_name, last_name, email, phone, donor_id, as_guest, giver_question, giver_hint,
           state, reason, problem, matching_donation, matching_row, matching_giver,
           matching_kind, matching_date, matching_changed_by, matching_changed_on,
           proposed_action, proposed_amount, proposed_for_version, decision, decision_donation,
           decision_row, decision_action, decision_amount, decision_version, confirmed_by_user,
           repaired`;

/** Copies the rows of a draft as they are before a change. */
export const copyRows = statement({
  parameters: { importId: t.uuid },
  sql: `
    insert into donation_import_row_copy (organization_id, import_id, row, ${changeable})
    select organization_id, import_id, row, ${changeable}
      from donation_import_row
     where ${ofDraftSql}`,
});

export const deleteCopies = statement({
  parameters: { importId: t.uuid },
  sql: `delete from donation_import_row_copy where ${ofDraftSql}`,
});

/**
 * The answers about givers as they are before a change: those of the draft, and those that the
 * church remembers.
 */
export const copyAnswers = statement({
  parameters: { importId: t.uuid },
  columns: { givers: t.present(t.json<unknown[]>()), answers: t.present(t.json<AnswerBefore[]>()) },
  sql: `
    select (select coalesce(json_agg(g), '[]')
              from donation_import_giver g
             where g.organization_id = :church and g.import_id = :importId) as givers,
           (select coalesce(json_agg(a), '[]')
              from import_answer a
             where a.organization_id = :church and a.kind = 'giver') as answers`,
});

/** An answer of the church as JSON; only the property that is read here is declared. */
interface AnswerBefore {
  key: string;
}

/**
 * Lists the keys of the church's answers about givers that no change of this transaction touched.
 */
export const listUntouchedAnswers = statement({
  columns: { key: t.text },
  sql: `
    select key
      from import_answer
     where organization_id = :church and kind = 'giver' and answered_at <> now()`,
});

/** Gives a change its number, which counts the changes of a draft. */
export const takeChangeNumber = statement({
  parameters: { importId: t.uuid },
  columns: { number: t.integer },
  sql: `
    update donation_import
       set changes = changes + 1
     where organization_id = :church and id = :importId
    returning changes as number`,
});

export const insertChange = statement({
  parameters: {
    importId: t.uuid,
    number: t.integer,
    action: t.textOf<ChangeAction>(),
    rows: t.integer,
    givers: t.nullable(t.json<unknown[]>()),
    answers: t.nullable(t.json<unknown[]>()),
  },
  sql: `
    insert into donation_import_change (
      organization_id, import_id, number, action, rows, givers, answers)
    values (:church, :importId, :number, :action, :rows, :givers, :answers)`,
});

/**
 * Keeps the earlier state of the rows that a change has affected, directly or through the verdicts
 * that follow from it.
 */
export const keepTouchedRows = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    insert into donation_import_row_before (organization_id, import_id, number, row, before)
    select b.organization_id, b.import_id, :number, b.row, row_to_json(b)
      from donation_import_row_copy b
      join donation_import_row r on r.organization_id = :church and r.import_id = :importId
        and r.row = b.row
     where b.organization_id = :church
       and b.import_id = :importId
       and r.xmin = pg_current_xact_id()::xid`,
});

/** Forgets the changes of a draft up to one of them. */
export const forgetChangesUntil = statement({
  parameters: { importId: t.uuid, last: t.integer },
  sql: `
    with changes as (delete from donation_import_change where ${ofDraftSql} and number <= :last)
    delete from donation_import_row_before where ${ofDraftSql} and number <= :last`,
});

export const forgetChange = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    with changes as (delete from donation_import_change where ${ofDraftSql} and number = :number)
    delete from donation_import_row_before where ${ofDraftSql} and number = :number`,
});

/** Forgets all changes of a draft, which cannot be undone anymore. */
export const forgetHistory = statement({
  parameters: { importId: t.uuid },
  sql: `
    with changes as (delete from donation_import_change where ${ofDraftSql})
    delete from donation_import_row_before where ${ofDraftSql}`,
});

export const findLastChange = statement({
  parameters: { importId: t.uuid },
  columns: { number: t.integer, action: t.textOf<ChangeAction>(), rows: t.integer },
  sql: `
    select number, action, rows
      from donation_import_change
     where ${ofDraftSql}
     order by number desc
     limit 1`,
});

/** Restores the rows that a change touched. */
export const restoreRows = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    update donation_import_row r
       set (${changeable}) = (
             select ${changeable} from json_populate_record(null::donation_import_row, b.before))
      from donation_import_row_before b
     where b.organization_id = :church
       and b.import_id = :importId
       and b.number = :number
       and r.organization_id = :church
       and r.import_id = :importId
       and r.row = b.row`,
});

export const deleteAnswersHere = statement({
  parameters: { importId: t.uuid },
  sql: `delete from donation_import_giver where ${ofDraftSql}`,
});

/** Restores the answers of a draft as they were before a change. */
export const restoreAnswersHere = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    insert into donation_import_giver (organization_id, import_id, key, answer, donor_id)
    select a.organization_id, a.import_id, a.key, a.answer, a.donor_id
      from donation_import_change c,
           json_populate_recordset(null::donation_import_giver, c.givers) a
     where c.organization_id = :church and c.import_id = :importId and c.number = :number`,
});

/** Deletes the answers that the church remembers from a change. */
export const deleteAnswersOf = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    delete from import_answer
     where organization_id = :church
       and kind = 'giver'
       and answered_at = (
         select c.at
           from donation_import_change c
          where c.organization_id = :church and c.import_id = :importId and c.number = :number)`,
});

/**
 * Restores the church's remembered answers about givers as they were before a change. Does not
 * restore an answer if a newer one is stored, or if its donor has left.
 */
export const restoreAnswers = statement({
  parameters: { importId: t.uuid, number: t.integer },
  sql: `
    insert into import_answer
    select a.*
      from donation_import_change c, json_populate_recordset(null::import_answer, c.answers) a
     where c.organization_id = :church
       and c.import_id = :importId
       and c.number = :number
       and not exists (
         select 1
           from donor d
          where d.organization_id = :church and d.id = a.donor_id and d.has_left)
    on conflict do nothing`,
});
