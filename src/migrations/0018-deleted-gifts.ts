import { Migration } from '@mikro-orm/migrations';

/** Finds deleted gifts, and who recorded gifts, among a million that stand. */
export class DeletedGifts extends Migration {
  override up(): void {
    this.addSql(
      `create index donation_version_voided on donation_version (organization_id, build, date, donation_id) where state = 'voided'`,
    );
    this.addSql(
      `create index donation_version_added_by on donation_version (organization_id, build, added_by)`,
    );
  }
}
