import { Migration } from '@mikro-orm/migrations';

/**
 * The first schema: the tables of the platform, the users and settings of churches, the event
 * store, and giving with its projections. The keys of each table of a church begin with
 * `organization_id`, and `protect` enables and forces row-level security on the table. The tables
 * of the platform have neither.
 */
export class Ground extends Migration {
  override up(): void {
    for (const statement of [
      ...platform,
      protect,
      ...people,
      ...store,
      ...giving,
      ...imports,
      ...protections,
    ])
      this.addSql(statement);
  }
}

const platform = [
  `create table organization (
     id uuid primary key,
     name text not null,
     slug text not null unique,
     subdomain text not null unique,
     description text, website text, phone text, address text, email text,
     subscription_plan text not null default 'basic',
     subscription_status text not null default 'trial',
     subscription_tier text not null default 'basic',
     subscription_price numeric(10,2) not null default 35.00,
     member_limit int default 100,
     trial_ends_at timestamptz, subscription_ends_at timestamptz,
     is_active boolean not null default true,
     is_paused boolean not null default false,
     paused_reason text, paused_at timestamptz,
     logo_url text,
     primary_color text not null default '#3b82f6',
     custom_domain text,
     used_promo_codes text[] not null default '{}',
     time_zone text not null default 'America/New_York',
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now())`,
  `create table host (
     name text primary key,
     organization_id uuid not null references organization)`,
  `create table account (
     id uuid primary key,
     email text not null unique,
     password_hash text,
     email_verified_at timestamptz,
     is_super_admin boolean not null default false,
     made_by_operator boolean not null default false,
     created_at timestamptz not null default now())`,
  `create table session (
     sid text primary key,
     sess json not null,
     expire timestamptz not null,
     account_id uuid not null references account,
     organization_id uuid references organization,
     user_id uuid,
     created_at timestamptz not null default now(),
     seen_at timestamptz not null default now(),
     expires_finally_at timestamptz not null)`,
  `create index session_expire on session (expire)`,
  `create index session_account on session (account_id)`,
  `create table sign_in_failure (
     subject text primary key,
     failures int not null,
     last_at timestamptz not null)`,
];

const protect = `create function protect(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy own_church on %s
                  using (organization_id = nullif(current_setting(''app.org'', true), '''')::uuid)
                  with check (organization_id
                    = nullif(current_setting(''app.org'', true), '''')::uuid)', name);
end $$`;

const people = [
  `create table app_user (
     organization_id uuid not null references organization,
     id uuid not null,
     account_id uuid references account,
     email text not null,
     first_name text not null, last_name text not null,
     profile_image_url text,
     role text not null default 'member'
       check (role in ('admin', 'pastor', 'secretary', 'support', 'member')),
     phone text, bio text,
     member_since timestamptz,
     mfa_enabled boolean not null default false,
     is_approved boolean not null default false, approved_by uuid, approved_at timestamptz,
     is_suspended boolean not null default false, suspended_by uuid, suspended_at timestamptz,
       suspended_reason text,
     notify_new_resources boolean not null default true,
     notify_new_sermons boolean not null default true,
     notify_new_events boolean not null default true,
     notification_method text not null default 'email',
     is_manually_created boolean not null default false,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     primary key (organization_id, id))`,
  `create unique index app_user_email on app_user (organization_id, lower(email))`,
  `create unique index app_user_account on app_user (organization_id, account_id)`,
  // The sign-in finds here the churches and users of an account. Row-level security hides the
  // users themselves until the church is known.
  `create table account_church (
     account_id uuid not null references account,
     organization_id uuid not null references organization,
     user_id uuid not null,
     primary key (account_id, organization_id))`,
  `create table site_setting (
     organization_id uuid not null references organization,
     id uuid not null,
     key text not null,
     value text not null,
     updated_at timestamptz not null default now(),
     primary key (organization_id, id),
     unique (organization_id, key))`,
  `create table site_image (
     organization_id uuid not null references organization,
     id uuid not null,
     type text not null check (type in ('logo', 'leadership', 'banner', 'background', 'other')),
     title text not null, description text, image_url text not null,
     active boolean not null default true,
     position int not null default 0,
     created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
     primary key (organization_id, id))`,
  `create table audit_entry (
     organization_id uuid not null references organization,
     id uuid not null,
     at timestamptz not null default now(),
     actor_id uuid,
     action text not null,
     details json not null,
     primary key (organization_id, id))`,
  `create index audit_entry_at on audit_entry (organization_id, at)`,
  `create function append_only() returns trigger
     language plpgsql as $$ begin raise exception '% is written once', tg_table_name; end $$`,
  `create trigger audit_entry_append_only before update or delete on audit_entry
     for each row execute function append_only()`,
  `create table idempotent_request (
     organization_id uuid not null references organization,
     user_id uuid not null,
     route text not null,
     key text not null,
     body_hash text not null,
     status int,
     response text,
     created_at timestamptz not null default now(),
     primary key (organization_id, user_id, route, key))`,
];

