import { Migration } from '@mikro-orm/migrations';

/** What more is known of a subscription at Stripe, and which letters about it have been sent. */
export class SubscriptionLetters extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // paused at Stripe: its status here is 'expired' then; discounts as `subscriptionDiscount` of the contracts;
  // collection_stopped: the platform's owner paused the church and wants nothing collected meanwhile
  `alter table organization
     add column subscription_paused boolean not null default false,
     add column subscription_discounts jsonb not null default '[]',
     add column second_subscription_id text,
     add column collection_stopped boolean not null default false`,
  // one letter for each thing that happened, however often it is heard of: 'paid in_…', 'failed in_…', 'trial sub_… 1790000000'
  `create table subscription_letter (
     organization_id uuid not null references organization,
     about text not null,
     sent_at timestamptz not null default now(),
     primary key (organization_id, about))`,
  `select protect('subscription_letter')`,
];
