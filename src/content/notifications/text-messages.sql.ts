import { statement, t } from '#libs/database';
import { newsReadersSql } from '../../identity/index.js';
import { notificationType, wantsTypeSql } from './notifier.sql.js';

/** Counts the members who want text messages. */
export const countTextReaders = statement({
  columns: { readers: t.integer },
  sql: `
    select count(*)::int as readers
      from (${newsReadersSql}) u
     where organization_id = :church and is_member and gets_texts`,
});

/** Locks the text messages that wait for the next users until the transaction ends. */
export const claimTextMessages = statement({
  parameters: { users: t.bigint },
  columns: {
    userId: t.uuid,
    contentId: t.uuid,
    type: notificationType,
    number: t.present(t.text),
    isWanted: t.boolean,
  },
  sql: `
    with next as (
      select distinct user_id
        from notification_delivery
       where organization_id = :church and channel = 'sms' and state = 'waiting'
       order by user_id
       limit :users
    )
    select d.user_id,
           d.content_id,
           n.type,
           u.sms_number as number,
           n.sent_at > now() - interval '1 day'
             and u.is_member
             and u.gets_texts
             and ${wantsTypeSql} as is_wanted
      from notification_delivery d
      join notification n
        on n.organization_id = :church and n.user_id = d.user_id and n.content_id = d.content_id
      join (${newsReadersSql}) u on u.organization_id = :church and u.id = d.user_id
     where d.organization_id = :church
       and d.channel = 'sms'
       and d.state = 'waiting'
       and d.user_id in (select user_id from next)
     order by d.user_id, n.sent_at, n.id
       for update of d skip locked`,
});

/** Stores the outcome that was decided for text messages that wait. */
export const storeTextOutcome = statement({
  parameters: {
    userId: t.uuid,
    outcome: t.text,
    contentIds: t.array(t.uuid),
    messageId: t.nullable(t.uuid),
  },
  sql: `
    update notification_delivery
       set state = :outcome, message_id = :messageId, at = now()
     where organization_id = :church
       and user_id = :userId
       and channel = 'sms'
       and state = 'waiting'
       and content_id = any(:contentIds::uuid[])`,
});

/** Stores the result of a text message that was being sent. */
export const finishText = statement({
  parameters: { userId: t.uuid, messageId: t.uuid, state: t.text },
  columns: { contentId: t.uuid },
  sql: `
    update notification_delivery
       set state = :state,
           at = now(),
           message_id = case when :state = 'sent' then message_id end
     where organization_id = :church
       and user_id = :userId
       and message_id = :messageId
       and state = 'sending'
    returning content_id`,
});

export const noteTextSent = statement({
  parameters: { userId: t.uuid, contentIds: t.array(t.uuid) },
  sql: `
    update notification
       set sms_sent = true
     where organization_id = :church
       and user_id = :userId
       and content_id = any(:contentIds::uuid[])`,
});

/** Counts the text messages of this month, in the church's time zone. */
export const countTextsOfMonth = statement({
  parameters: { timeZone: t.text },
  columns: { sent: t.integer },
  sql: `
    select count(distinct message_id)::int as sent
      from notification_delivery
     where organization_id = :church
       and message_id is not null
       and at >= date_trunc('month', now() at time zone :timeZone::text)
                 at time zone :timeZone::text`,
});
