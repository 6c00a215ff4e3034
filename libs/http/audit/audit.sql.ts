import { statement, t } from '#libs/database';

type Details = Record<string, unknown>;

export const insertEntry = statement({
  parameters: {
    id: t.uuid,
    actorId: t.nullable(t.uuid),
    action: t.text,
    details: t.json<Details>(),
  },
  sql: `
    insert into audit_entry (organization_id, id, actor_id, action, details)
    values (:church, :id, :actorId, :action, :details)`,
  isPrepared: true,
});

/**
 * Stores an entry, unless the same entry was stored in the last `seconds`. `details`: a JSON
 * document as text.
 */
export const insertEntryOnce = statement({
  parameters: {
    id: t.uuid,
    actorId: t.nullable(t.uuid),
    action: t.text,
    details: t.text,
    seconds: t.double,
  },
  sql: `
    insert into audit_entry (organization_id, id, actor_id, action, details)
    select :church, :id, :actorId::uuid, :action, :details::text::json
     where not exists (
       select 1
         from audit_entry
        where organization_id = :church
          and actor_id is not distinct from :actorId::uuid
          and action = :action
          and details::text = :details::text
          and at > now() - make_interval(secs => :seconds::float8))`,
});

/** Counts entries of the last hours. `actorId` and `field` do not filter if they are null. */
export const countEntries = statement({
  parameters: {
    action: t.text,
    hours: t.integer,
    actorId: t.nullable(t.uuid),
    field: t.nullable(t.text),
  },
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from audit_entry
     where organization_id = :church
       and action = :action
       and at > now() - make_interval(hours => :hours)
       and (:actorId::uuid is null or actor_id = :actorId)
       and (:field::text is null or details::jsonb -> 'fields' ? :field)`,
});

/** Adds up `details.count` of the entries of an action in the last hours. */
export const sumCounts = statement({
  parameters: { action: t.text, hours: t.integer },
  columns: { sum: t.integer },
  sql: `
    select coalesce(sum((details ->> 'count')::int), 0)::int as sum
      from audit_entry
     where organization_id = :church
       and action = :action
       and at > now() - make_interval(hours => :hours)`,
});

/** Finds the newest entry of an action that changed a field of a user. */
export const findLastEntry = statement({
  parameters: { subjectId: t.uuid, action: t.text, field: t.text },
  columns: { actorId: t.nullable(t.uuid) },
  sql: `
    select actor_id
      from audit_entry
     where organization_id = :church
       and subject_id = :subjectId
       and action = :action
       and details::jsonb -> 'fields' ? :field::text
     order by id desc
     limit 1`,
});

/**
 * A query of audit entries, newest first, which statements join with the names of users: `from
 * (${auditEntriesSql(…)}) e`. Its columns are `id`, `at`, `action`, `details`, `actor_id` and
 * `subject_id`.
 * @param condition a condition on these columns, which must include `organization_id`
 * @param limit an expression
 */
export const auditEntriesSql = (condition: string, limit: number | string): string =>
  `select id, at, action, details, actor_id, subject_id
     from audit_entry
    where ${condition}
    order by id desc
    limit ${limit}`;
