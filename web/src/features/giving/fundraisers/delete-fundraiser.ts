import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';

export function useDeleteFundraiser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(`/api/fundraisers/${id}`, { method: 'DELETE' }),
    onSuccess: () => {
      toast('Campaign Deleted', 'The fundraising campaign has been deleted.');
      return client.invalidateQueries({ queryKey: ['giving', 'fundraisers'] });
    },
    onError: (error) => {
      toastError('Failed to delete fundraising campaign. Please try again.', error);
    },
  });
}
