import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';

const minute = 60_000;

/**
 * Send requests even if the browser reports no network, so that they fail with a message. Paused
 * requests would look as if they were still running.
 */
const always = 'always';

/**
 * The specification's rules for every query: fresh for two minutes, loaded again every five minutes
 * and when the window gets the focus, no retries.
 */
export function makeQueryClient(onSessionEnd: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSessionEnd();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        // A wrong password at sign-in is also answered with 401, but ends no session.
        if (mutation.meta?.signedOut !== true) watch(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: always,
        staleTime: 2 * minute,
        refetchInterval: 5 * minute,
        refetchOnWindowFocus: true,
        retry: false,
      },
      mutations: { networkMode: always, retry: false },
    },
  });
}
