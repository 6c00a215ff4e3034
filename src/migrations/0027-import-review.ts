import { Migration } from '@mikro-orm/migrations';

/**
 * A row of a draft has the `record` as the file contains it, and `said`, the values that a user
 * entered instead, by field; a removed value is empty. Rows from before this migration have no
 * `record`, and `said` contains all their values.
 */
export class ImportReview extends Migration {
  override up(): void {
    this.addSql('alter table donation_import_row rename column cells to said');
    this.addSql(`
      alter table donation_import_row
        alter column said drop not null,
        add column record json,
        -- a user decided that the row belongs to a guest (as_guest: it does, whoever decided it)
        add column said_guest boolean not null default false,
        -- the row is a total, a balance or a title of the file
        add column is_footer boolean not null default false,
        -- a user changed the row or decided something about it
        add column repaired boolean not null default false`);
    // the changes and decisions of users about single rows, while the file is read again
    this.addSql(`create table donation_import_repair (
      organization_id uuid not null,
      import_id uuid not null,
      row int not null,
      said json,
      said_guest boolean not null, is_gift boolean not null, sure boolean not null,
      -- the decision, and the donation or the row that it is about
      decision text check (decision in ('setAside', 'accept', 'correct')),
      like_donation uuid, like_row int, act text, act_to bigint,
      primary key (organization_id, import_id, row))`);
    this.addSql('alter table donation_import add column changes int not null default 0');
    // the last changes of a draft; donation_import_row_before contains the rows before each change
    this.addSql(`create table donation_import_change (
      organization_id uuid not null,
      import_id uuid not null,
      number int not null,
      action text not null,
      rows int not null,
      -- the earlier answers about givers that this change replaced
      givers json, answers json,
      at timestamptz not null default now(),
      primary key (organization_id, import_id, number))`);
    this.addSql(`create table donation_import_row_before (
      organization_id uuid not null,
      import_id uuid not null,
      number int not null,
      row int not null,
      before json not null,
      primary key (organization_id, import_id, number, row))`);
    this.addSql(`
      alter table import_mapping
        add column id uuid not null default gen_random_uuid(),
        add column header json, add column file_name text,
        add unique (organization_id, id)`);
    for (const table of [
      'donation_import_repair',
      'donation_import_change',
      'donation_import_row_before',
    ])
      this.addSql(`select protect('${table}')`);
  }
}
