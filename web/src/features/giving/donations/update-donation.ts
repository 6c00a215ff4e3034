import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Donation, EditDonation } from '#libs/contracts';
import { api } from '../../../lib/api';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';
import { factsOf } from './donation-form';
import { whichGift } from './which';

export interface DonationEdit {
  id: string;
  /**
   * The version that the user has seen. The server refuses the edit if another user has changed the
   * donation since.
   */
  version: number;
  body: EditDonation;
  /** The donation before the edit, to undo it. */
  before: Donation;
}

const correct = (id: string, version: number, body: EditDonation) =>
  api(`/api/admin/donations/${id}`, {
    method: 'PATCH',
    body,
    headers: ifMatch(version),
  });

export function useUpdateDonation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body }: DonationEdit) => correct(id, version, body),
    onSuccess: (savedDonation, { before }) => {
      const undo = () => {
        correct(savedDonation.id, savedDonation.version, { ...factsOf(before), reason: 'Undone' })
          .then(
            (donation) =>
              toast(
                'Change Undone',
                'The donation is as it was. Both changes stay in the history.',
                { detail: whichGift(donation) },
              ),
            (error: unknown) => toastError('Failed to update donation', error),
          )
          .finally(() => void client.invalidateQueries({ queryKey: ['giving'] }));
      };
      toast('Donation Updated', 'The change has been recorded in the history.', {
        detail: whichGift(savedDonation),
        ...(savedDonation.version > before.version ? { action: { label: 'Undo', run: undo } } : {}),
      });
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      if (!isStale(error)) toastError('Failed to update donation', error);
    },
  });
}
