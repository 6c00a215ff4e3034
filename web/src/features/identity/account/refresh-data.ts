import { type QueryClient, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/**
 * Refreshes all data: informs the server, clears the client's cache and reloads the page, also if
 * the request fails.
 */
export function useRefreshData(client: QueryClient) {
  return useMutation({
    mutationFn: () => api('/api/auth/refresh', { method: 'POST' }),
    onSettled: () => {
      client.clear();
      window.location.reload();
    },
  });
}
