import { statement, t } from '#libs/database';
import { auditEntriesSql } from '#libs/http';
import { donorNamesSql } from '../../giving/index.js';

/**
 * An expression: the name of the user in a table alias, or the email address if the name is empty.
 */
const nameSql = (alias: string) => `
  coalesce(
    nullif(concat_ws(' ', nullif(${alias}.first_name, ''), nullif(${alias}.last_name, '')), ''),
    ${alias}.email
  )`;

const matchesFilterSql = `
  organization_id = :church
  and (:after::uuid is null or id < :after)
  and (:action::text is null or action = :action)
  and (:groupActions::text[] is null or (action = any(:groupActions)) <> :excludesActions)
  and (:personId::uuid is null or actor_id = :personId or subject_id = :personId)
  and (:from::date is null or at >= :from::timestamp at time zone :zone::text)
  and (:to::date is null or at < (:to + 1)::timestamp at time zone :zone::text)`;

/**
 * Lists audit entries, newest first, with the current names of users. Null parameters do not
 * filter.
 */
export const listEntries = statement({
  parameters: {
    after: t.nullable(t.uuid),
    action: t.nullable(t.text),
    /** The actions of a group of actions; null for all groups. */
    groupActions: t.nullable(t.array(t.text)),
    /** Whether the group consists of all other actions. */
    excludesActions: t.boolean,
    personId: t.nullable(t.uuid),
    from: t.nullable(t.date),
    to: t.nullable(t.date),
    zone: t.nullable(t.text),
    limit: t.bigint,
  },
  columns: {
    id: t.uuid,
    at: t.timestamptz,
    action: t.text,
    details: t.json<Record<string, unknown>>(),
    actorId: t.nullable(t.uuid),
    actorName: t.nullable(t.text),
    subjectId: t.nullable(t.uuid),
    subjectName: t.nullable(t.text),
  },
  sql: `
    select e.id,
           e.at,
           e.action,
           e.details,
           e.actor_id,
           ${nameSql('a')} as actor_name,
           e.subject_id,
           coalesce(${nameSql('s')}, d.name) as subject_name
      from (${auditEntriesSql(matchesFilterSql, ':limit')}) e
      left join app_user a on a.organization_id = :church and a.id = e.actor_id
      left join app_user s on s.organization_id = :church and s.id = e.subject_id
      left join (${donorNamesSql}) d on d.organization_id = :church and d.id = e.subject_id
     order by e.id desc`,
});
