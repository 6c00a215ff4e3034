import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Donation } from '#libs/contracts';
import { api } from '../../../lib/api';
import { ifMatch } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';
import { restoreFromToast } from './restore-donation';
import { whichGift } from './which';

/** Deletes a donation. In the ledger it is voided, and its history stays. */
export function useVoidDonation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ donation, reason }: { donation: Donation; reason: string }) =>
      api(`/api/admin/donations/${donation.id}`, {
        method: 'DELETE',
        headers: ifMatch(donation.version),
        ...(reason === '' ? {} : { body: { reason } }),
      }),
    onSuccess: (_, { donation }) => {
      toast('Donation Deleted', 'The donation has been voided. Its history stays.', {
        detail: whichGift(donation),
        // Undo only this deletion, not changes that another user has made since.
        action: {
          label: 'Undo',
          run: () => restoreFromToast(client, { id: donation.id, version: donation.version + 1 }),
        },
      });
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      toastError('Failed to delete donation', error);
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
  });
}
