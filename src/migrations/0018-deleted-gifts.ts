import { Migration } from '@mikro-orm/migrations';

/** Indexes for the search for deleted donations, and for donations by the user who added them. */
export class DeletedGifts extends Migration {
  override up(): void {
    this.addSql(
      `create index donation_version_voided
         on donation_version (organization_id, build, date, donation_id) where state = 'voided'`,
    );
    this.addSql(
      `create index donation_version_added_by
         on donation_version (organization_id, build, added_by)`,
    );
  }
}
