import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

/** The church's pictures that are shown, in order; none on a host that serves every church, or with any trouble. */
export const activePicturesQuery = queryOptions({
  queryKey: ['site-images', 'active'],
  queryFn: ({ signal }) =>
    api('/api/site-images', { query: { active: 'true' }, signal }).catch(() => []),
});
