import { Migration } from '@mikro-orm/migrations';

/**
 * The same three tables exist twice: for the tickets inside a church, with row-level security, and
 * for the tickets to the platform, which the church and the platform read by `organization_id`.
 */
const tables = (prefix: string, ticketOnly: string, person: string) => [
  // The numbers of the last public message (public_n), of the last internal note of the church
  // (note_n) and of the platform (platform_note_n). last_n is the highest of the three.
  `create table ${prefix}ticket (organization_id uuid not null references organization,
     id integer not null,
     subject text not null, description text not null,
     priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
     category text not null
       check (category in ('technical', 'billing', 'feature_request', 'bug_report', 'general')),
     status text not null default 'open'
       check (status in ('open', 'in_progress', 'resolved', 'closed')),
     created_by uuid not null, by_platform boolean not null default false,
       assigned_to uuid,${ticketOnly}
     created_at timestamptz not null, updated_at timestamptz not null,
       first_answered_at timestamptz, is_waiting boolean not null default true,
     resolved_at timestamptz, resolved_by uuid, ended_at timestamptz,
     last_n integer not null default 0, public_n integer not null default 0,
       note_n integer not null default 0, platform_note_n integer not null default 0,
     primary key (organization_id, id)${
       person === '' ? '' : `, foreign key (organization_id, created_by) ${person}`
     })`,
  `create table ${prefix}ticket_message (organization_id uuid not null, ticket_id integer not null,
     n integer not null, id uuid not null,
     message text not null, quoted text, is_internal boolean not null default false,
       created_by uuid not null, by_platform boolean not null default false,
     created_at timestamptz not null, via text not null default 'portal'
       check (via in ('portal', 'email')), mentions text[] not null default '{}',
     primary key (organization_id, ticket_id, n), unique (organization_id, id),
       foreign key (organization_id, ticket_id) references ${prefix}ticket on delete cascade)`,
  `create index ${prefix}ticket_message_by
     on ${prefix}ticket_message (organization_id, created_by, created_at)`,
  `create table ${prefix}ticket_seen (organization_id uuid not null, ticket_id integer not null,
     user_id uuid not null, n integer not null,
     primary key (organization_id, ticket_id, user_id), foreign key (organization_id, ticket_id)
       references ${prefix}ticket on delete cascade)`,
  `create index ${prefix}ticket_latest
     on ${prefix}ticket (organization_id, updated_at desc, id desc)`,
  `create index ${prefix}ticket_unsettled
     on ${prefix}ticket (organization_id, updated_at desc, id desc)
     where status in ('open', 'in_progress')`,
  `create index ${prefix}ticket_begun on ${prefix}ticket (organization_id, created_at)`,
  `create index ${prefix}ticket_of
     on ${prefix}ticket (organization_id, created_by, updated_at desc)`,
];

const statements = [
  ...tables('', '\n     donation_id uuid,', 'references app_user on delete cascade'),
  ...tables('external_', '', ''),
  `create unique index external_ticket_id on external_ticket (id)`,
  `create index external_ticket_all on external_ticket (updated_at desc, id desc)`,
  // The attachments of both kinds of tickets, because files belong to the church. `n` is the number
  // of the message with the attachment, or 0 for the ticket itself.
  `create table ticket_attachment (organization_id uuid not null, ticket_id integer not null,
     n integer not null, file_id uuid not null, position integer not null,
     primary key (organization_id, ticket_id, n, file_id), foreign key (organization_id, file_id)
       references content_file)`,
  `create index ticket_attachment_file on ticket_attachment (organization_id, file_id)`,
  // Platform table: the ticket and the user of each reply address. The program reads it before it
  // knows the church. `taken` counts the emails since `since`, for a limit for each hour.
  `create table ticket_reply (key bigint generated always as identity primary key,
     organization_id uuid not null references organization, ticket_id integer not null,
     person_id uuid not null,
     is_platform boolean not null, since timestamptz not null default now(),
       taken integer not null default 0, unique (organization_id, ticket_id, person_id))`,
  // platform table: the hashes of the names of received emails, so that an email that is delivered
  // twice becomes one message
  `create table inbound_letter (hash text primary key, at timestamptz not null default now())`,
  // for a file that was uploaded for a ticket: whether a ticket has it as an attachment yet
  `alter table content_file add column attachment text
     check (attachment in ('offered', 'carried'))`,
  ...['ticket', 'ticket_message', 'ticket_seen', 'ticket_attachment'].map(
    (table) => `select protect('${table}')`,
  ),
];

/** Tickets among the users of a church, and tickets to the platform. */
export class Tickets extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
