import { Migration } from '@mikro-orm/migrations';

/** A user can confirm that an unlikely date or amount of a row is right. */
export class ImportSure extends Migration {
  override up(): void {
    this.addSql('alter table donation_import_row add column sure boolean not null default false');
  }
}
