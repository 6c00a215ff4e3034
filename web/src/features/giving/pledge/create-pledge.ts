import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

export interface NewPledge {
  amount: string;
  year: number;
  userId: string;
  currentAmount: 0;
}

export function useCreatePledge() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: NewPledge) =>
      api('/api/pledges', { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: () => {
      renew();
      toast('Pledge Created', 'Your annual pledge has been successfully created!');
      return client.invalidateQueries({ queryKey: ['giving', 'pledge'] });
    },
    onError: (error) => {
      toastError('Failed to create pledge. Please try again.', error);
    },
  });
}
