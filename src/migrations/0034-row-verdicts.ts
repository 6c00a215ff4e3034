import { Migration } from '@mikro-orm/migrations';

/** The reasons of each state, as `libs/contracts/giving/row-verdict.ts` lists them. */
const duplicateReasons = `'sameFile', 'sameNumber', 'sameRow', 'refundRecorded'`;
const heldReasons = `'word', 'member', 'household', 'severalGuests', 'severalGivers', 'giverGone',
  'numberChanged', 'moneyReturned', 'changedSince', 'deleted', 'rowChanged', 'similar', 'similarReturned',
  'refund', 'refundUnknown', 'refundDeleted', 'refundTooMuch', 'futureDate', 'oldDate', 'highAmount'`;
const rejectedReasons = `'error', 'unknownGiver'`;
const giverQuestions = `'unknownGiver', 'member', 'household', 'severalGuests', 'severalGivers', 'giverGone'`;

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
        -- the column and the word that say that a row is no gift, or leave it open
        add column word_field text, add column word text,
        -- what is wrong with the row itself
        add column issues json,
        -- what is open about the giver; giver_hint is the name of a guest with the same email address
        add column giver_question text, add column giver_hint text,
        add column said_donor_id uuid,
        add column reason text,
        -- what a user decided, and about which gift and which proposal
        add column decision text,
        add column decision_donation uuid, add column decision_row int,
        add column decision_act text, add column decision_amount bigint, add column decision_version int`);
    this.addSql(`
      alter table donation_import_row
        add constraint donation_import_row_reading check (reads_as is null or (
          reads_as in ('gift', 'error', 'ask', 'not', 'returned', 'refund', 'total')
          and (reads_as in ('ask', 'not')) = (word_field is not null and word is not null)
          and (reads_as = 'error') = (issues is not null)
          and (reads_as = 'refund') = takes_back
          and (giver_question is null or giver_question in (${giverQuestions}))
          and (giver_hint is null or giver_question = 'household'))) not valid,
        add constraint donation_import_row_decision check (reads_as is null or case decision
          when 'separate' then decision_act is null and (decision_donation is null) <> (decision_row is null)
          when 'again' then decision_act is null and decision_donation is not null and decision_row is null
          when 'accept' then decision_act in ('correct', 'void') and (decision_donation is null) <> (decision_row is null)
          when 'skip' then decision_act is null and decision_donation is null and decision_row is null
          else decision is null and decision_act is null and decision_donation is null and decision_row is null
        end) not valid,
        add constraint donation_import_row_verdict check (reads_as is null or (
          case when decision = 'skip' and state = 'setAside' then
              reason is null or reason in (${heldReasons}, ${duplicateReasons}, ${rejectedReasons}, 'word', 'returned', 'total')
            else case state
              when 'new' then reason is null
              when 'duplicate' then reason in (${duplicateReasons})
              when 'held' then reason in (${heldReasons})
              when 'rejected' then reason in (${rejectedReasons})
              when 'setAside' then reason in ('word', 'returned', 'total')
              else false
            end
          end
          and (problem is null) = (reason is null)
          and (act is null or act in ('correct', 'void') and (like_row is null) <> (like_donation is null))
          and (act is not null or reason is null
            or reason not in ('numberChanged', 'moneyReturned', 'changedSince', 'refund')))) not valid`);
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
