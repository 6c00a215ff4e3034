import { queryOptions } from '@tanstack/react-query';
import type { Notification } from '#libs/contracts';
import { api } from '../api';

/** How many of one's notifications are unread: the bell's figure. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: ({ signal }) => api<{ count: number }>('/api/notifications/count', { signal }),
});

/** The latest ten. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal }) => api<Notification[]>('/api/notifications?limit=10', { signal }),
});
