import { statement, t } from '#libs/database';

/**
 * A query of all files, for statements of other contexts that join files:
 * `join (${storedFilesSql}) f on f.organization_id = … and f.id = …`.
 */
export const storedFilesSql =
  'select organization_id, id, name, size, content_type from content_file';

/**
 * Whether an upload has received no bytes within an hour; its reserved space is then free again.
 */
const isExpired = `(finished_at is null
           and not has_data
           and created_at < now() - interval '1 hour')`;

/** Whether no content and no ticket refers to the file `f`. */
const isUnnamed = `attachment is distinct from 'carried'
       and not exists (
         select 1 from resource where organization_id = :church and file_id = f.id)
       and not exists (
         select 1 from sermon where organization_id = :church and file_id = f.id)
       and not exists (
         select 1 from brothers_content where organization_id = :church and file_id = f.id)`;

/**
 * Counts the attachments that a user has uploaded in the last 24 hours. `wait` is the number of
 * seconds until the first of them is a day old.
 */
export const countAttachmentsOfDay = statement({
  parameters: { userId: t.uuid },
  columns: { count: t.integer, wait: t.nullable(t.integer) },
  sql: `
    select count(*)::int as count,
           ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as wait
      from content_file
     where organization_id = :church
       and created_by = :userId
       and attachment is not null
       and created_at > now() - interval '1 day'`,
});

export const insertFile = statement({
  parameters: {
    id: t.uuid,
    name: t.text,
    size: t.bigint,
    userId: t.uuid,
    attachment: t.nullable(t.text),
  },
  sql: `
    insert into content_file (organization_id, id, name, size, created_by, attachment)
    values (:church, :id, :name, :size, :userId, :attachment)`,
});

/** Reads whether an upload of the user is finished. */
export const readUpload = statement({
  parameters: { id: t.uuid, userId: t.uuid },
  columns: { finishedAt: t.nullable(t.timestamptz) },
  sql: `
    select finished_at
      from content_file
     where organization_id = :church and id = :id and created_by = :userId and not ${isExpired}`,
});

export const noteData = statement({
  parameters: { id: t.uuid },
  sql: `
    update content_file
       set has_data = true
     where organization_id = :church and id = :id and not has_data`,
});

export const readUse = statement({
  parameters: { id: t.uuid },
  columns: { isAttachment: t.boolean },
  sql: `
    select attachment is not null as is_attachment
      from content_file
     where organization_id = :church and id = :id`,
});

export const finishFile = statement({
  parameters: {
    id: t.uuid,
    contentType: t.text,
    durationSeconds: t.nullable(t.integer),
    size: t.bigint,
  },
  sql: `
    update content_file
       set content_type = :contentType,
           duration_seconds = :durationSeconds,
           size = :size,
           finished_at = now()
     where organization_id = :church and id = :id and finished_at is null`,
});

/** Frees the space of an upload whose bytes could not be deleted. */
export const freeRoom = statement({
  parameters: { id: t.uuid },
  sql: 'update content_file set size = 0 where organization_id = :church and id = :id',
});

export const deleteFile = statement({
  parameters: { id: t.uuid },
  sql: 'delete from content_file where organization_id = :church and id = :id',
});

/** The columns of a file that is finished. */
const file = {
  id: t.uuid,
  name: t.text,
  contentType: t.present(t.text),
  size: t.bigint,
  durationSeconds: t.nullable(t.integer),
};

/** Reads a finished file of the user that is no attachment, and keeps others from deleting it. */
export const takeFile = statement({
  parameters: { id: t.uuid, userId: t.uuid },
  columns: file,
  sql: `
    select id, name, content_type, size, duration_seconds
      from content_file
     where organization_id = :church
       and id = :id
       and created_by = :userId
       and finished_at is not null
       and attachment is null
       for share`,
});

/**
 * Marks an attachment as carried by a ticket. Counts 1 if the user had uploaded it for a ticket.
 */
export const carryAttachment = statement({
  parameters: { id: t.uuid, userId: t.uuid },
  sql: `
    update content_file
       set attachment = 'carried'
     where organization_id = :church
       and id = :id
       and created_by = :userId
       and finished_at is not null
       and attachment = 'offered'`,
});

/**
 * Locks the files to which nothing refers a day after their upload began. Skips files that are
 * being uploaded.
 */
export const lockUnnamedFiles = statement({
  columns: { id: t.uuid },
  sql: `
    select id
      from content_file f
     where organization_id = :church
       and (created_at < now() - interval '1 day' or ${isExpired})
       and ${isUnnamed}
       and not exists (select 1 from upload_lock where id = f.id and expires_at > now())
       for update skip locked`,
});

/** Makes files unusable if still nothing refers to them. */
export const retireFiles = statement({
  parameters: { ids: t.array(t.uuid) },
  columns: { id: t.uuid },
  sql: `
    update content_file f
       set finished_at = null
     where organization_id = :church and id = any(:ids::uuid[]) and ${isUnnamed}
    returning id`,
});

/** Adds up the bytes of all files, as text. */
export const sumSizes = statement({
  columns: { used: t.text },
  sql: `
    select coalesce(sum(size), 0)::text as used
      from content_file
     where organization_id = :church and not ${isExpired}`,
});

export const readFiles = statement({
  parameters: { ids: t.array(t.uuid) },
  columns: file,
  sql: `
    select id, name, content_type, size, duration_seconds
      from content_file
     where organization_id = :church and id = any(:ids::uuid[])`,
});

/** Reads a finished file if content that the user may see refers to it. */
export const readVisibleFile = statement({
  parameters: { id: t.uuid, seesContent: t.boolean, seesBrothers: t.boolean },
  columns: { id: t.uuid, name: t.text, size: t.bigint, contentType: t.present(t.text) },
  sql: `
    select id, name, size, content_type
      from content_file f
     where organization_id = :church
       and id = :id
       and finished_at is not null
       and (
         exists (
           select 1
             from resource
            where organization_id = :church and file_id = f.id and (is_active or :seesContent))
         or exists (
           select 1
             from sermon
            where organization_id = :church and file_id = f.id and (is_active or :seesContent))
         or exists (
           select 1
             from brothers_content
            where organization_id = :church and file_id = f.id and (is_active or :seesBrothers)))`,
});
