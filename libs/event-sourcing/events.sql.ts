import { statement, t } from '#libs/database';

/** The events that the transaction's church has in PostgreSQL, for statements that copy them. */
export const storedEventsSql = `
  select organization_id, stream, revision, id, type, version, data, metadata, recorded_at
    from event
   where organization_id = :church`;

const storedEvent = {
  position: t.bigint,
  stream: t.text,
  revision: t.integer,
  id: t.uuid,
  type: t.text,
  version: t.integer,
  data: t.text,
  metadata: t.text,
  recordedAt: t.timestamptz,
};

const selectEvents = `
    select position, stream, revision, id, type, version, data, metadata, recorded_at
      from event
     where organization_id = :organizationId`;

export const readEventsOfStream = statement({
  parameters: { organizationId: t.uuid, stream: t.text, fromRevision: t.integer, limit: t.bigint },
  columns: storedEvent,
  sql: `${selectEvents}
       and stream = :stream
       and revision >= :fromRevision
     order by revision
     limit :limit`,
});

export const readEventsAfter = statement({
  parameters: { organizationId: t.uuid, position: t.bigint, limit: t.bigint },
  columns: storedEvent,
  sql: `${selectEvents}
       and position > :position
     order by position
     limit :limit`,
});

/** Reads those events of a stream that have one of the ids. */
export const readEventsById = statement({
  parameters: { organizationId: t.uuid, stream: t.text, ids: t.array(t.uuid) },
  columns: storedEvent,
  sql: `${selectEvents}
       and stream = :stream
       and id = any(:ids::uuid[])
     order by revision`,
});

/**
 * Appends events, and returns the head of the church as it was before. Returns no row if the events
 * were stored before. `builds` is null before the first projection; `number` and `hash` are null
 * before the first entry of the journal.
 */
export const appendEvents = statement({
  parameters: {
    organizationId: t.uuid,
    stream: t.text,
    expected: t.integer,
    ids: t.array(t.uuid),
    types: t.array(t.text),
    versions: t.array(t.integer),
    data: t.array(t.text),
    metadata: t.array(t.text),
  },
  columns: {
    firstPosition: t.bigint,
    at: t.timestamptz,
    builds: t.nullable(t.json<Readonly<Record<string, number>>>()),
    number: t.nullable(t.bigint),
    hash: t.nullable(t.bytea),
  },
  sql: `
    select first_position, at, builds, number, hash
      from append_events(
        :organizationId, :stream, :expected, :ids::uuid[], :types::text[], :versions::int[],
        :data::text[], :metadata::text[])`,
  isPrepared: true,
});

/** An event of another store. */
interface TakenEvent {
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  data: string;
  metadata: string;
  recorded_at: string;
}

/**
 * Inserts events of another store. Only their positions are new. `last` is the time of the last
 * one.
 */
export const takeOverEvents = statement({
  parameters: {
    organizationId: t.uuid,
    events: t.json<readonly TakenEvent[]>(),
    count: t.bigint,
    last: t.timestamptz,
  },
  sql: `
    with head as (
      update event_head
         set position = position + :count,
             recorded_at = greatest(recorded_at, :last::timestamptz)
       where organization_id = :organizationId
      returning position - :count as before
    )
    insert into event (
      organization_id, position, stream, revision, id, type, version, data, metadata, recorded_at
    )
    select :organizationId, before + n, stream, revision, id, type, version, data, metadata,
           recorded_at
      from head,
           rows from (
             json_to_recordset(:events) as (
               stream text, revision int, id uuid, type text, version int, data text, metadata text,
               recorded_at timestamptz
             )
           ) with ordinality as e (
             stream, revision, id, type, version, data, metadata, recorded_at, n
           )`,
});
