import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { fundraisersQuery } from '../../../lib/queries/fundraisers';

/**
 * Activates or deactivates a campaign. The new state is shown at once, and reverted if the server
 * refuses.
 */
export function useToggleFundraiser() {
  const client = useQueryClient();
  const key = fundraisersQuery.queryKey;
  return useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      api(`/api/fundraisers/${id}`, { method: 'PATCH', body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      client.setQueryData(key, (list) =>
        list?.map((fundraiser) =>
          fundraiser.id === id ? { ...fundraiser, isActive } : fundraiser,
        ),
      );
      return { before };
    },
    onSuccess: (_saved, { isActive }) => {
      toast(
        'Campaign Updated',
        isActive
          ? 'The campaign is active. Members see it.'
          : 'The campaign is inactive. Members no longer see it.',
      );
    },
    onError: (error, _variables, context) => {
      if (context?.before) client.setQueryData(key, context.before);
      toastError('Failed to update campaign status. Please try again.', error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['giving', 'fundraisers'] }),
  });
}
