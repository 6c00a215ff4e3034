import { Migration } from '@mikro-orm/migrations';

const statements = [
  // the phone number that the user has confirmed, in the E.164 format
  'alter table app_user add column sms_number text',
  // platform table: codes of six digits that were sent by SMS. `subject` names their purpose:
  // `factor:ACCOUNT` or `number:PERSON`.
  `create table sent_code (subject text primary key, phone text not null, code_hash text not null,
     tries int not null default 0, sent_at timestamptz not null, expires_at timestamptz not null)`,
  'alter table factor_challenge drop column code_hash, drop column tries, drop column sent_at',
  // platform table: the numbers that answered STOP; no church may send to them
  'create table sms_stop (number text primary key, at timestamptz not null default now())',
  // One SMS can contain several notifications, which have the same message_id. A row becomes
  // `sending` before the SMS is sent, so that it is never sent twice.
  'alter table notification_delivery add column message_id uuid',
  'alter table notification_delivery drop constraint notification_delivery_state_check',
  `alter table notification_delivery
     add check (state in ('waiting', 'sending', 'sent', 'dropped'))`,
  `create index delivery_message on notification_delivery (organization_id, at)
     where message_id is not null`,
];

/** Notifications can also be sent by SMS. */
export class SmsNews extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
