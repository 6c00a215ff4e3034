import { Migration } from '@mikro-orm/migrations';

/** Users can sign in with an OpenID Connect provider. */
export class OpenId extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // platform table: the identity of an account at a provider
  `create table open_id_identity (
     issuer text not null,
     subject text not null,
     account_id uuid not null references account,
     created_at timestamptz not null default now(),
     primary key (issuer, subject))`,
  `create index open_id_identity_account on open_id_identity (account_id)`,
  // platform table: sign-ins that are on the way to the provider or back. `hash` is the hash of the
  // secret in the URL of the next step, `browser` the hash of the cookie that the browser must send
  // with it. Each row can be used once.
  `create table login_step (
     hash text primary key,
     stop text not null check (stop in ('begin', 'callback', 'enter')),
     browser text,
     journey json not null,
     expires_at timestamptz not null)`,
  `create index login_step_expires on login_step (expires_at)`,
];
