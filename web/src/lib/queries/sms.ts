import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** Whether text messages reach one. */
export const smsNumberQuery = queryOptions({
  queryKey: ['sms', 'own'],
  queryFn: ({ signal }) => api('/api/user/sms', { signal }),
});

/** The church's, for its admins. */
export const smsQuery = queryOptions({
  queryKey: ['sms', 'church'],
  queryFn: ({ signal }) => api('/api/admin/sms', { signal }),
});
