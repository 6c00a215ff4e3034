import { statement, t } from '#libs/database';

const texts = t.array(t.nullable(t.text));
const documents = t.array(t.nullable(t.json<string>()));
const ids = t.array(t.nullable(t.uuid));
const flags = t.array(t.boolean);
const cents = t.array(t.bigint);

/**
 * The columns of the rows, as arrays that belong together by their places. Documents are given as
 * their text.
 */
const parameters = {
  importId: t.uuid,
  rows: t.array(t.integer),
  records: documents,
  editedValues: documents,
  editedAsGuest: flags,
  editedDonors: ids,
  areGifts: flags,
  areFooters: flags,
  skippedAs: texts,
  readsAs: t.array(t.text),
  wordFields: texts,
  words: texts,
  issues: documents,
  fileAmounts: t.array(t.nullable(t.bigint)),
  amounts: t.array(t.nullable(t.bigint)),
  dates: t.array(t.nullable(t.date)),
  paymentMethods: texts,
  campaigns: texts,
  fileFunds: texts,
  notes: texts,
  sourceIds: texts,
  gross: cents,
  refunded: cents,
  fees: cents,
  payouts: texts,
  refundsOf: texts,
  givers: t.array(t.text),
  firstNames: texts,
  lastNames: texts,
  emails: texts,
  phones: texts,
  donors: ids,
  asGuest: flags,
  giverQuestions: texts,
  giverHints: texts,
  states: t.array(t.text),
  reasons: texts,
  problems: texts,
};

const insertSql = `
    insert into donation_import_row (
      organization_id, import_id, row, record, edited_values, edited_as_guest, edited_donor_id,
      is_gift, is_footer,
      skipped_as, reads_as, word_field, word, issues, file_amount, amount, date, payment_method,
      campaign, file_fund, notes, source_id, gross, refunded, fee, payout, refund_of, giver,
      first_name, last_name, email, phone, donor_id, as_guest, giver_question, giver_hint, state,
      reason, problem, takes_back
    )
    select :church, :importId, r.*, r.reads_as = 'refund'
      from unnest(
             :rows::int[], :records::json[], :editedValues::json[], :editedAsGuest::boolean[],
             :editedDonors::uuid[], :areGifts::boolean[], :areFooters::boolean[],
             :skippedAs::text[], :readsAs::text[], :wordFields::text[], :words::text[],
             :issues::json[], :fileAmounts::bigint[], :amounts::bigint[], :dates::date[],
             :paymentMethods::text[], :campaigns::text[], :fileFunds::text[], :notes::text[],
             :sourceIds::text[], :gross::bigint[], :refunded::bigint[], :fees::bigint[],
             :payouts::text[], :refundsOf::text[], :givers::text[], :firstNames::text[],
             :lastNames::text[], :emails::text[], :phones::text[], :donors::uuid[],
             :asGuest::boolean[], :giverQuestions::text[], :giverHints::text[], :states::text[],
             :reasons::text[], :problems::text[]
           ) as r (
             row, record, edited_values, edited_as_guest, edited_donor_id, is_gift, is_footer,
             skipped_as, reads_as,
             word_field, word, issues, file_amount, amount, date, payment_method, campaign,
             file_fund, notes, source_id, gross, refunded, fee, payout, refund_of, giver,
             first_name, last_name, email, phone, donor_id, as_guest, giver_question, giver_hint,
             state, reason, problem
           )`;

/** Inserts the rows of a draft that has none. */
export const insertRows = statement({ parameters, sql: insertSql, isPrepared: true });

/**
 * Inserts rows of a draft, or replaces those that exist. The decisions of users stay as they are,
 * matches and proposals are deleted.
 */
export const replaceRows = statement({
  parameters,
  sql: `${insertSql}
    on conflict (organization_id, import_id, row) do update set
      record = excluded.record,
      edited_values = excluded.edited_values,
      edited_as_guest = excluded.edited_as_guest,
      edited_donor_id = excluded.edited_donor_id,
      is_gift = excluded.is_gift,
      is_footer = excluded.is_footer,
      skipped_as = excluded.skipped_as,
      reads_as = excluded.reads_as,
      word_field = excluded.word_field,
      word = excluded.word,
      issues = excluded.issues,
      file_amount = excluded.file_amount,
      amount = excluded.amount,
      date = excluded.date,
      payment_method = excluded.payment_method,
      campaign = excluded.campaign,
      file_fund = excluded.file_fund,
      notes = excluded.notes,
      source_id = excluded.source_id,
      gross = excluded.gross,
      refunded = excluded.refunded,
      fee = excluded.fee,
      payout = excluded.payout,
      refund_of = excluded.refund_of,
      giver = excluded.giver,
      first_name = excluded.first_name,
      last_name = excluded.last_name,
      email = excluded.email,
      phone = excluded.phone,
      donor_id = excluded.donor_id,
      as_guest = excluded.as_guest,
      giver_question = excluded.giver_question,
      giver_hint = excluded.giver_hint,
      state = excluded.state,
      reason = excluded.reason,
      problem = excluded.problem,
      takes_back = excluded.takes_back,
      matching_donation = null,
      matching_row = null,
      matching_giver = null,
      matching_kind = null,
      matching_date = null,
      matching_changed_by = null,
      matching_changed_on = null,
      proposed_action = null,
      proposed_amount = null,
      proposed_for_version = null`,
});