const store = [
  `create table event_head (
     organization_id uuid primary key references organization,
     position bigint not null default 0,
     recorded_at timestamptz(3) not null default '-infinity')`,
  // data and metadata are text, not JSON, because the hash of the journal covers their exact bytes
  `create table event (
     organization_id uuid not null,
     position bigint not null,
     stream text not null,
     revision int not null,
     id uuid not null,
     type text not null,
     version int not null,
     data text not null,
     metadata text not null,
     recorded_at timestamptz(3) not null,
     primary key (organization_id, position),
     unique (organization_id, stream, revision),
     unique (organization_id, id))`,
  `create trigger event_append_only before update or delete on event
     for each row execute function append_only()`,
  // Appends events to a stream. `expected` is the last revision of the stream, or -1 if the stream
  // is new. Returns the first position and the builds of the projections of the church, or no row
  // if exactly these events are stored already (a retry).
  `create function append_events(org uuid, in_stream text, expected int,
       ids uuid[], types text[], versions int[], datas text[], metadatas text[])
     returns table (first_position bigint, at timestamptz, builds json) language plpgsql as $$
   declare head event_head; last int; n int := array_length(ids, 1); known int;
   begin
     select * into head from event_head h where h.organization_id = org for update;
     if not found then
       insert into event_head (organization_id) values (org) on conflict do nothing;
       select * into head from event_head h where h.organization_id = org for update;
     end if;
     select coalesce(max(e.revision), -1) into last from event e
       where e.organization_id = org and e.stream = in_stream;
     if last <> expected then
       select count(*) into known from event e
         where e.organization_id = org and e.stream = in_stream and e.id = any(ids);
       if known = n then
         return;
       end if;
       raise exception 'expected revision % of %, found %', expected, in_stream, last
         using errcode = 'CC001';
     end if;
     head.recorded_at := greatest(head.recorded_at, clock_timestamp());
     insert into event (organization_id, position, stream, revision, id, type, version, data,
       metadata, recorded_at)
       select org, head.position + i, in_stream, expected + i, e.id, e.type, e.version, e.data,
         e.metadata, head.recorded_at
         from unnest(ids, types, versions, datas, metadatas)
           with ordinality as e (id, type, version, data, metadata, i);
     update event_head h set position = head.position + n, recorded_at = head.recorded_at
       where h.organization_id = org;
     -- the caller applies the projections in this transaction, so their checkpoints advance here
     update projection p set position = head.position + n where p.organization_id = org;
     return query select head.position + 1, head.recorded_at,
       (select json_object_agg(p.name, p.build) from projection p where p.organization_id = org);
   end $$`,
  `create table projection (
     organization_id uuid not null references organization,
     name text not null,
     build int not null,
     position bigint not null default 0,
     rebuild int, rebuild_position bigint, rebuild_total bigint,
     primary key (organization_id, name))`,
];

