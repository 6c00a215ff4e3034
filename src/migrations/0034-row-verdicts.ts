import { Migration } from '@mikro-orm/migrations';

/** The reasons of each state, as `libs/contracts/giving/row-verdict.ts` lists them. */
const duplicateReasons = `'sameFile', 'ownExport', 'sameNumber', 'sameRow', 'refundRecorded'`;
const heldReasons = `'word', 'unknownGiver', 'member', 'household', 'severalGuests', 'severalGivers', 'giverGone',
  'newCandidate', 'numberChanged', 'moneyReturned', 'changedSince', 'deleted', 'rowChanged', 'rowRepeated', 'similar',
  'similarReturned', 'similarElsewhere', 'similarCorrected', 'similarDeleted', 'numberOfOther', 'numberOnOtherDay',
  'otherPart', 'refund', 'refundUnknown', 'refundDeleted', 'refundTooMuch', 'futureDate', 'oldDate', 'highAmount'`;
const rejectedReasons = `'error'`;
/** What a reason is about: another row of the file, a recorded donation, or one of both. */
const reasonsOfRow = `'sameRow', 'rowChanged', 'rowRepeated'`;
const reasonsOfDonation = `'sameFile', 'ownExport', 'sameNumber', 'refundRecorded', 'numberChanged', 'moneyReturned',
  'changedSince', 'deleted', 'similar', 'similarReturned', 'similarElsewhere', 'similarCorrected', 'similarDeleted',
  'numberOfOther', 'numberOnOtherDay', 'otherPart'`;
/** What names the other gift in its sentence, and what says who changed it by hand. */
const reasonsWithName = `'similarElsewhere', 'similarCorrected', 'similarDeleted', 'numberOfOther', 'numberOnOtherDay'`;
const reasonsWithChange = `'similarCorrected', 'similarDeleted'`;
const reasonsOfEither = `'refund', 'refundDeleted', 'refundTooMuch'`;
const reasonsWithProposal = `'numberChanged', 'moneyReturned', 'changedSince', 'refund'`;
const giverQuestions = `'unknownGiver', 'member', 'household', 'severalGuests', 'severalGivers', 'giverGone',
  'newCandidate'`;

/**
 * The rows of an import keep facts and decisions, from which their state follows: how a row reads,
 * what is open about its giver, and what a user decided and on which basis. `reason` says why the
 * row has its state. Rows from before this migration have no `reads_as`; their drafts are
 * converted when they are opened, and `message`, `why`, `decided` and `apart` are only read for
 * them.
 */
export class RowVerdicts extends Migration {
  override up(): void {
    this.addSql(`
      alter table donation_import_row
        add column reads_as text,
        -- why a row is no gift by its place in the file, beside totals (is_footer)
        add column skipped_as text check (skipped_as in ('hidden', 'repeated')),
        -- the column and the word that say that a row is no gift, or leave it open
        add column word_field text, add column word text,
        -- what is wrong with the row itself
        add column issues json,
        -- the amount column as it stands in the file, in cents of whatever currency
        add column file_amount bigint,
        -- what is open about the giver; giver_hint is the name of a guest with the same email address, or of somebody
        -- who was added since an earlier answer
        add column giver_question text, add column giver_hint text,
        add column said_donor_id uuid,
        add column reason text,
        -- the fund that the file names, if an answer replaced it
        add column file_fund text,
        -- the other gift as the sentence about the row names it: giver, day, and who changed it by hand and when
        add column like_giver text, add column like_kind text, add column like_date date,
        add column like_changed_by text, add column like_changed_on date,
        -- what a user decided, and about which gift and which proposal
        add column decision text,
        add column decision_donation uuid, add column decision_row int,
        add column decision_act text, add column decision_amount bigint, add column decision_version int`);
    // `is true`, because a check that is neither true nor false passes
    this.addSql(`
      alter table donation_import_row
        add constraint donation_import_row_reading check (reads_as is null or (
          reads_as in ('gift', 'error', 'ask', 'not', 'returned', 'refund', 'total', 'hidden', 'repeated')
          and (reads_as in ('ask', 'not')) = (word_field is not null and word is not null)
          and (reads_as = 'error') = (issues is not null)
          and (skipped_as is null or not is_footer)
          and (reads_as not in ('hidden', 'repeated') or skipped_as = reads_as)
          and (reads_as = 'refund') = takes_back
          and (giver_question is null or giver_question in (${giverQuestions}))
          and (giver_hint is null or giver_question in ('household', 'newCandidate'))) is true) not valid,
        add constraint donation_import_row_decision check (reads_as is null or (
          case when decision in ('separate', 'accept') then (decision_donation is null) <> (decision_row is null)
               when decision = 'again' then decision_donation is not null and decision_row is null
               else (decision is null or decision = 'skip') and decision_donation is null and decision_row is null end
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
          and case when reason in (${reasonsOfRow}) then like_row is not null and like_donation is null
                   when reason in (${reasonsOfDonation}) then like_donation is not null and like_row is null
                   when reason in (${reasonsOfEither}) or act is not null
                     then (like_donation is null) <> (like_row is null)
                   else like_donation is null and like_row is null end
          and case when reason in (${reasonsWithProposal}) then act is not null
                   else act is null or reason is null end
          and (coalesce(reason in (${reasonsWithName}), false)) = (like_giver is not null)
          and (like_giver is null) = (like_kind is null) and (like_giver is null) = (like_date is null)
          and (like_kind is null or like_kind in ('member', 'guest', 'unidentified'))
          and (coalesce(reason in (${reasonsWithChange}), false)) = (like_changed_on is not null)
          and (like_changed_by is null or like_changed_on is not null)
          and (act is null or act in ('correct', 'void'))) is true) not valid`);
    // the figures of an import whose rows no longer change: its progress and the list of imports read them
    this.addSql('alter table donation_import add column figures json');
    // who might have been meant when an answer about a giver was given
    this.addSql('alter table import_answer add column known_donors uuid[]');
    // which kind of file an import has read; two imports of one kind come from the same source
    this.addSql('alter table donation_import add column source text');
    // the first versions of gifts that were corrected or deleted since
    this.addSql(
      `create index donation_version_first on donation_version (organization_id, build, date)
        where version = 1 and to_journal is not null`,
    );
    // rows as they were before a change, while the change is at work; the next change after a crash begins without it
    this.addSql(
      'create unlogged table donation_import_row_copy (like donation_import_row including defaults)',
    );
    this.addSql(
      'alter table donation_import_row_copy add primary key (organization_id, import_id, row)',
    );
    this.addSql(`select protect('donation_import_row_copy')`);
    // the basis of a decision also outlives a new reading of the file; decisions from before are converted then
    this.addSql(`
      alter table donation_import_repair
        add column said_donor_id uuid, add column decision_version int,
        drop constraint donation_import_repair_decision_check,
        add constraint donation_import_repair_decision_check
          check (decision in ('skip', 'separate', 'again', 'accept', 'setAside', 'correct')) not valid`);
  }
}
