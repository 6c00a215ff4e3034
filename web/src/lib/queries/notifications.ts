import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The number of the user's unread notifications, for the badge of the bell. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => api('/api/notifications/count', { signal }),
});

/** The latest ten notifications. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal }) => api('/api/notifications', { query: { limit: 10 }, signal }),
});
