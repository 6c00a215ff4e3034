import { type QueryClient, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api';

/** Refresh Data: tells the server, clears the client's cache and reloads; reloads on failure too. */
export function useRefreshData(client: QueryClient) {
  return useMutation({
    mutationFn: () => api('/api/auth/refresh', { method: 'POST' }),
    onSettled: () => {
      client.clear();
      window.location.reload();
    },
  });
}
