import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { firstStepsQuery } from '../../../lib/queries/first-steps';
import { toast, toastError } from '../../../lib/toast';

/** Hides the first steps for the whole church. The toast offers to undo it. */
export function useHideFirstSteps() {
  const client = useQueryClient();
  const change = async (isPutAway: boolean) => {
    client.setQueryData(
      firstStepsQuery.queryKey,
      await api('/api/church/first-steps', { method: 'PUT', body: { isPutAway } }),
    );
  };
  const failed = (error: unknown) => toastError('The list could not be changed.', error);
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      toast('Hidden', 'Everything on the list stays in the menu.', {
        action: { label: 'Undo', run: () => void change(false).catch(failed) },
      }),
    onError: failed,
  });
}
