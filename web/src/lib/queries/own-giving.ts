import { queryOptions } from '@tanstack/react-query';
import type { OwnDonation } from '#libs/contracts';
import { api, queryString } from '../api';

/** Everything the signed-in person ever gave. */
export const ownTotalQuery = queryOptions({
  queryKey: ['giving', 'own', 'total'],
  queryFn: ({ signal }) => api<{ total: string }>('/api/user/donations/total', { signal }),
});

/** The signed-in person's donations, of one year or all. */
export const ownDonationsQuery = (userId: string, year?: number) =>
  queryOptions({
    queryKey: ['giving', 'own', 'donations', userId, year ?? 'all'],
    queryFn: ({ signal }) =>
      api<OwnDonation[]>(`/api/donations${queryString({ userId, year })}`, { signal }),
  });
