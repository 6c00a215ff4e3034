import { newsReadersSql } from '../../identity/index.js';
import { statement, t } from '#libs/database';

/** Reads what members are told about an event. */
export const readChangedEvent = statement({
  parameters: { id: t.uuid },
  columns: {
    title: t.text,
    date: t.timestamp,
    location: t.text,
    isSeries: t.boolean,
    isActive: t.boolean,
    isCanceled: t.boolean,
  },
  sql: `
    select title, date, location, recurrence is not null as is_series, is_active, is_canceled
      from church_event
     where organization_id = :church and id = :id`,
});

/**
 * Tells all members who want notifications of events about a change of an event. A member has one
 * notification of an event, which becomes new again.
 */
export const storeChangeNotifications = statement({
  parameters: { contentId: t.uuid, title: t.text, message: t.text },
  sql: `
    insert into notification (
      organization_id, id, user_id, type, content_id, content_title, message, is_change)
    select :church, uuidv7(), id, 'event', :contentId, :title, :message, true
      from (${newsReadersSql}) u
     where organization_id = :church and is_member and notify_new_events
    on conflict (organization_id, user_id, content_id) do update
       set content_title = excluded.content_title,
           message = excluded.message,
           is_change = true,
           is_read = false,
           sent_at = now()`,
});

/** Lists the next members, by id, who want emails about events. `afterId` is null for the first. */
export const listEmailReaders = statement({
  parameters: { afterId: t.nullable(t.uuid), limit: t.bigint },
  columns: { id: t.uuid, email: t.text, firstName: t.text },
  sql: `
    select id, email, first_name
      from (${newsReadersSql}) u
     where organization_id = :church
       and is_member
       and gets_emails
       and notify_new_events
       and (:afterId::uuid is null or id > :afterId)
     order by id
     limit :limit`,
});
