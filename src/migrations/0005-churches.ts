import { Migration } from '@mikro-orm/migrations';

/**
 * Churches can register themselves: the domain that they want, the promo code that they entered,
 * and an audit log of what super administrators do to churches.
 */
export class Churches extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // domain_token: what the DNS record of the wanted domain must contain. A domain is confirmed
  // when the table `host` contains it.
  `alter table organization add column domain_token text, add column promo_code text`,
  // platform table: what super administrators did to churches; append-only, as `audit_entry` is
  `create table platform_audit_entry (
     id uuid primary key,
     at timestamptz not null default now(),
     account_id uuid not null references account,
     organization_id uuid references organization,
     action text not null,
     details json not null)`,
  `create trigger platform_audit_entry_append_only before update or delete on platform_audit_entry
     for each row execute function append_only()`,
];
