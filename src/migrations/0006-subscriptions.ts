import { Migration } from '@mikro-orm/migrations';

/** Subscriptions by card: the customer of a church at Stripe, and the handled events of Stripe. */
export class Subscriptions extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  // stripe_subscription_id is set when a card is confirmed; from then on the subscription is valid
  `alter table organization
     add column stripe_customer_id text unique,
     add column stripe_subscription_id text unique,
     add column subscription_renews_at timestamptz,
     add column card_trial_used_at timestamptz`,
  `create table stripe_event (
     id text primary key,
     type text not null,
     organization_id uuid references organization,
     received_at timestamptz not null default now())`,
];
