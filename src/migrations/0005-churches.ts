import { Migration } from '@mikro-orm/migrations';

/** Churches that register by themselves: the domain they want, the promo code they named, what was done to them. */
export class Churches extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // what the DNS record of the wanted domain must say; a domain counts once it is in host
  `alter table organization add column domain_token text, add column promo_code text`,
  // what a super administrator did to a church; a platform table, append-only like the churches' own
  `create table platform_audit_entry (
     id uuid primary key,
     at timestamptz not null default now(),
     account_id uuid not null references account,
     organization_id uuid references organization,
     action text not null,
     details json not null)`,
  `create trigger platform_audit_entry_append_only before update or delete on platform_audit_entry for each row execute function append_only()`,
];
