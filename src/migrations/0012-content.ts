import { Migration } from '@mikro-orm/migrations';

/**
 * The content for members: resources, sermons, nuggets, events, announcements, Bible studies and
 * the men's library; and the notifications about it.
 */
export class Content extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const key = `organization_id uuid not null references organization, id uuid not null`;
// The times have milliseconds, as in the API and in the cursors.
const contentColumns = `created_by uuid, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(), primary key (organization_id, id)`;
/** `picture_url` is the URL of the picture on this server, `picture_source` the original URL. */
const picture = `picture_url text, picture_source text`;

const tables: Record<string, string> = {
  // A file of the church. Its bytes are stored elsewhere. Who may read it depends on the content
  // that refers to it. Before finished_at it is an upload.
  content_file: `${key}, name text not null, content_type text, size bigint not null,
    duration_seconds int,
     created_by uuid not null, created_at timestamptz not null default now(),
       finished_at timestamptz, primary key (organization_id, id)`,
  resource: `${key}, title text not null, description text not null,
     resource_type text not null default 'article'
       check (resource_type in ('video', 'audio', 'article', 'book')),
     skill_level text not null check (skill_level in ('beginner', 'intermediate', 'advanced')),
       topic text not null,
     duration_minutes int not null default 15, added_at timestamptz(3) not null default now(),
     content text, video_url text, audio_url text, article_url text, file_id uuid,
     book_title text, book_author text, book_isbn text, book_purchase_url text,
     thumbnail_url text, ${picture}, tags text[] not null default '{}',
       is_active boolean not null default true, ${contentColumns},
     foreign key (organization_id, file_id) references content_file`,
  user_resource: `${key}, user_id uuid not null, resource_id uuid not null,
     progress int not null check (progress between 0 and 100),
     last_accessed timestamptz not null default now(), primary key (organization_id, id),
       unique (organization_id, user_id, resource_id),
     foreign key (organization_id, user_id) references app_user on delete cascade,
     foreign key (organization_id, resource_id) references resource on delete cascade`,
  nugget: `${key}, title text not null, description text not null, video_url text not null,
    thumbnail_url text, ${picture},
     duration_seconds int not null default 60 check (duration_seconds between 10 and 300),
     category text not null default 'inspirational'
       check (category in ('inspirational', 'teaching', 'worship', 'testimony')),
     tags text[] not null default '{}', is_active boolean not null default true,
       view_count int not null default 0, ${contentColumns}`,
  sermon: `${key}, title text not null, description text not null, preacher text,
    date date not null, duration_minutes int not null default 30,
     video_url text, audio_url text, file_id uuid, thumbnail_url text, ${picture},
       tags text[] not null default '{}',
     is_active boolean not null default true, ${contentColumns},
     foreign key (organization_id, file_id) references content_file`,
  // The table `event` belongs to the event store, hence the name. The times are in the time zone of
  // the church. `date` is the next occurrence, or the last one if the series is over; series_start
  // is the first occurrence.
  church_event: `${key}, title text not null, description text not null, date timestamp not null,
    series_start timestamp not null,
     location text not null, recurrence text, is_over boolean not null default false,
       exceptions text[] not null default '{}', duration_minutes int not null default 60,
     image_url text, ${picture}, google_calendar_id text, webex_link text,
       is_highlighted boolean not null default false,
     is_active boolean not null default true, sequence int not null default 0, ${contentColumns}`,
  announcement: `${key}, title text not null, content text not null,
    priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
    priority_rank smallint not null default 2,
     is_active boolean not null default true, expires_at timestamptz, ${contentColumns}`,
  bible_study: `${key}, title text not null, content text not null,
    tags text[] not null default '{}', video_url text, ${picture},
     study_resources text[] not null default '{}', online_tools jsonb not null default '[]',
       view_count int not null default 0,
     is_active boolean not null default true, ${contentColumns}`,
  brothers_content: `${key}, title text not null, description text, content text, youtube_url text,
    file_id uuid, ${picture},
     tags text[] not null default '{}', view_count int not null default 0,
       is_active boolean not null default true, ${contentColumns},
     foreign key (organization_id, file_id) references content_file`,
  // a picture in the width of a card or a page, made at the first request for it
  image_size: `organization_id uuid not null references organization, image_id uuid not null,
    width int not null, bytes bytea not null,
     primary key (organization_id, image_id, width),
     foreign key (organization_id, image_id) references image on delete cascade`,
  // Files with sermons or resources. `rows` contains the rows as read, until all of them are
  // published together.
  content_import: `${key}, kind text not null check (kind in ('sermons', 'resources')),
    file_name text not null, rows jsonb not null, created_by uuid not null,
     created_at timestamptz not null default now(), committed_at timestamptz,
       primary key (organization_id, id)`,
  // one row for each user who wants to be notified and each new item of content
  notification: `${key}, user_id uuid not null,
     type text not null check (type in ('resource', 'sermon', 'event')), content_id uuid not null,
     content_title text not null, message text not null, is_read boolean not null default false,
       sent_at timestamptz not null default now(),
     email_sent boolean not null default false, sms_sent boolean not null default false,
     primary key (organization_id, id), unique (organization_id, user_id, content_id),
     foreign key (organization_id, user_id) references app_user on delete cascade`,
  // A notification that is sent by email or SMS, with one row for each channel. The transaction
  // that sends it claims the row.
  notification_delivery: `organization_id uuid not null references organization,
    user_id uuid not null, content_id uuid not null,
     channel text not null check (channel in ('email', 'sms')),
       state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
     at timestamptz not null default now(),
     primary key (organization_id, user_id, content_id, channel),
     foreign key (organization_id, user_id, content_id)
       references notification (organization_id, user_id, content_id) on delete cascade`,
  // the time in which new content is collected, from the first publication to the common email
  news_window: `organization_id uuid primary key references organization,
    closes_at timestamptz not null`,
  // The users who have viewed a content today. A view counts once for each user and day, and the
  // rows of earlier days are deleted.
  content_view: `organization_id uuid not null references organization, content_id uuid not null,
    user_id uuid not null, day date not null,
     primary key (organization_id, content_id, user_id, day),
     foreign key (organization_id, user_id) references app_user on delete cascade`,
};

