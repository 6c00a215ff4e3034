import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/**
 * The number of tickets with something new. It is in a file of its own, because every page shows it
 * in the menu.
 */
export const ticketCountQuery = queryOptions({
  queryKey: ['tickets', 'count'],
  queryFn: ({ signal }) => api('/api/support-tickets/count', { signal }),
});
