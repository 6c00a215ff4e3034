import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Donation, EditDonation } from '#libs/contracts';
import { ApiError, api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { factsOf } from './donation-form';
import { whichGift } from './which';

export interface DonationEdit {
  id: string;
  /** The version the person saw; the server refuses the edit if somebody changed it since. */
  version: number;
  body: EditDonation;
  /** As it was: for taking the edit back. */
  before: Donation;
}

/** The donation as it stands now, if the refusal was because somebody changed it meanwhile. */
export function staleDonation(error: unknown): Donation | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body;
  return body?.code === 'stale' && typeof body.current === 'object' && body.current !== null
    ? (body.current as Donation)
    : null;
}

const correct = (id: string, version: number, body: EditDonation) =>
  api(`/api/admin/donations/${id}`, {
    method: 'PATCH',
    body,
    headers: { 'If-Match': `"${version}"` },
  });

export function useUpdateDonation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body }: DonationEdit) => correct(id, version, body),
    onSuccess: (saved, { before }) => {
      const undo = () => {
        correct(saved.id, saved.version, { ...factsOf(before), reason: 'Undone' })
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
        detail: whichGift(saved),
        ...(saved.version > before.version ? { action: { label: 'Undo', run: undo } } : {}),
      });
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      if (!staleDonation(error)) toastError('Failed to update donation', error);
    },
  });
}
