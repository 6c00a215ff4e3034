import { Migration } from '@mikro-orm/migrations';

/** The reasons of each state, as `libs/contracts/giving/row-verdict.ts` lists them. */
const duplicateReasons = `'sameFile', 'ownExport', 'sameNumber', 'sameRow', 'refundRecorded'`;
const heldReasons = `'word', 'unknownGiver', 'member', 'household', 'severalGuests',
  'severalGivers', 'giverGone', 'newCandidate', 'numberChanged', 'moneyReturned', 'changedSince',
  'deleted', 'rowChanged', 'rowRepeated', 'similar', 'similarReturned', 'similarElsewhere',
  'similarCorrected', 'similarDeleted', 'numberOfOther', 'numberOnOtherDay', 'otherPart', 'refund',
  'refundUnknown', 'refundDeleted', 'refundTooMuch', 'futureDate', 'oldDate', 'highAmount'`;
const rejectedReasons = `'error'`;
/** The reasons that refer to another row of the file, to a recorded donation, or to either. */
const reasonsOfRow = `'sameRow', 'rowChanged', 'rowRepeated'`;
const reasonsOfDonation = `'sameFile', 'ownExport', 'sameNumber', 'refundRecorded',
  'numberChanged', 'moneyReturned', 'changedSince', 'deleted', 'similar', 'similarReturned',
  'similarElsewhere', 'similarCorrected', 'similarDeleted', 'numberOfOther', 'numberOnOtherDay',
  'otherPart'`;
/** The reasons whose sentences name the giver of the other donation, or who changed it by hand. */
const reasonsWithName = `'similarElsewhere', 'similarCorrected', 'similarDeleted', 'numberOfOther',
  'numberOnOtherDay'`;
const reasonsWithChange = `'similarCorrected', 'similarDeleted'`;
const reasonsOfRowOrDonation = `'refund', 'refundDeleted', 'refundTooMuch'`;
const reasonsWithProposal = `'numberChanged', 'moneyReturned', 'changedSince', 'refund'`;
const giverQuestions = `'unknownGiver', 'member', 'household', 'severalGuests', 'severalGivers',
  'giverGone', 'newCandidate'`;

/**
 * The rows of an import store facts and decisions that determine their state: what the row means,
 * which question about its giver is open, and what a user decided on which basis. `reason` is the
 * reason of the state. Rows from before this migration have no `reads_as`; their drafts are
 * converted when they are opened, and only for them `message`, `why`, `decided` and `apart` are
 * read.
 */
