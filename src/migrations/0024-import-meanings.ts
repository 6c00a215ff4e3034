import { Migration } from '@mikro-orm/migrations';

/** What a row of a giving file means, what it proposes, and what was recorded under a transaction's number. */
export class ImportMeanings extends Migration {
  override up(): void {
    this.addSql(`
      alter table donation_import_row
        add column gross bigint, add column refunded bigint, add column fee bigint,
        add column payout text, add column why text, add column refund_of text,
        add column takes_back boolean not null default false,
        -- a person said: a gift, whatever its words say; another gift than the one that is here
        add column is_gift boolean not null default false,
        add column apart boolean not null default false,
        -- the row of this file that it looks like, or takes back
        add column like_row int,
        -- a change of the gift like_donation or of the row like_row: what it would be then, and the version it was at
        add column act text check (act in ('correct', 'void')),
        add column act_to bigint, add column act_version int,
        -- settled under the church's lock: what the gift was, and what it becomes
        add column act_change json`);
    // gifts that imports took back, among millions of rows
    this.addSql(
      'create index donation_import_row_change on donation_import_row (organization_id, import_id) where act_change is not null',
    );
    this.addSql('alter table donation_import add column put_back boolean not null default false');
    // one number may stand for several gifts (a split one, or one that a person took as another), and again for a gift that an
    // import changed; of older ones only the number is known
    this.addSql(`
      alter table donation_source
        add column source text not null default '',
        add column gross bigint, add column refunded bigint, add column fund text,
        add column takes_back boolean not null default false`);
    this.addSql('alter table donation_source drop constraint donation_source_pkey');
    this.addSql(
      'alter table donation_source add primary key (organization_id, source_id, donation_id, import_id, takes_back)',
    );
    // row-level security binds the owner too: church by church
    this.addSql(`
      do $$ declare church uuid; begin
        for church in select id from organization loop
          perform set_config('app.org', church::text, true);
          update import_mapping set mapping = ((mapping::jsonb - 'methods') || jsonb_build_object('words', jsonb_build_object('paymentMethod', mapping::jsonb -> 'methods')))::json
           where jsonb_typeof(mapping::jsonb -> 'methods') = 'object';
        end loop;
      end $$`);
  }
}
