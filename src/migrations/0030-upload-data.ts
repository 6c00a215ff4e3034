import { Migration } from '@mikro-orm/migrations';

/** Stores whether an upload has received data; without data, its reserved space becomes free. */
export class UploadData extends Migration {
  override up(): void {
    // uploads from before this migration may have data
    this.addSql('alter table content_file add column has_data boolean not null default true');
    this.addSql('alter table content_file alter column has_data set default false');
  }
}
