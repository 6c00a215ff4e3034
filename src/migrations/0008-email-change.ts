import { Migration } from '@mikro-orm/migrations';

/** A new address to sign in with, which holds once its letter's link was followed. */
export class EmailChange extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // the address that the link was sent to, of `change-email` only
  `alter table account_token add column email text,
     drop constraint account_token_purpose_check,
     add constraint account_token_purpose_check check (purpose in ('verify-email', 'reset-password', 'change-email')),
     add constraint account_token_email_check check ((email is not null) = (purpose = 'change-email'))`,
];
