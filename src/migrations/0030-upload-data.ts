import { Migration } from '@mikro-orm/migrations';

/** Whether anything of an upload has come: the room that it reserves is free again if nothing has. */
export class UploadData extends Migration {
  override up(): void {
    // an upload from before may have data
    this.addSql('alter table content_file add column has_data boolean not null default true');
    this.addSql('alter table content_file alter column has_data set default false');
  }
}
