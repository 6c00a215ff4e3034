import { Migration } from '@mikro-orm/migrations';

/** The logo of a church is a row of `site_image`; the program never wrote the dropped column. */
export class NoLogoUrl extends Migration {
  override up(): void {
    this.addSql('alter table organization drop column logo_url');
  }
}
