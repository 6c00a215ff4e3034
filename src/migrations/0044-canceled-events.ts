import { Migration } from '@mikro-orm/migrations';

/**
 * Lets events be canceled, and notifications tell of canceled or moved events. Constant defaults do
 * not rewrite the tables.
 */
export class CanceledEvents extends Migration {
  override up(): void {
    this.addSql(`
      alter table church_event
        add column is_canceled boolean not null default false,
        add column change_id uuid,
        add column change_told_to uuid`);
    this.addSql('alter table notification add column change text');
  }
}
