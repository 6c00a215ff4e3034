import { Migration } from '@mikro-orm/migrations';

/**
 * Turns suspended admins into members, hides unapproved users from the search for donors, and adds
 * the columns and tables that rate limits and the deletion of old data need.
 */
export class ClosedDoors extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // An administrator is never suspended (ruling 17). Each suspended administrator becomes a member,
  // and the audit log of the church records it. A user who waits for approval is not a donor:
  // recorded donations stay, but the search for donors does not find the user before the approval.
  `do $$ declare church uuid; person uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       for person in update app_user set role = 'member', updated_at = now()
         where role = 'admin' and is_suspended returning id loop
         insert into audit_entry (organization_id, id, actor_id, action, details)
           values (church, uuidv7(), null, 'role-changed',
             json_build_object(
               'userId', person, 'from', 'admin', 'to', 'member', 'because', 'suspended'));
         delete from session where organization_id = church and user_id = person;
       end loop;
       update donor d set has_left = true from app_user u
        where d.kind = 'member' and u.organization_id = church and d.organization_id = church
          and u.id = d.id and not u.is_approved;
     end loop;
     perform set_config('app.org', '', true);
   end $$`,
  `alter table app_user add constraint app_user_admin_is_not_suspended
     check (not (role = 'admin' and is_suspended))`,
  // the number of wrong codes of a sign-in; after too many of them the sign-in ends
  `alter table session add column factor_tries int not null default 0`,
  // platform table: the emails that were requested in the last day, by mailbox and network
  `create table letter_request (
     mailbox text not null,
     network text not null,
     at timestamptz not null default now())`,
  `create index letter_request_mailbox on letter_request (mailbox, at)`,
  // the name of a user who asked to join a church, used when the email address is confirmed
  `alter table account_token add column join_as json`,
  `create index account_token_expires on account_token (expires_at)`,
  // the last use of a draft; drafts that nobody used for long are deleted
  `alter table donation_import add column touched_at timestamptz not null default now()`,
];
