import { Migration } from '@mikro-orm/migrations';

/** What `idempotent_request` is for the people of a church, for those of the platform; and the few who answer tickets, found among the many who do not. */
export class PlatformRequests extends Migration {
  override up(): void {
    this.addSql(
      `create table platform_idempotent_request (account_id uuid not null references account on delete cascade, route text not null, key text not null, body_hash text not null,
         status int, response text, created_at timestamptz not null default now(), primary key (account_id, route, key))`,
    );
    this.addSql(
      `create index app_user_staff on app_user (organization_id, role) where role <> 'member'`,
    );
  }
}
