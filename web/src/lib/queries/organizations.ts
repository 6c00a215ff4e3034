import { queryOptions } from '@tanstack/react-query';
import type { Organization } from '#libs/contracts';
import { api } from '../api';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api<Organization[]>('/api/organizations', { signal }),
});
