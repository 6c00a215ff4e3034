import { useQuery } from '@tanstack/react-query';
import { importQuery, isRunning } from './queries';

/**
 * Returns one import and follows its progress. Live updates announce each step (`lib/live.ts`);
 * without them, it is requested again.
 */
export function useImport(id: string) {
  return useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data.status) ? 2_000 : 5 * 60_000,
  });
}
