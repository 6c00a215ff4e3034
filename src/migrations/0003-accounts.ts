import { Migration } from '@mikro-orm/migrations';

/** Accounts can confirm an email address, reset a password and have a second factor. */
export class Accounts extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // platform table: the one-time tokens of links in emails. `organization_id` is the church that
  // the user who made the account wants to join.
  `create table account_token (
     hash text primary key,
     account_id uuid not null references account,
     purpose text not null check (purpose in ('verify-email', 'reset-password')),
     organization_id uuid references organization,
     expires_at timestamptz not null,
     created_at timestamptz not null default now())`,
  `create index account_token_account on account_token (account_id)`,
  // The secret is encrypted with a key that is not in the database. factor_step is the time step of
  // the last accepted code, because each code is accepted only once.
  `alter table account
     add column factor text check (factor in ('authenticator', 'sms')),
     add column factor_secret text,
     add column factor_phone text,
     add column factor_step bigint not null default 0`,
  // platform table: the hashes of recovery codes, each valid for one sign-in
  `create table recovery_code (
     account_id uuid not null references account,
     hash text not null,
     used_at timestamptz,
     primary key (account_id, hash))`,
  // platform table: a code that was sent by SMS, or a second factor that is not confirmed yet
  `create table factor_challenge (
     account_id uuid primary key references account,
     factor text not null,
     secret text,
     phone text,
     code_hash text,
     tries int not null default 0,
     sent_at timestamptz not null default now(),
     expires_at timestamptz not null)`,
  // a session after the password and before the second factor, which it can only complete
  `alter table session add column awaits_factor boolean not null default false`,
  // uploaded pictures after the program has re-encoded them, small enough for the database
  `create table image (
     organization_id uuid not null references organization,
     id uuid not null,
     is_public boolean not null,
     content_type text not null,
     bytes bytea not null,
     created_at timestamptz not null default now(),
     primary key (organization_id, id))`,
  `select protect('image')`,
  `alter table app_user add column email_verified boolean not null default false`,
  `do $$ declare church uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       update app_user u set email_verified = true from account a
         where a.id = u.account_id and a.email_verified_at is not null;
     end loop;
   end $$`,
];
