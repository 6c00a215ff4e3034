import { Migration } from '@mikro-orm/migrations';

/**
 * Lets events be canceled, and notifications tell of canceled or moved events. Constant defaults do
 * not rewrite the tables.
 */
export class CanceledEvents extends Migration {
  override up(): void {
    this.addSql('alter table church_event add column is_canceled boolean not null default false');
    this.addSql('alter table notification add column is_change boolean not null default false');
  }
}
