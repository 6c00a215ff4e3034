import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The user's own phone number for text messages. */
export const smsNumberQuery = queryOptions({
  queryKey: ['sms', 'own'],
  queryFn: ({ signal }) => api('/api/user/sms', { signal }),
});

/** The church's settings for text messages, for admins. */
export const smsQuery = queryOptions({
  queryKey: ['sms', 'church'],
  queryFn: ({ signal }) => api('/api/admin/sms', { signal }),
});
