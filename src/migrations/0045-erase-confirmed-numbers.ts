import { Migration } from '@mikro-orm/migrations';

/**
 * Erases the phone numbers that removed users had confirmed for text messages. The removal erased
 * only the number in the profile.
 */
export class EraseConfirmedNumbers extends Migration {
  override up(): void {
    // Without this, the owner of the table sees the rows of one church at a time. A statement for
    // each church would lock the table for too long.
    this.addSql('alter table app_user no force row level security');
    this.addSql(`update app_user set sms_number = null
      where removed_at is not null and sms_number is not null`);
    this.addSql('alter table app_user force row level security');
  }
}