export class RowVerdicts extends Migration {
  override up(): void {
    this.addSql(`
      alter table donation_import_row
        add column reads_as text,
        -- why the position of a row in the file excludes it; totals have is_footer instead
        add column skipped_as text check (skipped_as in ('hidden', 'repeated')),
        -- the column and the word that exclude a row as a donation, or leave the question open
        add column word_field text, add column word text,
        -- the errors in the row
        add column issues json,
        -- the amount as in the file, in cents of any currency
        add column file_amount bigint,
        -- the open question about the giver; giver_hint is the name of a guest with the same email
        -- address, or of a person who was added after an earlier answer
        add column giver_question text, add column giver_hint text,
        add column said_donor_id uuid,
        add column reason text,
        -- the fund that the file names, if an answer replaced it
        add column file_fund text,
        -- the other donation in the sentence about the row: its giver and date, and who changed it
        -- by hand and when
        add column like_giver text, add column like_kind text, add column like_date date,
        add column like_changed_by text, add column like_changed_on date,
        -- the decision of a user, and the donation and the proposal that it is about
        add column decision text,
        add column decision_donation uuid, add column decision_row int,
        add column decision_act text, add column decision_amount bigint,
        add column decision_version int`);
    // `is true`, because a check that is neither true nor false passes
    this.addSql(`
      alter table donation_import_row
        add constraint donation_import_row_reading check (reads_as is null or (
          reads_as in (
            'gift', 'error', 'ask', 'not', 'returned', 'refund', 'total', 'hidden', 'repeated')
          and (reads_as in ('ask', 'not')) = (word_field is not null and word is not null)
          and (reads_as = 'error') = (issues is not null)
          and (skipped_as is null or not is_footer)
          and (reads_as not in ('hidden', 'repeated') or skipped_as = reads_as)
          and (reads_as = 'refund') = takes_back
          and (giver_question is null or giver_question in (${giverQuestions}))
          and (giver_hint is null
            or giver_question in ('household', 'newCandidate'))) is true) not valid,
        add constraint donation_import_row_decision check (reads_as is null or (
          case when decision in ('separate', 'accept')
                 then (decision_donation is null) <> (decision_row is null)
               when decision = 'again' then decision_donation is not null and decision_row is null
               else (decision is null or decision = 'skip')
                 and decision_donation is null and decision_row is null end
          and case when decision = 'accept' then decision_act in ('correct', 'void')
                   else decision_act is null end) is true) not valid,
        add constraint donation_import_row_verdict check (reads_as is null or (
          case state
            when 'new' then reason is null
            when 'duplicate' then reason in (${duplicateReasons})
            when 'held' then reason in (${heldReasons})
            when 'rejected' then reason in (${rejectedReasons})
            when 'setAside' then reason is null
              or reason in (${heldReasons}, ${duplicateReasons}, ${rejectedReasons},
                            'returned', 'total', 'hidden', 'repeated')
          end
          and (problem is null) = (reason is null)
          and case when reason in (${reasonsOfRow})
                     then like_row is not null and like_donation is null
                   when reason in (${reasonsOfDonation})
                     then like_donation is not null and like_row is null
                   when reason in (${reasonsOfRowOrDonation}) or act is not null
                     then (like_donation is null) <> (like_row is null)
                   else like_donation is null and like_row is null end
          and case when reason in (${reasonsWithProposal}) then act is not null
                   else act is null or reason is null end
          and (coalesce(reason in (${reasonsWithName}), false)) = (like_giver is not null)
          and (like_giver is null) = (like_kind is null)
          and (like_giver is null) = (like_date is null)
          and (like_kind is null or like_kind in ('member', 'guest', 'unidentified'))
          and (coalesce(reason in (${reasonsWithChange}), false)) = (like_changed_on is not null)
          and (like_changed_by is null or like_changed_on is not null)
          and (act is null or act in ('correct', 'void'))) is true) not valid`);
    // the figures of an import whose rows no longer change, for its progress and the import list
    this.addSql('alter table donation_import add column figures json');
    // the donors who matched the giver when a user answered about the giver
    this.addSql('alter table import_answer add column known_donors uuid[]');
    // the kind of file that an import has read; imports of the same kind are from the same source
    this.addSql('alter table donation_import add column source text');
    // the first versions of donations that were corrected or deleted later
    this.addSql(
      `create index donation_version_first on donation_version (organization_id, build, date)
        where version = 1 and to_journal is not null`,
    );
    // The rows before a change, while the change runs. The table is unlogged, so it can be empty
    // after a crash, which is correct for the next change.
    this.addSql(
      `create unlogged table donation_import_row_copy (
         like donation_import_row including defaults)`,
    );
    this.addSql(
      'alter table donation_import_row_copy add primary key (organization_id, import_id, row)',
    );
    this.addSql(`select protect('donation_import_row_copy')`);
    // These columns keep, when the file is read again, the donor whom the user named and the
    // version of the donation on which a decision is based. That reading also converts decisions
    // from before this migration.
    this.addSql(`
      alter table donation_import_repair
        add column said_donor_id uuid, add column decision_version int,
        drop constraint donation_import_repair_decision_check,
        add constraint donation_import_repair_decision_check
          check (decision in (
            'skip', 'separate', 'again', 'accept', 'setAside', 'correct')) not valid`);
  }
}
