import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

export const defaultLogo = '/logo.svg';

/**
 * The address of the first active logo. If there is none, or the request fails, it is the default
 * logo.
 */
export const logoQuery = queryOptions({
  queryKey: ['site-images', 'logo'],
  queryFn: async ({ signal }): Promise<string> => {
    try {
      const images = await api('/api/site-images', {
        query: { type: 'logo', active: 'true' },
        signal,
      });
      return images[0]?.imageUrl ?? defaultLogo;
    } catch {
      return defaultLogo;
    }
  },
});
