import { Migration } from '@mikro-orm/migrations';

/** Which connection writes to an upload, whichever process it came to. */
export class UploadLock extends Migration {
  override up(): void {
    // platform table: an upload's id and nothing of it. wanted: somebody waits for it
    this.addSql(
      'create table upload_lock (id uuid primary key, holder uuid not null unique, expires_at timestamptz not null, wanted boolean not null default false)',
    );
  }
}
