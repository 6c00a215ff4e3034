import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Donation } from '#libs/contracts';
import { api } from '../../../lib/api';
import { ifMatch } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';
import { whichGift } from './which';

const restore = (client: QueryClient) => ({
  mutationFn: ({ id, version }: Pick<Donation, 'id' | 'version'>) =>
    api(`/api/admin/donations/${id}/restore`, {
      method: 'POST',
      headers: ifMatch(version),
    }),
  onSuccess: (donation: Donation) => {
    toast('Donation Restored', 'It counts again, as it was.', { detail: whichGift(donation) });
    return client.invalidateQueries({ queryKey: ['giving'] });
  },
  onError: (error: unknown) => {
    toastError('Failed to restore donation', error);
    return client.invalidateQueries({ queryKey: ['giving'] });
  },
});

/** Restores a deleted donation. This adds an event and removes none. */
export const useRestoreDonation = () => useMutation(restore(useQueryClient()));

/**
 * Restores a deleted donation by a button of a toast. It is no hook, because the toast stays after
 * the component that showed it is gone.
 */
export function restoreFromToast(
  client: QueryClient,
  donation: Pick<Donation, 'id' | 'version'>,
): void {
  const { mutationFn, onSuccess, onError } = restore(client);
  mutationFn(donation)
    .then(onSuccess, onError)
    .catch(() => undefined);
}
