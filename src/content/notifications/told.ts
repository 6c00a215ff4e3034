import { notificationTypes, type NotificationType } from '#libs/contracts';
import { tables } from '../kept.js';

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
