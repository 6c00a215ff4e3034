import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api('/api/organizations', { signal }),
});
