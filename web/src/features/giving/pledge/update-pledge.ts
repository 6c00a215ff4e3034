import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';

export function useUpdatePledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, amount }: { id: string; amount: string }) =>
      api(`/api/pledges/${id}`, { method: 'PATCH', body: { amount } }),
    onSuccess: () => {
      toast('Pledge Updated', 'Your annual pledge has been successfully updated!');
      return client.invalidateQueries({ queryKey: ['giving', 'pledge'] });
    },
    onError: (error) => {
      toastError('Failed to update pledge. Please try again.', error);
    },
  });
}
