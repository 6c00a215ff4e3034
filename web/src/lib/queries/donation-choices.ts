import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The years, campaigns, users and imports of all donations, for filters and suggestions. */
export const donationChoicesQuery = queryOptions({
  queryKey: ['giving', 'donations', 'choices'],
  queryFn: ({ signal }) => api('/api/admin/donations/choices', { signal }),
});
