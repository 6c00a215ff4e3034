import type { NotificationType } from '#libs/contracts';
import type { NotifiableContent } from './notifiable-content.js';

/** The page of the portal that shows each kind of content. */
export const pages: Record<NotificationType, string> = {
  resource: 'resources',
  sermon: 'sermons',
  event: 'church-program',
};

/** Returns the text of a notification. */
export const notificationMessage = (type: NotificationType, title: string) =>
  `New ${type}: ${title}`;

/** What happens to a notification of one user by email or SMS. */
export type NotificationOutcome = 'sent' | 'withdrawn' | 'dropped';

/**
 * Decides whether a notification is sent by email or SMS.
 * @param content the content of the notification; undefined if it was deleted
 * @param maySend whether the user wants the notification and the church sends notifications
 * @returns `withdrawn` if members cannot see the content now; it is sent if they can see it again
 */
export function decideOutcome(
  content: NotifiableContent | undefined,
  maySend: boolean,
): NotificationOutcome {
  if (content && !content.isAnnounceable) return 'withdrawn';
  return content && maySend ? 'sent' : 'dropped';
}
