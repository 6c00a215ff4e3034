import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Donation, EditDonation } from '#libs/contracts';
import { ApiError, api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';

export interface DonationEdit {
  id: string;
  /** The version the person saw; the server refuses the edit if somebody changed it since. */
  version: number;
  body: EditDonation;
}

/** The donation as it stands now, if the refusal was because somebody changed it meanwhile. */
export function staleDonation(error: unknown): Donation | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const body = error.body;
  return body?.code === 'stale' && typeof body.current === 'object' && body.current !== null ? (body.current as Donation) : null;
}

export function useUpdateDonation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, body }: DonationEdit) =>
      api<Donation>(`/api/admin/donations/${id}`, { method: 'PATCH', body, headers: { 'If-Match': `"${version}"` } }),
    onSuccess: () => {
      toast('Donation Updated', 'The change has been recorded in the history.');
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      if (!staleDonation(error)) toastError('Failed to update donation', error);
    },
  });
}
