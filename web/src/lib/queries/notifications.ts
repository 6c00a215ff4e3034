import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** How many of one's notifications are unread: the bell's figure. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => api('/api/notifications/count', { signal }),
});

/** The latest ten. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal }) => api('/api/notifications', { query: { limit: 10 }, signal }),
});
