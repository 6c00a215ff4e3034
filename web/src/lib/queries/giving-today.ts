import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/**
 * The summary of giving on the dashboard of staff. Donations change on other screens, so the cached
 * summary is always stale.
 */
export const givingTodayQuery = queryOptions({
  queryKey: ['giving', 'today'],
  queryFn: ({ signal }) => api('/api/admin/giving-today', { signal }),
  staleTime: 0,
});
