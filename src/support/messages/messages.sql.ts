import { statement, t } from '#libs/database';

export const countUnreadMessages = statement({
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from pastor_message
     where organization_id = :church and not is_read`,
});

/**
 * Counts the messages of a user in the last 24 hours. `wait` is the number of seconds until the
 * first of them is a day old.
 */
export const countMessagesOfDay = statement({
  parameters: { userId: t.uuid },
  columns: { count: t.integer, wait: t.nullable(t.integer) },
  sql: `
    select count(*)::int as count,
           ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::int as wait
      from pastor_message
     where organization_id = :church
       and user_id = :userId
       and created_at > now() - interval '1 day'`,
});

/** Locks the next messages in the order of their ids. */
export const lockMessagesAfter = statement({
  parameters: { after: t.uuid, limit: t.bigint },
  columns: { id: t.uuid, subject: t.text, content: t.text, reply: t.nullable(t.text) },
  sql: `
    select id, subject, content, reply
      from pastor_message
     where organization_id = :church and id > :after
     order by id
     limit :limit
       for update`,
});

/** Counts the messages of each key. */
export const countByKey = statement({
  columns: { key: t.text, count: t.integer },
  sql: `
    select split_part(subject, '.', 1) as key, count(*)::int as count
      from pastor_message
     where organization_id = :church
     group by 1`,
});
