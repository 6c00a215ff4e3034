import { Migration } from '@mikro-orm/migrations';

/**
 * The demo records donations with a date in the past. It sets `app.clock` in its transaction
 * (src/demo), and the event store and the audit log use this time. Otherwise they use the clock of
 * the server.
 */
export class DemoClock extends Migration {
  override up(): void {
    this.addSql(`create function church_clock() returns timestamptz language sql stable as $$
      select nullif(current_setting('app.clock', true), '')::timestamptz $$`);
    // as in 0002-append, except for the clock
    this.addSql(`create or replace function append_events(org uuid, in_stream text, expected int,
         ids uuid[], types text[], versions int[], datas text[], metadatas text[])
       returns table (first_position bigint, at timestamptz, builds json, number bigint,
         hash bytea) language plpgsql as $$
     declare head event_head; last int; n int := array_length(ids, 1); known int;
     begin
       loop
         update event_head h set position = h.position + n,
           recorded_at = greatest(h.recorded_at, coalesce(church_clock(), clock_timestamp())),
           store = coalesce(h.store, 'postgres')
          where h.organization_id = org returning * into head;
         exit when found;
         insert into event_head (organization_id) values (org) on conflict do nothing;
       end loop;
       if head.store <> 'postgres' then
         raise exception 'the giving of this church is kept in %', head.store
           using errcode = 'CC002';
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
     end $$`);
    this.addSql(
      'alter table audit_entry alter column at set default coalesce(church_clock(), now())',
    );
  }
}
