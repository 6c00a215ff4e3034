import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateDonation } from '#libs/contracts';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';
import { whichGift } from './which';

export function useAddDonation() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CreateDonation) =>
      api('/api/admin/donations', { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: (donation) => {
      renew();
      toast('Donation Added', 'The donation has been recorded.', { detail: whichGift(donation) });
      // Not awaited, so that the next donation can be typed at once.
      void client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      toastError('Failed to add donation', error);
    },
  });
}
