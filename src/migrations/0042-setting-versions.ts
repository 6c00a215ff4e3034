import { Migration } from '@mikro-orm/migrations';

/**
 * Gives the settings and the pictures of a church versions, which `If-Match` names, and the user
 * who saved each of them last. A setting without a row was never saved.
 */
export class SettingVersions extends Migration {
  override up(): void {
    this.addSql(`create table setting_version (
      organization_id uuid not null references organization,
      key text not null,
      version int not null default 0,
      updated_by uuid,
      updated_at timestamptz not null default now(),
      primary key (organization_id, key))`);
    this.addSql(`select protect('setting_version')`);
    // a constant default does not rewrite the table
    this.addSql(`alter table site_image
      add column version int not null default 1,
      add column updated_by uuid`);
  }
}
