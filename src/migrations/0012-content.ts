import { Migration } from '@mikro-orm/migrations';

/** What members come for: resources, sermons, nuggets, events, announcements, studies, the men's library, and who was told of it. */
export class Content extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const key = `organization_id uuid not null references organization, id uuid not null`;
// milliseconds, as the answers and the cursors have them
const kept = `created_by uuid, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(), primary key (organization_id, id)`;
/** picture_url: where this server shows the picture from; picture_source: the address that it was made from */
const picture = `picture_url text, picture_source text`;

const tables: Record<string, string> = {
  // a file of the church, wherever its bytes lie; who may have it follows from what names it. Until finished_at it is an upload
  content_file: `${key}, name text not null, content_type text, size bigint not null, duration_seconds int,
     created_by uuid not null, created_at timestamptz not null default now(), finished_at timestamptz, primary key (organization_id, id)`,
  resource: `${key}, title text not null, description text not null,
     resource_type text not null default 'article' check (resource_type in ('video', 'audio', 'article', 'book')),
     skill_level text not null check (skill_level in ('beginner', 'intermediate', 'advanced')), topic text not null,
     duration_minutes int not null default 15, added_at timestamptz(3) not null default now(),
     content text, video_url text, audio_url text, article_url text, file_id uuid,
     book_title text, book_author text, book_isbn text, book_purchase_url text,
     thumbnail_url text, ${picture}, tags text[] not null default '{}', is_active boolean not null default true, ${kept},
     foreign key (organization_id, file_id) references content_file`,
  user_resource: `${key}, user_id uuid not null, resource_id uuid not null, progress int not null check (progress between 0 and 100),
     last_accessed timestamptz not null default now(), primary key (organization_id, id), unique (organization_id, user_id, resource_id),
     foreign key (organization_id, user_id) references app_user on delete cascade,
     foreign key (organization_id, resource_id) references resource on delete cascade`,
  nugget: `${key}, title text not null, description text not null, video_url text not null, thumbnail_url text, ${picture},
     duration_seconds int not null default 60 check (duration_seconds between 10 and 300),
     category text not null default 'inspirational' check (category in ('inspirational', 'teaching', 'worship', 'testimony')),
     tags text[] not null default '{}', is_active boolean not null default true, view_count int not null default 0, ${kept}`,
  sermon: `${key}, title text not null, description text not null, preacher text, date date not null, duration_minutes int not null default 30,
     video_url text, audio_url text, file_id uuid, thumbnail_url text, ${picture}, tags text[] not null default '{}',
     is_active boolean not null default true, ${kept},
     foreign key (organization_id, file_id) references content_file`,
  // church_event: `event` is the store's. date: local to the church, of the next occurrence, or of the last where the series is over; series_start: of the first
  church_event: `${key}, title text not null, description text not null, date timestamp not null, series_start timestamp not null,
     location text not null, recurrence text, is_over boolean not null default false, exceptions text[] not null default '{}', duration_minutes int not null default 60,
     image_url text, ${picture}, google_calendar_id text, webex_link text, is_highlighted boolean not null default false,
     is_active boolean not null default true, sequence int not null default 0, ${kept}`,
  announcement: `${key}, title text not null, content text not null, priority text not null default 'normal' check (priority in ('high', 'normal', 'low')), priority_rank smallint not null default 2,
     is_active boolean not null default true, expires_at timestamptz, ${kept}`,
  bible_study: `${key}, title text not null, content text not null, tags text[] not null default '{}', video_url text, ${picture},
     study_resources text[] not null default '{}', online_tools jsonb not null default '[]', view_count int not null default 0,
     is_active boolean not null default true, ${kept}`,
  brothers_content: `${key}, title text not null, description text, content text, youtube_url text, file_id uuid, ${picture},
     tags text[] not null default '{}', view_count int not null default 0, is_active boolean not null default true, ${kept},
     foreign key (organization_id, file_id) references content_file`,
  // the same picture as wide as a card or a page shows it, made when it is first asked for
  image_size: `organization_id uuid not null references organization, image_id uuid not null, width int not null, bytes bytea not null,
     primary key (organization_id, image_id, width), foreign key (organization_id, image_id) references image on delete cascade`,
  // files that bring sermons or resources: rows as they were read, until they are published all at once
  content_import: `${key}, kind text not null check (kind in ('sermons', 'resources')), file_name text not null, rows jsonb not null, created_by uuid not null,
     created_at timestamptz not null default now(), committed_at timestamptz, primary key (organization_id, id)`,
  // what is new, for each who wants to know: one row a person and thing
  notification: `${key}, user_id uuid not null, type text not null check (type in ('resource', 'sermon', 'event')), content_id uuid not null,
     content_title text not null, message text not null, is_read boolean not null default false, sent_at timestamptz not null default now(),
     email_sent boolean not null default false, sms_sent boolean not null default false,
     primary key (organization_id, id), unique (organization_id, user_id, content_id),
     foreign key (organization_id, user_id) references app_user on delete cascade`,
  // the same on its way out of the portal: one row a channel, claimed by the transaction that has it sent
  notification_delivery: `organization_id uuid not null references organization, user_id uuid not null, content_id uuid not null,
     channel text not null check (channel in ('email', 'sms')), state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
     at timestamptz not null default now(), primary key (organization_id, user_id, content_id, channel),
     foreign key (organization_id, user_id, content_id) references notification (organization_id, user_id, content_id) on delete cascade`,
  // open from the first thing that is published until one letter tells all of it
  news_window: `organization_id uuid primary key references organization, closes_at timestamptz not null`,
  // a look counts once a person and day: which days those were, until they are over
  content_view: `organization_id uuid not null references organization, content_id uuid not null, user_id uuid not null, day date not null,
     primary key (organization_id, content_id, user_id, day),
     foreign key (organization_id, user_id) references app_user on delete cascade`,
};

const statements = [
  // platform table: the addresses of personal feeds, which name no church; a secret lies hashed
  `create table feed (secret_hash text primary key, kind text not null check (kind in ('calendar', 'podcast')), organization_id uuid not null references organization,
     user_id uuid not null, created_at timestamptz not null default now(), unique (organization_id, user_id, kind))`,
  ...Object.entries(tables).map(([name, columns]) => `create table ${name} (${columns})`),
  `create index resource_newest on resource (organization_id, added_at desc, id desc)`,
  `create index sermon_newest on sermon (organization_id, date desc, id desc)`,
  `create index nugget_newest on nugget (organization_id, created_at desc, id desc)`,
  `create index church_event_by_date on church_event (organization_id, date, id)`,
  `create index notification_of on notification (organization_id, user_id, sent_at desc)`,
  `create index delivery_waiting on notification_delivery (organization_id, user_id) where state = 'waiting'`,
  `create index content_view_day on content_view (organization_id, day)`,
  ...['resource', 'sermon', 'church_event'].flatMap((table) => [
    `alter table ${table} add column words tsvector generated always as (setweight(to_tsvector('english', title), 'A') || to_tsvector('english', ${table === 'church_event' ? "description || ' ' || location" : table === 'sermon' ? "description || ' ' || coalesce(preacher, '')" : "description || ' ' || coalesce(content, '') || ' ' || coalesce(book_title, '') || ' ' || coalesce(book_author, '')"})) stored`,
    `create index ${table}_words on ${table} using gin (words)`,
  ]),
  ...Object.keys(tables).map((name) => `select protect('${name}')`),
];
