import { Migration } from '@mikro-orm/migrations';

type Renames = Readonly<Record<string, string>>;

/** What a user edited in a row, and what a user confirmed. */
const edits: Renames = {
  said: 'edited_values',
  said_guest: 'edited_as_guest',
  said_donor_id: 'edited_donor_id',
  sure: 'confirmed_by_user',
};

/** What a row proposes for a recorded gift, or a user accepted. */
const proposals: Renames = { act: 'proposed_action', act_to: 'proposed_amount' };

/** The columns that the rows of drafts and the copies of them before a change have in common. */
const verdicts: Renames = {
  ...edits,
  ...proposals,
  act_version: 'proposed_for_version',
  decision_act: 'decision_action',
  like_donation: 'matching_donation',
  like_row: 'matching_row',
  like_giver: 'matching_giver',
  like_kind: 'matching_kind',
  like_date: 'matching_date',
  like_changed_by: 'matching_changed_by',
  like_changed_on: 'matching_changed_on',
};

const renames: Readonly<Record<string, Renames>> = {
  donation_import: { decided: 'commit_prepared' },
  donation_import_row: {
    ...verdicts,
    act_change: 'prepared_change',
    apart: 'is_separate_donation',
  },
  donation_import_row_copy: verdicts,
  donation_import_repair: {
    ...edits,
    ...proposals,
    like_donation: 'matching_donation',
    like_row: 'matching_row',
  },
};

/** Gives columns of import drafts names that describe their values. */
export class DraftColumns extends Migration {
  override up(): void {
    for (const [table, columns] of Object.entries(renames)) {
      for (const [from, to] of Object.entries(columns)) {
        this.addSql(`alter table ${table} rename column ${from} to ${to}`);
      }
    }
  }
}
