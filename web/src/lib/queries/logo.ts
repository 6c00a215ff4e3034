import { queryOptions } from '@tanstack/react-query';
import { api } from '../api';

export const defaultLogo = '/logo.svg';

/** The first active logo; none, or any trouble, silently gives the default one. */
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
