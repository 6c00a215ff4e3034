import { Migration } from '@mikro-orm/migrations';

const statements = [
  // news of content that was hidden, or of an event that was over, when its email was to be sent
  'alter table notification_delivery drop constraint notification_delivery_state_check',
  `alter table notification_delivery add constraint notification_delivery_state_check
     check (state in ('waiting', 'sending', 'sent', 'dropped', 'withdrawn'))`,
  `create index delivery_withdrawn on notification_delivery (organization_id, content_id)
     where state = 'withdrawn'`,
];

/**
 * Notifications that were not sent because their content was hidden or over, so that they can be
 * sent later.
 */
export class WithdrawnNews extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
