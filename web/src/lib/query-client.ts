import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';

const minute = 60_000;

/** Without a network a call fails and says so; held back until it returns, it would look like work going on. */
const always = 'always';

/** The specification's rules for every call: fresh two minutes, again every five and on focus, no retries. */
export function makeQueryClient(onSessionEnd: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSessionEnd();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        // A wrong password at sign-in is a 401 too; only a session that was there can end.
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
