import { Migration } from '@mikro-orm/migrations';

/** Signing in by an OpenID Connect provider. */
export class OpenId extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // platform table: as whom a provider knows an account
  `create table open_id_identity (
     issuer text not null,
     subject text not null,
     account_id uuid not null references account,
     created_at timestamptz not null default now(),
     primary key (issuer, subject))`,
  `create index open_id_identity_account on open_id_identity (account_id)`,
  // platform table: a sign-in on its way to the provider and back. Of the secret in the address of the next stop, and of the
  // cookie that the browser has to show there, only hashes; each row serves once
  `create table login_step (
     hash text primary key,
     stop text not null check (stop in ('begin', 'callback', 'enter')),
     browser text,
     journey json not null,
     expires_at timestamptz not null)`,
  `create index login_step_expires on login_step (expires_at)`,
];
