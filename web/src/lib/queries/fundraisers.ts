import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

export const activeFundraisersQuery = queryOptions({
  queryKey: ['giving', 'fundraisers', 'active'],
  queryFn: ({ signal }) => api('/api/fundraisers', { query: { active: 'true' }, signal }),
});

export const fundraisersQuery = queryOptions({
  queryKey: ['giving', 'fundraisers', 'all'],
  queryFn: ({ signal }) => api('/api/fundraisers', { signal }),
});
