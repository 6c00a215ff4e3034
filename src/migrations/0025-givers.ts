import { Migration } from '@mikro-orm/migrations';

/**
 * Guests are told apart by name and address together (ruling 22), and each row of a giving file belongs to one giver, who is asked
 * about once: `donation_import_giver` is what was answered for a draft, `import_answer` what the church remembers.
 */
export class Givers extends Migration {
  override up(): void {
    // likeness of names; trusted, so the owner of the database may have it
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(
      'alter table donor add column made_by uuid, add column is_apart boolean not null default false',
    );
    this.addSql('drop index donor_guest_name');
    // one a person set apart from others of the same name and address is a guest beside them; who left is nobody's namesake
    this.addSql(
      `create unique index donor_guest on donor (organization_id, name_key, lower(coalesce(email, ''))) where kind = 'guest' and not has_left and not is_apart`,
    );
    this.addSql(
      'create index donor_made_by on donor (organization_id, made_by) where made_by is not null',
    );
    this.addSql('alter table donation_import_row add column giver text');
    this.addSql(`create table donation_import_giver (
      organization_id uuid not null,
      import_id uuid not null,
      key text not null,
      answer text not null check (answer in ('member', 'guest', 'apart')),
      donor_id uuid,
      primary key (organization_id, import_id, key))`);
    this.addSql(`create table import_answer (
      organization_id uuid not null references organization,
      id uuid not null default gen_random_uuid(),
      kind text not null,
      key text not null,
      answer text not null,
      name text, email text,
      donor_id uuid,
      answered_by uuid, answered_at timestamptz not null default now(),
      primary key (organization_id, id),
      unique (organization_id, kind, key))`);
    this.addSql(
      'create index import_answer_donor on import_answer (organization_id, donor_id) where donor_id is not null',
    );
    for (const table of ['donation_import_giver', 'import_answer'])
      this.addSql(`select protect('${table}')`);
  }
}
