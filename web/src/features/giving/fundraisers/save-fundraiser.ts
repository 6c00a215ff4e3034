import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateFundraiser, EditFundraiser } from '#libs/contracts';
import { campaignCreatedMessage } from './campaign-created-message';
import { api } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';
import { ifMatch, isStale } from '../../../lib/forms/stale-version';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';

export type FundraiserSave =
  | { id: null; body: CreateFundraiser }
  | {
      id: string;
      /**
       * The version that the user has seen. The server refuses the change if another user has
       * changed the campaign since.
       */
      version: number;
      body: EditFundraiser;
    };

/** Creates a campaign, or updates the one with the id. */
export function useSaveFundraiser() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (save: FundraiserSave) =>
      save.id === null
        ? api('/api/fundraisers', {
            method: 'POST',
            body: save.body,
            headers: keyFor(save.body),
          })
        : api(`/api/fundraisers/${save.id}`, {
            method: 'PATCH',
            body: save.body,
            headers: ifMatch(save.version),
          }),
    onSuccess: (savedFundraiser, { id, body }) => {
      renew();
      if (id === null)
        toast('Campaign Created', campaignCreatedMessage(savedFundraiser, body.current));
      else toast('Campaign Updated', 'The fundraising campaign has been updated.');
      // The title of a campaign is also shown with its donations.
      return client.invalidateQueries({ queryKey: ['giving'] });
    },
    onError: (error, { id }) => {
      if (isStale(error)) return;
      toastError(
        `Failed to ${id === null ? 'create' : 'update'} fundraising campaign. Please try again.`,
        error,
      );
    },
  });
}
