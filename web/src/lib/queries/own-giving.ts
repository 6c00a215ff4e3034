import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** Everything the signed-in person ever gave. */
export const ownTotalQuery = queryOptions({
  queryKey: ['giving', 'own', 'total'],
  queryFn: ({ signal }) => api('/api/user/donations/total', { signal }),
});

/** The signed-in person's donations, of one year or all. */
export const ownDonationsQuery = (userId: string, year?: number) =>
  queryOptions({
    queryKey: ['giving', 'own', 'donations', userId, year ?? 'all'],
    queryFn: ({ signal }) => api('/api/donations', { query: { userId, year }, signal }),
  });
