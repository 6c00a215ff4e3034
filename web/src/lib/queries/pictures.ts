import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/**
 * The active site images of the church in order. Empty on a host that serves every church, or if
 * the request fails.
 */
export const activePicturesQuery = queryOptions({
  queryKey: ['site-images', 'active'],
  queryFn: ({ signal }) =>
    api('/api/site-images', { query: { active: 'true' }, signal }).catch(() => []),
});
