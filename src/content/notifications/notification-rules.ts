import type { NotificationType } from '#libs/contracts';
import { inWords } from '#libs/recurrence';
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

export type EventChangeKind = 'canceled' | 'moved' | 'reinstated';

/** An event whose change members are told about. */
export interface ChangedEvent {
  title: string;
  /** the local time of its beginning; of a series, of its current occurrence */
  date: string;
  /** the local time of the first occurrence */
  seriesStart: string;
  /** null: the event takes place once */
  recurrence: string | null;
  location: string;
  isCanceled: boolean;
  timeZone: string;
}

/** The first words of the texts about each change. */
export const changeWords: Record<EventChangeKind, string> = {
  canceled: 'Canceled',
  moved: 'Moved',
  reinstated: 'Takes place after all',
};

/**
 * Returns the text of a notification about a change of an event, with the present facts: an event
 * that is canceled now is called canceled, and one that is not canceled anymore takes place.
 * @param change the change that members were told about; null if they were told of a new event
 */
export function changeMessage(change: EventChangeKind | null, event: ChangedEvent): string {
  const { title, location, recurrence, isCanceled } = event;
  const name = recurrence === null ? title : `${title} (the whole series)`;
  const time = describeTime(event);
  if (isCanceled)
    return `${changeWords.canceled}: ${name}${recurrence === null ? `, ${time}` : ''}`;
  if (change === 'moved') return `${changeWords.moved}: ${name}, now ${time}, ${location}`;
  return `${changeWords.reinstated}: ${name}, ${time}, ${location}`;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const shortTime = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** Returns `Sunday, May 5, 2030 at 6:00 PM`, or of a series `Every Sunday at 6:00 PM`. */
function describeTime({ date, seriesStart, recurrence, timeZone }: ChangedEvent): string {
  const day =
    recurrence === null
      ? longDate.format(new Date(`${date}Z`))
      : inWords({ start: seriesStart, rule: recurrence, timeZone });
  const time = shortTime.format(new Date(`${date}Z`)).replace('\u202f', ' '); // before PM
  return `${day} at ${time}`;
}

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
