import { useQuery } from '@tanstack/react-query';
import { importQuery, isRunning } from './queries';

/** One import, followed while it runs, whichever page one comes from: each step of it is told (`lib/live.ts`), and asked for should that be away. */
export function useImport(id: string) {
  return useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data.status) ? 2_000 : 5 * 60_000,
  });
}
