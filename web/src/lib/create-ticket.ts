import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TicketInput } from '#libs/contracts';
import { api, serverMessage } from './api';
import { toast, toastError } from './toast';
import { useIdempotencyKey } from './forms/use-idempotency-key';

/** Creates a ticket, from the Support Center or from another screen. */
export function useCreateTicket() {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: TicketInput) =>
      api('/api/support-tickets', { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: () => {
      renew();
      toast('Support Ticket Created', 'Your support ticket has been submitted successfully.');
      return client.invalidateQueries({ queryKey: ['tickets'] });
    },
    onError: (error) =>
      toastError(serverMessage(error) ?? 'Failed to create support ticket.', error),
  });
}
