import { statement, t } from '#libs/database';
import { storedEventsSql } from '#libs/event-sourcing';

const columns = 'organization_id, stream, revision, id, type, version, data, metadata, recorded_at';

interface Copy {
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  data: string;
  metadata: string;
  recorded_at: string;
}

/** Inserts copies of events, and replaces copies that differ. */
export const storeCopies = statement({
  parameters: { copies: t.json<readonly Copy[]>() },
  sql: `
    insert into event_copy as kept (${columns})
    select :church, stream, revision, id, type, version, data, metadata, recorded_at
      from json_to_recordset(:copies) as (
             stream text, revision int, id uuid, type text, version int, data text, metadata text,
             recorded_at timestamptz
           )
    on conflict (organization_id, stream, revision) do update
       set id = excluded.id,
           type = excluded.type,
           version = excluded.version,
           data = excluded.data,
           metadata = excluded.metadata,
           recorded_at = excluded.recorded_at
     where (kept.id, kept.type, kept.version, kept.data, kept.metadata, kept.recorded_at)
           <> (
             excluded.id, excluded.type, excluded.version, excluded.data, excluded.metadata,
             excluded.recorded_at
           )`,
  isPrepared: true,
});

/** Copies all events that the church has in PostgreSQL. A copy that exists stays as it is. */
export const insertOwnEvents = statement({
  sql: `
    insert into event_copy (${columns})
    ${storedEventsSql}
    on conflict do nothing`,
});

/**
 * Reads the copies of ranges of events, in the order of the ranges. `first` and `last` are
 * revisions.
 */
export const readCopies = statement({
  parameters: { streams: t.array(t.text), first: t.array(t.integer), last: t.array(t.integer) },
  columns: {
    stream: t.text,
    revision: t.integer,
    id: t.uuid,
    type: t.text,
    version: t.integer,
    data: t.text,
    metadata: t.text,
    recordedAt: t.timestamptz,
  },
  sql: `
    select c.stream,
           c.revision,
           c.id,
           c.type,
           c.version,
           c.data,
           c.metadata,
           c.recorded_at
      from unnest(:streams::text[], :first::int[], :last::int[]) with ordinality
             as range (stream, first, last, place)
      join event_copy c
        on c.organization_id = :church
       and c.stream = range.stream
       and c.revision between range.first and range.last
     order by range.place, c.revision`,
});
