import { Migration } from '@mikro-orm/migrations';

/** Only one connection writes to an upload at a time, also across processes. */
export class UploadLock extends Migration {
  override up(): void {
    // platform table: it contains nothing of an upload but its id. wanted: another connection waits
    this.addSql(
      `create table upload_lock (id uuid primary key, holder uuid not null unique,
         expires_at timestamptz not null, wanted boolean not null default false)`,
    );
  }
}
