import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** Of the church of the session, or of the host for signed-out pages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api('/api/settings', { signal }),
});
