import { Migration } from '@mikro-orm/migrations';

/** A church's logo is one of its pictures (`site_image`); this column was never written. */
export class NoLogoUrl extends Migration {
  override up(): void {
    this.addSql('alter table organization drop column logo_url');
  }
}
