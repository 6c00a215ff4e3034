import { Migration } from '@mikro-orm/migrations';

/** Gives users a version, which `If-Match` names. A constant default does not rewrite the table. */
export class UserVersion extends Migration {
  override up(): void {
    this.addSql('alter table app_user add column version int not null default 1');
  }
}
