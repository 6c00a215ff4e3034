import { Migration } from '@mikro-orm/migrations';

/**
 * Stores what a row of a donation file means and proposes, and what was recorded under a
 * transaction number.
 */
export class ImportMeanings extends Migration {
  override up(): void {
    this.addSql(`
      alter table donation_import_row
        add column gross bigint, add column refunded bigint, add column fee bigint,
        add column payout text, add column why text, add column refund_of text,
        add column takes_back boolean not null default false,
        -- a user decided that the row is a donation in spite of its words (is_gift), or that it is
        -- another donation than the recorded one (apart)
        add column is_gift boolean not null default false,
        add column apart boolean not null default false,
        -- the row of this file that this row is similar to, or that it takes back
        add column like_row int,
        -- the proposed change of the donation like_donation or of the row like_row: the new amount,
        -- and the version of the donation that the proposal is based on
        add column act text check (act in ('correct', 'void')),
        add column act_to bigint, add column act_version int,
        -- the donation before and after the change, fixed while the church is locked
        add column act_change json`);
    // finds the rows that changed donations among millions of rows
    this.addSql(
      `create index donation_import_row_change on donation_import_row (organization_id, import_id)
         where act_change is not null`,
    );
    this.addSql('alter table donation_import add column put_back boolean not null default false');
    // One transaction number can belong to several donations: the parts of a divided donation, one
    // that a user took as another donation, or one that an import changed later. For rows from
    // before this migration only the number is known.
    this.addSql(`
      alter table donation_source
        add column source text not null default '',
        add column gross bigint, add column refunded bigint, add column fund text,
        add column takes_back boolean not null default false`);
    this.addSql('alter table donation_source drop constraint donation_source_pkey');
    this.addSql(
      `alter table donation_source
         add primary key (organization_id, source_id, donation_id, import_id, takes_back)`,
    );
    // row-level security applies to the owner too, so each church is changed on its own
    this.addSql(`
      do $$ declare church uuid; begin
        for church in select id from organization loop
          perform set_config('app.org', church::text, true);
          update import_mapping set mapping = ((mapping::jsonb - 'methods')
            || jsonb_build_object(
              'words', jsonb_build_object('paymentMethod', mapping::jsonb -> 'methods')))::json
           where jsonb_typeof(mapping::jsonb -> 'methods') = 'object';
        end loop;
      end $$`);
  }
}
