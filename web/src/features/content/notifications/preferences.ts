import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreferences } from '#libs/contracts';
import { api } from '../../../lib/api';
import { notificationsQuery, unreadQuery } from '../../../lib/queries/notifications';
import { userQuery } from '../../../lib/queries/user';
import { toast, toastError } from '../../../lib/toast';

/**
 * Changes the user's choice of notifications. It completes after the changed account has been
 * loaded.
 */
export function useSavePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: NotificationPreferences) =>
      api('/api/user/notification-preferences', { method: 'PATCH', body: change }),
    onSuccess: () => {
      toast('Preferences Updated', 'Your notification preferences have been saved.');
      return client.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: (error) =>
      toastError('Failed to update notification preferences. Please try again.', error),
  });
}

export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('/api/notifications/read-all', { method: 'PATCH' }),
    onSuccess: () =>
      Promise.all(
        [unreadQuery, notificationsQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    onError: (error) =>
      toastError('The notifications could not be marked as read. Please try again.', error),
  });
}
