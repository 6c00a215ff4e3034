import { Migration } from '@mikro-orm/migrations';

/**
 * - `append_events` also returns the last journal entry of the church.
 * - Each church names the event store that contains its giving.
 * - The journal names events by stream and revision, which every event store has.
 * - Any process can continue an import that another process began.
 */
export class Append extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'drop function append_events(uuid, text, int, uuid[], text[], int[], text[], text[])',
  // Appends events to a stream. `expected` is the last revision of the stream, or -1 if the stream
  // is new. Returns the first position, the builds of the projections of the church, and the last
  // entry of its journal. The function locks the church, so nobody else writes an entry meanwhile.
  // Returns no row if exactly these events are stored already (a retry).
  `create function append_events(org uuid, in_stream text, expected int,
       ids uuid[], types text[], versions int[], datas text[], metadatas text[])
     returns table (first_position bigint, at timestamptz, builds json, number bigint, hash bytea)
       language plpgsql as $$
   declare head event_head; last int; n int := array_length(ids, 1); known int;
   begin
     loop
       update event_head h set position = h.position + n,
         recorded_at = greatest(h.recorded_at, clock_timestamp()),
         store = coalesce(h.store, 'postgres')
        where h.organization_id = org returning * into head;
       exit when found;
       insert into event_head (organization_id) values (org) on conflict do nothing;
     end loop;
     if head.store <> 'postgres' then
       raise exception 'the giving of this church is kept in %', head.store using errcode = 'CC002';
     end if;
     head.position := head.position - n;
     select coalesce(max(e.revision), -1) into last from event e
       where e.organization_id = org and e.stream = in_stream;
     if last <> expected then
       select count(*) into known from event e
         where e.organization_id = org and e.stream = in_stream and e.id = any(ids);
       if known = n then
         update event_head h set position = head.position where h.organization_id = org;
         return;
       end if;
       raise exception 'expected revision % of %, found %', expected, in_stream, last
         using errcode = 'CC001';
     end if;
     insert into event (organization_id, position, stream, revision, id, type, version, data,
       metadata, recorded_at)
       select org, head.position + i, in_stream, expected + i, e.id, e.type, e.version, e.data,
         e.metadata, head.recorded_at
         from unnest(ids, types, versions, datas, metadatas)
           with ordinality as e (id, type, version, data, metadata, i);
     -- the caller applies the projections in this transaction, so their checkpoints advance here
     return query
       with moved as (
              update projection p set position = head.position + n
               where p.organization_id = org
              returning p.name, p.build),
            entry as (
              select j.number, j.hash from journal j
               where j.organization_id = org
               order by j.number desc limit 1)
       select head.position + 1, head.recorded_at,
         (select json_object_agg(m.name, m.build) from moved m),
              (select e.number from entry e), (select e.hash from entry e);
   end $$`,
  'alter table projection drop column rebuild_position, drop column rebuild_total',
  // the event store that contains the giving of the church, null before its first event; another
  // store can contain only the first events of the church
  'alter table event_head add column store text',
  'alter table journal add column first_revision int, add column last_revision int',
  'alter table journal disable trigger journal_append_only',
  // revision: the last revision of the stream of the import, null before its first event.
  // decided: it is fixed what the import records; from then on it can only be continued.
  `alter table donation_import add column revision int,
     add column decided boolean not null default false`,
  // row-level security applies to the owner too, so each church is changed on its own
  `do $$ declare church uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       update event_head set store = 'postgres' where position > 0;
       update journal j set first_revision = f.revision, last_revision = l.revision
         from event f, event l
        where f.organization_id = church and l.organization_id = church
          and f.position = j.first_position and l.position = j.last_position;
       update donation_import i set revision = (select max(e.revision) from event e
        where e.organization_id = i.organization_id
          and e.stream = i.organization_id || '.import-' || i.id);
     end loop;
   end $$`,
  'alter table journal enable trigger journal_append_only',
  `alter table journal drop column first_position, drop column last_position,
     alter column first_revision set not null, alter column last_revision set not null,
     add unique (organization_id, stream, last_revision)`,
  // platform table: the event stores outside PostgreSQL that contain the giving of churches, and
  // the position up to which the follower has read each store
  `create table event_follower (
     store text primary key,
     position bigint)`,
  // platform table: imports that are being committed or undone; any process can continue them
  `create table import_work (
     organization_id uuid not null references organization,
     import_id uuid not null,
     primary key (organization_id, import_id))`,
  `do $$ declare church uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       insert into import_work select organization_id, id from donation_import
         where status in ('committing', 'undoing');
     end loop;
   end $$`,
];
