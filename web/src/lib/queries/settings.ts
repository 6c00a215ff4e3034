import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The settings of the church of the session, or of the host on signed-out pages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api('/api/settings', { signal }),
});
