import { Migration } from '@mikro-orm/migrations';

/**
 * A row of a draft keeps its record as the file has it, and beside it what a person said instead: `said`, by field, blank where a value
 * was taken away. Of rows from before, `said` is all that is known, and `record` is absent.
 */
export class ImportReview extends Migration {
  override up(): void {
    this.addSql('alter table donation_import_row rename column cells to said');
    this.addSql(`
      alter table donation_import_row
        alter column said drop not null,
        add column record json,
        -- a person said of this row that it is a guest's (as_guest: it goes to one, whoever says so)
        add column said_guest boolean not null default false,
        -- it is the file's own total, balance or title
        add column is_footer boolean not null default false,
        -- a person changed or decided something of this row
        add column repaired boolean not null default false`);
    // what a person did to single rows, while the file is being read anew
    this.addSql(`create table donation_import_repair (
      organization_id uuid not null,
      import_id uuid not null,
      row int not null,
      said json,
      said_guest boolean not null, is_gift boolean not null, sure boolean not null,
      -- what was decided, and about which gift or row
      decision text check (decision in ('setAside', 'accept', 'correct')),
      like_donation uuid, like_row int, act text, act_to bigint,
      primary key (organization_id, import_id, row))`);
    this.addSql('alter table donation_import add column changes int not null default 0');
    // the last changes of a draft, with every row that one touched as it was before
    this.addSql(`create table donation_import_change (
      organization_id uuid not null,
      import_id uuid not null,
      number int not null,
      action text not null,
      rows int not null,
      -- what was answered about givers before, where this changed it
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
        add column id uuid not null default gen_random_uuid(), add column header json, add column file_name text,
        add unique (organization_id, id)`);
    for (const table of [
      'donation_import_repair',
      'donation_import_change',
      'donation_import_row_before',
    ])
      this.addSql(`select protect('${table}')`);
  }
}
