import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateGuestDonation } from '#libs/contracts';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';
import { whichGift } from './which';

export function useAddGuestDonation() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CreateGuestDonation) =>
      api('/api/donations', { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: (donation) => {
      renew();
      toast('Donation Added', 'The guest donation has been recorded.', {
        detail: whichGift(donation),
      });
      // Not awaited, so that the next donation can be typed at once.
      void client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error) => {
      toastError('Failed to add donation', error);
    },
  });
}
