import { Migration } from '@mikro-orm/migrations';

/**
 * Stores whether a church waits until its contact confirms the email address, because a stranger
 * may have registered the church.
 */
export class ChurchContact extends Migration {
  override up(): void {
    this.addSql(
      'alter table organization add column awaits_contact boolean not null default false',
    );
    this.addSql(existingChurches);
  }
}

/** Only a church that waits for its first administrator has an administrator without an account. */
const existingChurches = `
do $$ declare church uuid; begin
  for church in select id from organization loop
    perform set_config('app.org', church::text, true);
    update organization o
       set awaits_contact = true
     where o.id = church
       and exists (
         select 1 from app_user u
          where u.organization_id = church and u.role = 'admin'
            and u.account_id is null and u.removed_at is null)
       and not exists (
         select 1 from app_user u
          where u.organization_id = church and u.role = 'admin'
            and u.account_id is not null and u.removed_at is null);
  end loop;
  perform set_config('app.org', '', true);
end $$`;
