import { queryOptions } from '@tanstack/react-query';
import type { Fundraiser } from '#libs/contracts';
import { api } from '../api';

export const activeFundraisersQuery = queryOptions({
  queryKey: ['giving', 'fundraisers', 'active'],
  queryFn: ({ signal }) => api<Fundraiser[]>('/api/fundraisers?active=true', { signal }),
});

export const fundraisersQuery = queryOptions({
  queryKey: ['giving', 'fundraisers', 'all'],
  queryFn: ({ signal }) => api<Fundraiser[]>('/api/fundraisers', { signal }),
});
