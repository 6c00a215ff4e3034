import { Migration } from '@mikro-orm/migrations';

/** Suspended administrators, donors who were never approved, and what throttles and sweeps need. */
export class ClosedDoors extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // an administrator is never suspended (ruling 17): whoever is becomes a member, in the log of their church. Whoever waits for
  // approval is no donor: what was recorded for them stays, but nobody finds them before they are approved
  `do $$ declare church uuid; person uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       for person in update app_user set role = 'member', updated_at = now() where role = 'admin' and is_suspended returning id loop
         insert into audit_entry (organization_id, id, actor_id, action, details)
           values (church, uuidv7(), null, 'role-changed', json_build_object('userId', person, 'from', 'admin', 'to', 'member', 'because', 'suspended'));
         delete from session where organization_id = church and user_id = person;
       end loop;
       update donor d set has_left = true from app_user u
        where d.kind = 'member' and u.organization_id = church and d.organization_id = church and u.id = d.id and not u.is_approved;
     end loop;
     perform set_config('app.org', '', true);
   end $$`,
  `alter table app_user add constraint app_user_admin_is_not_suspended check (not (role = 'admin' and is_suspended))`,
  // a half-finished sign-in ends after so many wrong codes
  `alter table session add column factor_tries int not null default 0`,
  // platform table: letters that were asked for, by mailbox and network, for a day
  `create table letter_request (
     mailbox text not null,
     network text not null,
     at timestamptz not null default now())`,
  `create index letter_request_mailbox on letter_request (mailbox, at)`,
  // how whoever asked to join a church wants to be called there, once the address is shown to be theirs
  `alter table account_token add column join_as json`,
  `create index account_token_expires on account_token (expires_at)`,
  // a draft that nobody touches for long is taken away
  `alter table donation_import add column touched_at timestamptz not null default now()`,
];
