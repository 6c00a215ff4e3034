import { Migration } from '@mikro-orm/migrations';

/**
 * A guest is identified by the name and the email address together (ruling 22). Each row of a
 * donation file belongs to one giver, and the portal asks about each giver once:
 * `donation_import_giver` contains the answers for a draft, `import_answer` those that the church
 * keeps for later imports.
 */
export class Givers extends Migration {
  override up(): void {
    // For the similarity of names. The extension is trusted, so the database owner may create it.
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(
      `alter table donor add column made_by uuid,
         add column is_apart boolean not null default false`,
    );
    this.addSql('drop index donor_guest_name');
    // is_apart: a user decided that the guest is another person with the same name and address.
    // Guests who left do not count.
    this.addSql(
      `create unique index donor_guest
         on donor (organization_id, name_key, lower(coalesce(email, '')))
         where kind = 'guest' and not has_left and not is_apart`,
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
      `create index import_answer_donor on import_answer (organization_id, donor_id)
         where donor_id is not null`,
    );
    for (const table of ['donation_import_giver', 'import_answer'])
      this.addSql(`select protect('${table}')`);
  }
}
