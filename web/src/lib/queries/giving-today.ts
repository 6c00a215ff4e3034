import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/**
 * The summary of giving on the dashboard of staff. Donations change on other screens, so the loader
 * of the dashboard loads it at each visit. The card, which is rendered a moment later, does not
 * load it a second time.
 */
export const givingTodayQuery = queryOptions({
  queryKey: ['giving', 'today'],
  queryFn: ({ signal }) => api('/api/admin/giving-today', { signal }),
  staleTime: 10_000,
});
