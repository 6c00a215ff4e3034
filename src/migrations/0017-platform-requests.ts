import { Migration } from '@mikro-orm/migrations';

/**
 * A table of idempotent requests for the accounts of the platform, as `idempotent_request` is for
 * the users of a church; and an index of the users who are not members, who answer tickets.
 */
export class PlatformRequests extends Migration {
  override up(): void {
    this.addSql(
      `create table platform_idempotent_request (
         account_id uuid not null references account on delete cascade,
         route text not null, key text not null, body_hash text not null,
         status int, response text, created_at timestamptz not null default now(),
         primary key (account_id, route, key))`,
    );
    this.addSql(
      `create index app_user_staff on app_user (organization_id, role) where role <> 'member'`,
    );
  }
}