/** For each table with a full-text search, the SQL of the text that it finds besides the title. */
const searchedTexts = {
  resource: `description || ' ' || coalesce(content, '')
    || ' ' || coalesce(book_title, '') || ' ' || coalesce(book_author, '')`,
  sermon: `description || ' ' || coalesce(preacher, '')`,
  church_event: `description || ' ' || location`,
};

const statements = [
  // platform table: the personal feeds, whose URLs do not name the church; the secret is hashed
  `create table feed (secret_hash text primary key,
     kind text not null check (kind in ('calendar', 'podcast')),
     organization_id uuid not null references organization,
     user_id uuid not null, created_at timestamptz not null default now(),
     unique (organization_id, user_id, kind))`,
  ...Object.entries(tables).map(([name, columns]) => `create table ${name} (${columns})`),
  `create index resource_newest on resource (organization_id, added_at desc, id desc)`,
  `create index sermon_newest on sermon (organization_id, date desc, id desc)`,
  `create index nugget_newest on nugget (organization_id, created_at desc, id desc)`,
  `create index church_event_by_date on church_event (organization_id, date, id)`,
  `create index notification_of on notification (organization_id, user_id, sent_at desc)`,
  `create index delivery_waiting on notification_delivery (organization_id, user_id)
     where state = 'waiting'`,
  `create index content_view_day on content_view (organization_id, day)`,
  ...Object.entries(searchedTexts).flatMap(([table, text]) => [
    `alter table ${table} add column words tsvector generated always as
       (setweight(to_tsvector('english', title), 'A') || to_tsvector('english',
       ${text})) stored`,
    `create index ${table}_words on ${table} using gin (words)`,
  ]),
  ...Object.keys(tables).map((name) => `select protect('${name}')`),
];
