import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProgressInput, UserResource } from '#libs/contracts';
import { api } from '../../../lib/api';
import { userResourcesQuery } from '../../../lib/queries/member-content';
import { toast, toastError } from '../../../lib/toast';

/** Returns true as soon as the request for the user's progress has succeeded or failed. */
export const useProgressSettled = (): boolean => !useQuery(userResourcesQuery).isPending;

/**
 * Returns the user's progress (0 to 100) by resource id. Resources that were never opened are
 * missing.
 */
export function useProgress(): ReadonlyMap<string, UserResource> | undefined {
  return useQuery({ ...userResourcesQuery, select: byResource }).data;
}
const byResource = (list: UserResource[]): ReadonlyMap<string, UserResource> =>
  new Map(list.map((entry) => [entry.resourceId, entry]));

let lastSave: Promise<unknown> = Promise.resolve();

/**
 * Sends the requests one after the other, so that progress from before a click on "Start again"
 * never arrives at the server after it.
 */
function save(resourceId: string, body: ProgressInput): Promise<UserResource> {
  const saving = lastSave.then(() =>
    api(`/api/user-resources/${resourceId}/progress`, { method: 'POST', body }),
  );
  lastSave = saving.catch(() => undefined);
  return saving;
}

/** Saves the user's progress and shows a toast. */
export function useSaveProgress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ resourceId, ...body }: ProgressInput & { resourceId: string }) =>
      save(resourceId, body),
    onSuccess: () => {
      toast('Progress updated', 'Your progress has been saved.');
      return client.invalidateQueries({ queryKey: userResourcesQuery.queryKey });
    },
    onError: (error) => toastError('Failed to update progress', error),
  });
}

/**
 * Saves the progress of reading or listening without a toast. The progress never decreases here,
 * and a failed save is made up for by the next one.
 */
export async function noteProgress(
  client: QueryClient,
  resourceId: string,
  share: number,
): Promise<void> {
  const progress = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const savedProgress =
    client
      .getQueryData(userResourcesQuery.queryKey)
      ?.find((entry) => entry.resourceId === resourceId)?.progress ?? 0;
  if (progress < savedProgress + 3 && !(progress === 100 && savedProgress < 100)) return;
  await save(resourceId, { progress }).then(
    () => client.invalidateQueries({ queryKey: userResourcesQuery.queryKey }),
    () => undefined,
  );
}
