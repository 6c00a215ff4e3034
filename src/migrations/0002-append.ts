import { Migration } from '@mikro-orm/migrations';

/**
 * An append tells how far the church is; each church has the event store that keeps its giving, and its journal names
 * events as every store does; imports go on in whichever process is there.
 */
export class Append extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'drop function append_events(uuid, text, int, uuid[], text[], int[], text[], text[])',
  // expected: the stream's last revision, -1 for a new stream. Gives the first position, and how far the church is:
  // the builds of its projections and the last entry of its journal (under the lock nobody writes another). No row
  // when exactly these events are there already (a retry).
  `create function append_events(org uuid, in_stream text, expected int,
       ids uuid[], types text[], versions int[], datas text[], metadatas text[])
     returns table (first_position bigint, at timestamptz, builds json, number bigint, hash bytea) language plpgsql as $$
   declare head event_head; last int; n int := array_length(ids, 1); known int;
   begin
     loop
       update event_head h set position = h.position + n, recorded_at = greatest(h.recorded_at, clock_timestamp()), store = coalesce(h.store, 'postgres')
        where h.organization_id = org returning * into head;
       exit when found;
       insert into event_head (organization_id) values (org) on conflict do nothing;
     end loop;
     if head.store <> 'postgres' then
       raise exception 'the giving of this church is kept in %', head.store using errcode = 'CC002';
     end if;
     head.position := head.position - n;
     select coalesce(max(e.revision), -1) into last from event e where e.organization_id = org and e.stream = in_stream;
     if last <> expected then
       select count(*) into known from event e where e.organization_id = org and e.stream = in_stream and e.id = any(ids);
       if known = n then
         update event_head h set position = head.position where h.organization_id = org;
         return;
       end if;
       raise exception 'expected revision % of %, found %', expected, in_stream, last using errcode = 'CC001';
     end if;
     insert into event (organization_id, position, stream, revision, id, type, version, data, metadata, recorded_at)
       select org, head.position + i, in_stream, expected + i, e.id, e.type, e.version, e.data, e.metadata, head.recorded_at
         from unnest(ids, types, versions, datas, metadatas) with ordinality as e (id, type, version, data, metadata, i);
     -- projections are applied in this transaction: their checkpoints move along
     return query
       with moved as (update projection p set position = head.position + n where p.organization_id = org returning p.name, p.build),
            entry as (select j.number, j.hash from journal j where j.organization_id = org order by j.number desc limit 1)
       select head.position + 1, head.recorded_at, (select json_object_agg(m.name, m.build) from moved m),
              (select e.number from entry e), (select e.hash from entry e);
   end $$`,
  'alter table projection drop column rebuild_position, drop column rebuild_total',
  // the event store that keeps the church's giving; null before its first event. Any other holds its beginning at most
  'alter table event_head add column store text',
  'alter table journal add column first_revision int, add column last_revision int',
  'alter table journal disable trigger journal_append_only',
  // last revision of the import's stream, once it has one
  // and whether what is being committed is settled: from then on it only goes on
  'alter table donation_import add column revision int, add column decided boolean not null default false',
  // row-level security binds the owner too: church by church
  `do $$ declare church uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       update event_head set store = 'postgres' where position > 0;
       update journal j set first_revision = f.revision, last_revision = l.revision from event f, event l
        where f.organization_id = church and l.organization_id = church and f.position = j.first_position and l.position = j.last_position;
       update donation_import i set revision = (select max(e.revision) from event e
        where e.organization_id = i.organization_id and e.stream = i.organization_id || '.import-' || i.id);
     end loop;
   end $$`,
  'alter table journal enable trigger journal_append_only',
  `alter table journal drop column first_position, drop column last_position,
     alter column first_revision set not null, alter column last_revision set not null,
     add unique (organization_id, stream, last_revision)`,
  // platform table: event stores outside PostgreSQL that keep churches' giving, and how far each has been followed
  `create table event_follower (
     store text primary key,
     position bigint)`,
  // platform table: imports that are being committed or undone, for whichever process takes them up
  `create table import_work (
     organization_id uuid not null references organization,
     import_id uuid not null,
     primary key (organization_id, import_id))`,
  `do $$ declare church uuid; begin
     for church in select id from organization loop
       perform set_config('app.org', church::text, true);
       insert into import_work select organization_id, id from donation_import where status in ('committing', 'undoing');
     end loop;
   end $$`,
];
