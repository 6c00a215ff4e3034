import { Migration } from '@mikro-orm/migrations';

/** Users can be removed, and the audit log can be searched by user and action. */
export class Members extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // The name of a removed user stays, for the donations and the audit log. The email address is
  // erased, so that another user can have it.
  `alter table app_user add column removed_at timestamptz, add column removed_by uuid`,
  `drop index app_user_email`,
  `create unique index app_user_email on app_user (organization_id, lower(email))
     where removed_at is null`,
  // A removed user stays a donor, so that the donations keep their donor and its name. The search
  // for members does not find donors that have left.
  `alter table donor add column has_left boolean not null default false`,
  `alter table audit_entry add column subject_id uuid
     generated always as (coalesce(details ->> 'userId', details ->> 'donorId')::uuid) stored`,
  `create index audit_entry_actor on audit_entry (organization_id, actor_id, id)`,
  `create index audit_entry_subject on audit_entry (organization_id, subject_id, id)`,
  `create index audit_entry_action on audit_entry (organization_id, action, id)`,
];
