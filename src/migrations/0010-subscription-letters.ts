import { Migration } from '@mikro-orm/migrations';

/** More facts about the subscriptions at Stripe, and the emails that were sent about them. */
export class SubscriptionLetters extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // subscription_paused: Stripe has paused the subscription; its status in the portal is 'expired'.
  // subscription_discounts: as `subscriptionDiscount` in libs/contracts.
  // collection_stopped: a super administrator paused the church, and Stripe collects nothing.
  `alter table organization
     add column subscription_paused boolean not null default false,
     add column subscription_discounts jsonb not null default '[]',
     add column second_subscription_id text,
     add column collection_stopped boolean not null default false`,
  // `about` names what happened, for example 'paid in_…', 'failed in_…' or
  // 'trial sub_… 1790000000', so that one email is sent even if Stripe reports it several times
  `create table subscription_letter (
     organization_id uuid not null references organization,
     about text not null,
     sent_at timestamptz not null default now(),
     primary key (organization_id, about))`,
  `select protect('subscription_letter')`,
];
