import type { NotificationType } from '#libs/contracts';
import type { NewsContent } from './news-contents.js';

/** where it is seen */
export const pages: Record<NotificationType, string> = {
  resource: 'resources',
  sermon: 'sermons',
  event: 'church-program',
};

/** The sentence of a notification. */
export const messageOf = (type: NotificationType, title: string) => `New ${type}: ${title}`;

/** How one piece of news for one person and channel ends. */
export type NewsOutcome = 'sent' | 'withdrawn' | 'dropped';

/**
 * Decides whether news leaves.
 * @param content what it is about; undefined if it was deleted
 * @param mayLeave whether the person wants it and the church sends it
 * @returns `withdrawn`: it is announced if the content becomes news again
 */
export function newsOutcome(content: NewsContent | undefined, mayLeave: boolean): NewsOutcome {
  if (content && !content.isNews) return 'withdrawn';
  return content && mayLeave ? 'sent' : 'dropped';
}
