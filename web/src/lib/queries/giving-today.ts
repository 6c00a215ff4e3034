import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The office's day. What happens to the books happens on other screens: never from before. */
export const givingTodayQuery = queryOptions({
  queryKey: ['giving', 'today'],
  queryFn: ({ signal }) => api('/api/admin/giving-today', { signal }),
  staleTime: 0,
});
