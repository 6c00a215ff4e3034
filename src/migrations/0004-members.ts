import { Migration } from '@mikro-orm/migrations';

/** People who left the church, and an audit log that is found by person and action. */
export class Members extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // whoever was removed stays as a name, for the books and the log; the email address is erased and free again
  `alter table app_user add column removed_at timestamptz, add column removed_by uuid`,
  `drop index app_user_email`,
  `create unique index app_user_email on app_user (organization_id, lower(email)) where removed_at is null`,
  // their gifts stay under their name, but nobody finds them where a member is looked for
  `alter table donor add column has_left boolean not null default false`,
  `alter table audit_entry add column subject_id uuid generated always as (coalesce(details ->> 'userId', details ->> 'donorId')::uuid) stored`,
  `create index audit_entry_actor on audit_entry (organization_id, actor_id, id)`,
  `create index audit_entry_subject on audit_entry (organization_id, subject_id, id)`,
  `create index audit_entry_action on audit_entry (organization_id, action, id)`,
];
