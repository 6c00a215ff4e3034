import { Migration } from '@mikro-orm/migrations';

/**
 * With row-level security, PostgreSQL uses an index only for conditions that cannot reveal rows of
 * other churches (leakproof functions), and lower() is not one of them. So each search for an email
 * address read all donors of the church, in an import once for each batch of rows. The comparison
 * with a generated column needs no function.
 */
export class DonorEmailKey extends Migration {
  override up(): void {
    this.addSql(
      'alter table donor add column email_key text generated always as (lower(email)) stored',
    );
    this.addSql('drop index donor_email');
    this.addSql('create index donor_email on donor (organization_id, email_key)');
  }
}
