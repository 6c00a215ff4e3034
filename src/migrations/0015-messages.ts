import { Migration } from '@mikro-orm/migrations';

const statements = [
  // subject, content and reply are encrypted, so a copy of the database does not reveal them
  `create table pastor_message (organization_id uuid not null references organization,
     id uuid not null, user_id uuid not null,
     subject text not null, content text not null, reply text,
       is_read boolean not null default false, replied_at timestamptz, replied_by uuid,
     created_at timestamptz not null default now(), primary key (organization_id, id),
       foreign key (organization_id, user_id) references app_user on delete cascade)`,
  `create index pastor_message_newest
     on pastor_message (organization_id, created_at desc, id desc)`,
  `create index pastor_message_of on pastor_message (organization_id, user_id, created_at desc)`,
  `select protect('pastor_message')`,
];

/** Messages to the pastor. */
export class Messages extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
