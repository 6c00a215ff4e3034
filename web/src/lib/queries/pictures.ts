import { queryOptions } from '@tanstack/react-query';
import type { SiteImage } from '#libs/contracts';
import { api } from '../api';

/** The church's pictures that are shown, in order; none on a host that serves every church, or with any trouble. */
export const activePicturesQuery = queryOptions({
  queryKey: ['site-images', 'active'],
  queryFn: ({ signal }) =>
    api<SiteImage[]>('/api/site-images?active=true', { signal }).catch(() => []),
});
