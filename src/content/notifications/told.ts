import { notificationTypes, type NotificationType } from '#libs/contracts';
import { tables } from '../kept.js';
import type { NewsContent } from './news-contents.js';

/** the wish of each kind, a column of the person */
export const wants: Record<NotificationType, string> = {
  resource: 'notify_new_resources',
  sermon: 'notify_new_sermons',
  event: 'notify_new_events',
};
/** where it is seen */
export const pages: Record<NotificationType, string> = {
  resource: 'resources',
  sermon: 'sermons',
  event: 'church-program',
};

/** SQL: whether what the notification tells of can still be seen by members. */
export const isStillThere = (n: string) =>
  `(${notificationTypes.map((type) => `${n}.type = '${type}' and exists (select 1 from ${tables[type]} c where c.organization_id = ${n}.organization_id and c.id = ${n}.content_id and c.is_active)`).join(' or ')})`;

/** SQL: the present title of what the notification tells of. */
export const titleOf = (n: string) =>
  `(case ${n}.type ${notificationTypes.map((type) => `when '${type}' then (select c.title from ${tables[type]} c where c.organization_id = ${n}.organization_id and c.id = ${n}.content_id)`).join(' ')} end)`;

/** The sentence of a notification. */
export const messageOf = (type: NotificationType, title: string) => `New ${type}: ${title}`;

/** SQL: whether the person `u` wants news of the kind of the notification `n`, now. */
export const isWanted = (u: string, n: string) =>
  `(${Object.entries(wants)
    .map(([type, column]) => `(${n}.type = '${type}' and ${u}.${column})`)
    .join(' or ')})`;

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
