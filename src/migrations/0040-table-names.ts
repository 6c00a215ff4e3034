import { Migration } from '@mikro-orm/migrations';

const renames: Readonly<Record<string, string>> = {
  sign_in_failure: 'rate_limit',
  letter_request: 'email_request',
  inbound_letter: 'inbound_email',
  subscription_letter: 'subscription_email',
};

/**
 * Names tables after what they hold: the counters of all rate limits, of which failed sign-ins are
 * only some, and emails, which were called letters.
 */
export class TableNames extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(renames)) {
      this.addSql(`alter table ${from} rename to ${to}`);
      this.addSql(`alter index if exists ${from}_pkey rename to ${to}_pkey`);
    }
    this.addSql('alter index letter_request_mailbox rename to email_request_mailbox');
    this.addSql('alter table rate_limit rename column failures to attempts');
  }
}
