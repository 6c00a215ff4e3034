import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The total of the user's donations of all years. */
export const ownTotalQuery = queryOptions({
  queryKey: ['giving', 'own', 'total'],
  queryFn: ({ signal }) => api('/api/user/donations/total', { signal }),
});

/** The user's donations of one year, or of all years. */
export const ownDonationsQuery = (userId: string, year?: number) =>
  queryOptions({
    queryKey: ['giving', 'own', 'donations', userId, year ?? 'all'],
    queryFn: ({ signal }) => api('/api/donations', { query: { userId, year }, signal }),
  });
