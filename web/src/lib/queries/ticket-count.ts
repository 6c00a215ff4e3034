import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** How many tickets have something new. Apart from the other calls: every page has it in its menu. */
export const ticketCountQuery = queryOptions({
  queryKey: ['tickets', 'count'],
  queryFn: ({ signal }) => api('/api/support-tickets/count', { signal }),
});