const giving = [
  `create table journal (
     organization_id uuid not null references organization,
     number bigint not null,
     stream text not null,
     first_position bigint not null,
     last_position bigint not null,
     recorded_at timestamptz(3) not null,
     hash bytea not null,
     primary key (organization_id, number),
     unique (organization_id, last_position))`,
  `create index journal_recorded on journal (organization_id, recorded_at)`,
  `create trigger journal_append_only before update or delete on journal
     for each row execute function append_only()`,
  // the key by which names are compared; 0037-text-keys.ts replaces the function
  `create function name_key(name text) returns text language sql immutable as $$
     select btrim(regexp_replace(lower(normalize(name, NFKC)), '\\s+', ' ', 'g')) $$`,
  `create table donor (
     organization_id uuid not null references organization,
     id uuid not null,
     kind text not null check (kind in ('member', 'guest', 'unidentified')),
     name text not null,
     name_key text not null,
     first_name text, last_name text, email text, phone text,
     primary key (organization_id, id))`,
  `create unique index donor_guest_name on donor (organization_id, name_key) where kind = 'guest'`,
  `create unique index donor_unidentified on donor (organization_id) where kind = 'unidentified'`,
  `create index donor_name on donor (organization_id, name_key)`,
  `create index donor_email on donor (organization_id, lower(email))`,
  `create table campaign (
     organization_id uuid not null references organization,
     id uuid not null,
     title text not null,
     title_key text not null,
     primary key (organization_id, id),
     unique (organization_id, title_key))`,
  // texts that users wrote about an event: a text can be corrected and erased, an event cannot
  `create table giving_text (
     organization_id uuid not null references organization,
     event_id uuid not null,
     notes text, transaction_id text, reason text,
     primary key (organization_id, event_id))`,
  `create table donation_version (
     organization_id uuid not null,
     build int not null,
     donation_id uuid not null,
     version int not null,
     state text not null check (state in ('given', 'voided')),
     from_journal bigint not null,
     to_journal bigint,
     donor_id uuid not null,
     amount bigint not null,
     date date not null,
     payment_method text not null,
     campaign_id uuid not null,
     fundraiser_id uuid,
     import_id uuid,
     added_by uuid,
     event_id uuid not null,
     text_event_id uuid not null,
     changed_by uuid,
     recorded_at timestamptz(3) not null,
     primary key (organization_id, build, donation_id, version))`,
  `create index donation_version_donor on donation_version (organization_id, build, donor_id, date)
     where to_journal is null`,
  `create index donation_version_date
     on donation_version (organization_id, build, date, donation_id) where to_journal is null`,
  `create index donation_version_import on donation_version (organization_id, build, import_id)
     where import_id is not null`,
  `create table ledger (
     organization_id uuid not null,
     build int not null,
     donor_id uuid not null,
     year int not null,
     name text not null,
     name_key text not null,
     kind text not null,
     total bigint not null,
     count int not null,
     primary key (organization_id, build, donor_id, year))`,
  `create index ledger_name on ledger (organization_id, build, name_key, donor_id, year)`,
  `create index ledger_year_name on ledger (organization_id, build, year, name_key, donor_id)`,
  `create index ledger_total on ledger (organization_id, build, total, donor_id, year)`,
  `create index ledger_year_total on ledger (organization_id, build, year, total, donor_id)`,
  `create index ledger_count on ledger (organization_id, build, count, donor_id, year)`,
  `create index ledger_year_count on ledger (organization_id, build, year, count, donor_id)`,
  `create table campaign_total (
     organization_id uuid not null, build int not null, campaign_id uuid not null,
       year int not null,
     total bigint not null, count int not null,
     primary key (organization_id, build, campaign_id, year))`,
  `create table month_total (
     organization_id uuid not null, build int not null, month date not null,
       payment_method text not null,
     total bigint not null, count int not null,
     primary key (organization_id, build, month, payment_method))`,
  `create table fundraiser_gift (
     organization_id uuid not null, build int not null, fundraiser_id uuid not null,
       donor_id uuid not null,
     total bigint not null, count int not null,
     primary key (organization_id, build, fundraiser_id, donor_id))`,
  `create table pledge (
     organization_id uuid not null, build int not null, id uuid not null,
     user_id uuid not null, year int not null, amount bigint not null, frequency text not null,
     text_event_id uuid not null,
     created_at timestamptz(3) not null, updated_at timestamptz(3) not null, version int not null,
     primary key (organization_id, build, id),
     unique (organization_id, build, user_id, year))`,
  `create table fundraiser (
     organization_id uuid not null, build int not null, id uuid not null,
     goal bigint not null, opening bigint not null, start_date date not null, end_date date,
     is_active boolean not null, is_removed boolean not null, version int not null,
     primary key (organization_id, build, id))`,
  // the texts of a fundraiser; its title is unique among the active fundraisers
  `create table fundraiser_text (
     organization_id uuid not null references organization,
     fundraiser_id uuid not null,
     title text not null, title_key text not null, description text not null,
     is_active boolean not null,
     created_at timestamptz not null default now(),
     primary key (organization_id, fundraiser_id))`,
  `create unique index fundraiser_active_title on fundraiser_text (organization_id, title_key)
     where is_active`,
];

const imports = [
  `create table donation_import (
     organization_id uuid not null references organization,
     id uuid not null,
     status text not null,
     file_name text not null, file_size bigint not null, file_hash bytea not null,
     format text not null,
     details json not null,
     message text,
     created_by uuid not null, created_at timestamptz not null default now(),
     committed_by uuid, committed_at timestamptz, undone_by uuid, undone_at timestamptz,
     done int not null default 0, total int not null default 0,
     primary key (organization_id, id))`,
  `create index donation_import_file on donation_import (organization_id, file_hash)`,
  `create table donation_import_row (
     organization_id uuid not null,
     import_id uuid not null,
     row int not null,
     state text not null,
     problem text, message text,
     cells json not null,
     donor_id uuid, amount bigint, date date, payment_method text, campaign text, notes text,
     first_name text, last_name text, email text, phone text, source_id text,
     as_guest boolean not null default false,
     decided boolean not null default false,
     like_donation uuid,
     primary key (organization_id, import_id, row))`,
  `create index donation_import_row_state
     on donation_import_row (organization_id, import_id, state, row)`,
  // the transaction number that a bank gave a donation; deleted when the import is undone
  `create table donation_source (
     organization_id uuid not null references organization,
     source_id text not null,
     import_id uuid not null,
     donation_id uuid not null,
     primary key (organization_id, source_id))`,
  `create index donation_source_import on donation_source (organization_id, import_id)`,
  `create table import_mapping (
     organization_id uuid not null references organization,
     fingerprint text not null,
     mapping json not null,
     updated_at timestamptz not null default now(),
     primary key (organization_id, fingerprint))`,
];

const protections = [
  ...['app_user', 'site_setting', 'site_image', 'audit_entry', 'idempotent_request'],
  ...[
    'event_head',
    'event',
    'projection',
    'journal',
    'donor',
    'campaign',
    'giving_text',
    'donation_version',
  ],
  ...[
    'ledger',
    'campaign_total',
    'month_total',
    'fundraiser_gift',
    'pledge',
    'fundraiser',
    'fundraiser_text',
  ],
  ...['donation_import', 'donation_import_row', 'donation_source', 'import_mapping'],
].map((table) => `select protect('${table}')`);
