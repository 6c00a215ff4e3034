import { newsReadersSql } from '../../identity/index.js';
import { statement, t } from '#libs/database';
import type { EventChangeKind } from './notification-rules.js';

/** Locks an event until the transaction ends, and reads what members are told about it. */
export const lockChangedEvent = statement({
  parameters: { id: t.uuid },
  columns: {
    title: t.text,
    date: t.timestamp,
    seriesStart: t.timestamp,
    recurrence: t.nullable(t.text),
    location: t.text,
    isActive: t.boolean,
    isCanceled: t.boolean,
    changeId: t.nullable(t.uuid),
    changeToldTo: t.nullable(t.uuid),
  },
  sql: `
    select title,
           date,
           series_start,
           recurrence,
           location,
           is_active,
           is_canceled,
           change_id,
           change_told_to
      from church_event
     where organization_id = :church and id = :id
       for no key update`,
});

/**
 * Tells all members who want notifications of events about a change of an event. A member has one
 * notification of an event, which becomes new again. `message` is what the user adds, or empty.
 */
export const storeChangeNotifications = statement({
  parameters: {
    contentId: t.uuid,
    title: t.text,
    message: t.text,
    change: t.textOf<EventChangeKind>(),
  },
  sql: `
    insert into notification (
      organization_id, id, user_id, type, content_id, content_title, message, change)
    select :church, uuidv7(), id, 'event', :contentId, :title, :message, :change
      from (${newsReadersSql}) u
     where organization_id = :church and is_member and notify_new_events
    on conflict (organization_id, user_id, content_id) do update
       set content_title = excluded.content_title,
           message = excluded.message,
           change = excluded.change,
           is_read = false,
           sent_at = now()`,
});

/** Drops the emails and text messages about a new event that was changed before they were sent. */
export const dropDeliveries = statement({
  parameters: { contentId: t.uuid },
  sql: `
    update notification_delivery
       set state = 'dropped', at = now()
     where organization_id = :church
       and content_id = :contentId
       and state in ('waiting', 'withdrawn')`,
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

/** Marks the notifications about an event that were also sent by email. */
export const markEmailed = statement({
  parameters: { contentId: t.uuid, userIds: t.array(t.uuid) },
  sql: `
    update notification
       set email_sent = true
     where organization_id = :church
       and content_id = :contentId
       and user_id = any(:userIds::uuid[])`,
});
