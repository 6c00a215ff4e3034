import { notificationTypes, type NotificationType } from '#libs/contracts';
import { statement, t } from '#libs/database';
import { contentTables } from '../content-columns.js';
import type { EventChangeKind } from './notification-rules.js';

/** Whether members can still see the content of the notification `n`. */
const isVisible = `(${notificationTypes
  .map(
    (type) => `
      n.type = '${type}' and exists (
        select 1
          from ${contentTables[type]} c
         where c.organization_id = n.organization_id and c.id = n.content_id and c.is_active)`,
  )
  .join(' or ')})`;

/** The present title of the content of the notification `n`. */
const presentTitle = `(case n.type ${notificationTypes
  .map(
    (type) => `
      when '${type}' then (
        select c.title
          from ${contentTables[type]} c
         where c.organization_id = n.organization_id and c.id = n.content_id)`,
  )
  .join('')} end)`;

/** Lists the notifications of a user about content that members can see, the latest first. */
export const listNotifications = statement({
  parameters: { userId: t.uuid, limit: t.nullable(t.bigint) },
  columns: {
    id: t.uuid,
    userId: t.uuid,
    type: t.textOf<NotificationType>(),
    contentId: t.uuid,
    contentTitle: t.text,
    isRead: t.boolean,
    sentAt: t.timestamptz,
    emailSent: t.boolean,
    smsSent: t.boolean,
    change: t.nullable(t.textOf<EventChangeKind>()),
    addedMessage: t.text,
    date: t.nullable(t.timestamp),
    seriesStart: t.nullable(t.timestamp),
    recurrence: t.nullable(t.text),
    location: t.nullable(t.text),
    isCanceled: t.boolean,
  },
  sql: `
    select n.id,
           n.user_id,
           n.type,
           n.content_id,
           ${presentTitle} as content_title,
           n.is_read,
           n.sent_at,
           n.email_sent,
           n.sms_sent,
           n.change,
           n.message as added_message,
           e.date,
           e.series_start,
           e.recurrence,
           e.location,
           coalesce(e.is_canceled, false) as is_canceled
      from notification n
      left join church_event e
        on n.type = 'event' and e.organization_id = n.organization_id and e.id = n.content_id
     where n.organization_id = :church and n.user_id = :userId and ${isVisible}
     order by n.sent_at desc, n.id desc
     limit :limit`,
});

/** Counts the unread notifications of a user about content that members can see. */
export const countUnread = statement({
  parameters: { userId: t.uuid },
  columns: { count: t.integer },
  sql: `
    select count(*)::int as count
      from notification n
     where organization_id = :church and user_id = :userId and ${isVisible} and not is_read`,
});

export const markAllRead = statement({
  parameters: { userId: t.uuid },
  sql: `
    update notification
       set is_read = true
     where organization_id = :church and user_id = :userId and not is_read`,
});
