import { Migration } from '@mikro-orm/migrations';

/** A person said that the unlikely day or amount of a row is right. */
export class ImportSure extends Migration {
  override up(): void {
    this.addSql('alter table donation_import_row add column sure boolean not null default false');
  }
}
