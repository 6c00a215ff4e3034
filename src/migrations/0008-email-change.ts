import { Migration } from '@mikro-orm/migrations';

/** A user can change the email address; the new one is valid after its link has been opened. */
export class EmailChange extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // the address to which the link was sent, for the purpose `change-email` only
  `alter table account_token add column email text,
     drop constraint account_token_purpose_check,
     add constraint account_token_purpose_check
       check (purpose in ('verify-email', 'reset-password', 'change-email')),
     add constraint account_token_email_check
       check ((email is not null) = (purpose = 'change-email'))`,
];
