import { statement, t } from '#libs/database';
import { notificationTypes, type NotificationType } from '#libs/contracts';
import { newsReadersSql } from '../../identity/index.js';
import { contentTables } from '../content-columns.js';

/** The type of the column `notification.type`. */
export const notificationType = t.textOf<NotificationType>();

/** The column of `newsReadersSql` that says whether a user wants notifications of a kind. */
const wishColumns: Record<NotificationType, string> = {
  resource: 'notify_new_resources',
  sermon: 'notify_new_sermons',
  event: 'notify_new_events',
};

/** Whether the user `u` wants notifications of the kind of the notification `n`. */
export const wantsTypeSql = `(${notificationTypes
  .map((type) => `(n.type = '${type}' and u.${wishColumns[type]})`)
  .join(' or ')})`;

const startNotifying = (type: NotificationType) =>
  statement({
    parameters: {
      type: t.text,
      contentId: t.uuid,
      title: t.text,
      message: t.text,
      canSendTextMessages: t.boolean,
    },
    columns: { outside: t.integer },
    sql: `
      with notified as (
        insert into notification (
          organization_id, id, user_id, type, content_id, content_title, message)
        select :church, uuidv7(), id, :type, :contentId, :title, :message
          from (${newsReadersSql}) u
         where organization_id = :church and is_member and ${wishColumns[type]}
        on conflict (organization_id, user_id, content_id) do nothing
        returning user_id
      ),
      emails as (
        insert into notification_delivery (organization_id, user_id, content_id, channel)
        select :church, user_id, :contentId, 'email'
          from notified
          join (${newsReadersSql}) u on u.organization_id = :church and u.id = notified.user_id
         where u.gets_emails
        returning 1
      ),
      texts as (
        insert into notification_delivery (organization_id, user_id, content_id, channel)
        select :church, user_id, :contentId, 'sms'
          from notified
          join (${newsReadersSql}) u on u.organization_id = :church and u.id = notified.user_id
         where :canSendTextMessages and u.gets_texts
        returning 1
      )
      select (select count(*) from emails)::int + (select count(*) from texts)::int as outside`,
  });

/**
 * Notifies the members who want notifications of the kind and have none of this content, and stores
 * the emails and text messages that are to be sent. `outside` is the number of these.
 */
export const storeNotifications = {
  resource: startNotifying('resource'),
  sermon: startNotifying('sermon'),
  event: startNotifying('event'),
};

/** Makes emails and text messages wait again that were withdrawn. */
export const resumeWithdrawn = statement({
  parameters: { contentId: t.uuid },
  columns: { userId: t.uuid },
  sql: `
    update notification_delivery
       set state = 'waiting', at = now()
     where organization_id = :church and content_id = :contentId and state = 'withdrawn'
    returning user_id`,
});

/**
 * Makes the notification new again for users who have received neither an email nor a text message.
 */
export const renewNotifications = statement({
  parameters: { contentId: t.uuid, userIds: t.array(t.uuid) },
  sql: `
    update notification
       set sent_at = now(), is_read = false
     where organization_id = :church
       and content_id = :contentId
       and user_id = any(:userIds::uuid[])
       and not email_sent
       and not sms_sent`,
});

/** Begins to collect notifications for one email, unless this has begun. Counts 1 if it began. */
export const openWindow = statement({
  parameters: { closesAt: t.timestamptz },
  sql: `
    insert into news_window (organization_id, closes_at)
    values (:church, :closesAt)
    on conflict do nothing`,
});

/** Ends the time in which notifications are collected, if it is over. Counts 1 if it was. */
export const closeWindow = statement({
  sql: 'delete from news_window where organization_id = :church and closes_at <= now()',
});

export const readNewsState = statement({
  columns: { closesAt: t.nullable(t.timestamptz), waiting: t.integer, sent: t.integer },
  sql: `
    select (select closes_at from news_window where organization_id = :church) as closes_at,
           count(distinct user_id) filter (where state = 'waiting')::int as waiting,
           count(distinct user_id) filter (where state = 'sent')::int as sent
      from notification_delivery
     where organization_id = :church
       and (state = 'waiting' or at > now() - interval '7 days')`,
});

/** Locks the emails that wait for the next users until the transaction ends. */
export const claimEmails = statement({
  parameters: { users: t.bigint },
  columns: {
    userId: t.uuid,
    contentId: t.uuid,
    type: notificationType,
    email: t.text,
    firstName: t.text,
    isWanted: t.boolean,
  },
  sql: `
    with next as (
      select distinct user_id
        from notification_delivery
       where organization_id = :church and channel = 'email' and state = 'waiting'
       order by user_id
       limit :users
    )
    select d.user_id,
           d.content_id,
           n.type,
           u.email,
           u.first_name,
           u.is_member and u.gets_emails and ${wantsTypeSql} as is_wanted
      from notification_delivery d
      join notification n
        on n.organization_id = :church and n.user_id = d.user_id and n.content_id = d.content_id
      join (${newsReadersSql}) u on u.organization_id = :church and u.id = d.user_id
     where d.organization_id = :church
       and d.channel = 'email'
       and d.state = 'waiting'
       and d.user_id in (select user_id from next)
     order by d.user_id, n.sent_at, n.id
       for update of d skip locked`,
});

export const storeEmailOutcome = statement({
  parameters: { userId: t.uuid, outcome: t.text, contentIds: t.array(t.uuid) },
  sql: `
    update notification_delivery
       set state = :outcome, at = now()
     where organization_id = :church
       and user_id = :userId
       and channel = 'email'
       and state = 'waiting'
       and content_id = any(:contentIds::uuid[])`,
});

export const noteEmailSent = statement({
  parameters: { userId: t.uuid, contentIds: t.array(t.uuid) },
  sql: `
    update notification
       set email_sent = true
     where organization_id = :church
       and user_id = :userId
       and content_id = any(:contentIds::uuid[])`,
});

const readTitlesOf = (table: string) =>
  statement({
    parameters: { ids: t.array(t.uuid) },
    columns: { id: t.uuid, title: t.text, isActive: t.boolean },
    sql: `
      select id, title, is_active
        from ${table}
       where organization_id = :church and id = any(:ids::uuid[])`,
  });

/** Reads resources or sermons for notifications. */
export const readTitles = {
  resource: readTitlesOf(contentTables.resource),
  sermon: readTitlesOf(contentTables.sermon),
};

/** Reads the titles and times of church events, for notifications about them. */
export const readEventTimes = statement({
  parameters: { ids: t.array(t.uuid) },
  columns: {
    id: t.uuid,
    title: t.text,
    isActive: t.boolean,
    date: t.timestamp,
    durationMinutes: t.integer,
    recurrence: t.nullable(t.text),
    seriesStart: t.timestamp,
    exceptions: t.array(t.text),
    isOver: t.boolean,
    isCanceled: t.boolean,
  },
  sql: `
    select id,
           title,
           is_active,
           date,
           duration_minutes,
           recurrence,
           series_start,
           exceptions,
           is_over,
           is_canceled
      from church_event
     where organization_id = :church and id = any(:ids::uuid[])`,
});
