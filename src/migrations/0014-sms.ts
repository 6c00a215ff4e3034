import { Migration } from '@mikro-orm/migrations';

const statements = [
  // the number that a person has shown to be theirs, in E.164
  'alter table app_user add column sms_number text',
  // platform table: six digits on their way to a phone, by what they are for (`factor:ACCOUNT`, `number:PERSON`)
  `create table sent_code (subject text primary key, phone text not null, code_hash text not null, tries int not null default 0, sent_at timestamptz not null, expires_at timestamptz not null)`,
  'alter table factor_challenge drop column code_hash, drop column tries, drop column sent_at',
  // platform table: numbers that have answered STOP, whichever church wrote to them
  'create table sms_stop (number text primary key, at timestamptz not null default now())',
  // an SMS tells several things at once; claimed (`sending`) before it is sent, and never sent again
  'alter table notification_delivery add column message_id uuid',
  'alter table notification_delivery drop constraint notification_delivery_state_check',
  `alter table notification_delivery add check (state in ('waiting', 'sending', 'sent', 'dropped'))`,
  `create index delivery_message on notification_delivery (organization_id, at) where message_id is not null`,
];

/** What is new goes out by SMS too. */
export class SmsNews extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
