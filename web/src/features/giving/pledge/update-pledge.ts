import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditPledge } from '#libs/contracts';
import { api } from '../../../lib/api';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';

export interface PledgeEdit {
  id: string;
  /**
   * The version that the user has seen. The server refuses the change if the pledge was changed
   * since.
   */
  version: number;
  body: EditPledge;
}

export function useUpdatePledge() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['giving', 'pledge'] });
  return useMutation({
    mutationFn: ({ id, version, body }: PledgeEdit) =>
      api(`/api/pledges/${id}`, { method: 'PATCH', body, headers: ifMatch(version) }),
    onSuccess: () => {
      toast('Pledge Updated', 'Your annual pledge has been successfully updated!');
      return refresh();
    },
    onError: (error) => {
      if (isStale(error)) void refresh();
      else toastError('Failed to update pledge. Please try again.', error);
    },
  });
}
