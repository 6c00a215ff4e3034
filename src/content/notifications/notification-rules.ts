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

/** An event that was canceled or moved. */
export interface ChangedEvent {
  title: string;
  /** the local time of its beginning; of a series, of its next date */
  date: string;
  location: string;
  isSeries: boolean;
  isCanceled: boolean;
}

/** Returns the text of a notification of an event that was canceled or moved. */
export function changeMessage(event: ChangedEvent): string {
  const { title, date, location, isSeries, isCanceled } = event;
  const name = isSeries ? `${title} (the whole series)` : title;
  const when = formatDateTime(date);
  if (!isCanceled) return `Moved: ${name}, now on ${when}, ${location}`;
  return isSeries ? `Canceled: ${name}` : `Canceled: ${name}, ${when}`;
}

const longDateTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
});
/** Returns a local date and time as `Sunday, May 5, 2030 at 6:00 PM`. */
const formatDateTime = (local: string): string =>
  longDateTime.format(new Date(`${local}Z`)).replace('\u202f', ' '); // a narrow space before PM

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
