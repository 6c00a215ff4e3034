import { acceptsTextsSql } from './sms-stops.sql.js';

/**
 * A query of all users as recipients of notifications. Statements about notifications join it:
 * `join (${newsReadersSql}) u on u.organization_id = :church and u.id = …`.
 *
 * - `is_member`: approved, neither suspended nor removed
 * - `gets_emails`: wants notifications by email, and has confirmed the address
 * - `gets_texts`: wants notifications by text message, and has confirmed the number
 * - `notify_new_resources`, `notify_new_sermons`, `notify_new_events`: the kinds of content that
 *   the user wants to be notified about
 */
export const newsReadersSql = `
  select u.organization_id,
         u.id,
         u.email,
         u.first_name,
         u.sms_number,
         u.is_approved and not u.is_suspended and u.removed_at is null as is_member,
         u.email_verified and u.notification_method in ('email', 'both') as gets_emails,
         u.notification_method in ('sms', 'both') and ${acceptsTextsSql('u')} as gets_texts,
         u.notify_new_resources,
         u.notify_new_sermons,
         u.notify_new_events
    from app_user u`;
