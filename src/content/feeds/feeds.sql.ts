import type { FeedKind } from '#libs/contracts';
import { statement, t } from '#libs/database';

/** Creates the feed of a user, or gives it a new secret. The table belongs to the platform. */
export const saveFeed = statement({
  parameters: { secretHash: t.text, kind: t.text, organizationId: t.uuid, userId: t.uuid },
  sql: `
    insert into feed (secret_hash, kind, organization_id, user_id)
    values (:secretHash, :kind, :organizationId, :userId)
    on conflict (organization_id, user_id, kind)
    do update set secret_hash = excluded.secret_hash, created_at = now()`,
});

/** Deletes a feed. Counts 1 if there was one. */
export const deleteFeed = statement({
  parameters: { kind: t.textOf<FeedKind>(), organizationId: t.uuid, userId: t.uuid },
  sql: `
    delete from feed
     where organization_id = :organizationId and user_id = :userId and kind = :kind`,
});

/** Reads a recording to which an active sermon refers. */
export const readRecording = statement({
  parameters: { fileId: t.uuid },
  columns: { id: t.uuid, name: t.text, size: t.bigint, contentType: t.present(t.text) },
  sql: `
    select id, name, size, content_type
      from content_file f
     where organization_id = :church
       and id = :fileId
       and exists (
         select 1
           from sermon
          where organization_id = :church and file_id = f.id and is_active)`,
});

/** Reads the recording of an active sermon, if it is an audio file of the church. */
export const readSermonAudio = statement({
  parameters: { sermonId: t.uuid },
  columns: { id: t.uuid, name: t.text, size: t.bigint, contentType: t.present(t.text) },
  sql: `
    select f.id, f.name, f.size, f.content_type
      from sermon s
      join content_file f on f.organization_id = :church and f.id = s.file_id
     where s.organization_id = :church
       and s.id = :sermonId
       and s.is_active
       and f.content_type like 'audio/%'`,
});

/** Lists the active sermons with a recording, the newest first. */
export const listEpisodes = statement({
  parameters: { limit: t.bigint },
  columns: {
    id: t.uuid,
    title: t.text,
    description: t.text,
    preacher: t.nullable(t.text),
    date: t.text,
    createdAt: t.timestamptz,
    placeOfDay: t.integer,
    durationMinutes: t.integer,
    audioUrl: t.nullable(t.text),
    fileId: t.nullable(t.uuid),
    size: t.nullable(t.bigint),
    type: t.nullable(t.text),
    seconds: t.nullable(t.integer),
  },
  sql: `
    select s.id,
           s.title,
           s.description,
           s.preacher,
           s.date::text as date,
           s.created_at,
           (row_number() over (partition by s.date order by s.id))::int as place_of_day,
           s.duration_minutes,
           s.audio_url,
           f.id as file_id,
           f.size,
           f.content_type as type,
           f.duration_seconds as seconds
      from sermon s
      left join content_file f on f.organization_id = :church and f.id = s.file_id
     where s.organization_id = :church
       and s.is_active
       and (f.id is not null or s.audio_url is not null)
     order by s.date desc, s.id desc
     limit :limit`,
});
