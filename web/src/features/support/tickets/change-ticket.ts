import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ticket, TicketBulkInput, TicketChange, TicketMessageInput } from '#libs/contracts';
import { api } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { ticketQuery } from '../../../lib/queries/tickets';
import { toast, toastError } from '../../../lib/toast';
import { useIdempotencyKey } from '../../../lib/forms/use-idempotency-key';
import { nameOf } from './words';

/** Stores the ticket that the server answered, and reloads everything else that shows it. */
function showChangedTicket(client: QueryClient, ticket: Ticket) {
  client.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
  return client.invalidateQueries({ queryKey: ['tickets'] });
}

/** Returns the title and the sentence of the notification after a change. */
function resultOf(ticket: Ticket, change: TicketChange): [title: string, sentence: string] {
  if (change.status) return ['Status Updated', 'Ticket status has been updated.'];
  if (change.priority) return ['Priority Updated', 'Ticket priority has been updated.'];
  if (ticket.assignee === null) return ['Ticket Assigned', 'The ticket is assigned to nobody.'];
  return ['Ticket Assigned', `The ticket is assigned to ${nameOf(ticket.assignee)}.`];
}

function failureOf(change: TicketChange): string {
  if (change.status) return 'Failed to update status';
  if (change.priority) return 'Failed to update priority';
  return 'Failed to assign ticket';
}

/**
 * Runs the changes of one ticket one after the other, so that the user need not wait and no change
 * is lost.
 */
const oneAtATime = (id: string) => ({ scope: { id: `ticket ${id}` } });

/** Changes one field of a ticket. */
export function useChangeTicket(id: string) {
  const client = useQueryClient();
  return useMutation({
    ...oneAtATime(id),
    mutationFn: (body: TicketChange) =>
      api(`/api/support-tickets/${id}`, { method: 'PATCH', body }),
    onSuccess: (ticket, change) => {
      toast(...resultOf(ticket, change));
      return showChangedTicket(client, ticket);
    },
    onError: (error, change) => toastError(failureOf(change), error),
  });
}

export function useResolveTicket(id: string) {
  const client = useQueryClient();
  return useMutation({
    ...oneAtATime(id),
    mutationFn: () => api(`/api/support-tickets/${id}/resolve`, { method: 'PATCH' }),
    onSuccess: (ticket) => {
      toast('Ticket Resolved', 'The ticket has been marked as resolved.');
      return showChangedTicket(client, ticket);
    },
    onError: (error) => toastError('Failed to resolve ticket', error),
  });
}

export function useAddMessage(id: string) {
  const client = useQueryClient();
  const { keyFor, renew } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: TicketMessageInput) =>
      api(`/api/support-tickets/${id}/messages`, { method: 'POST', body, headers: keyFor(body) }),
    onSuccess: () => {
      renew();
      toast('Message Added', 'Your message has been added to the ticket.');
      return client.invalidateQueries({ queryKey: ['tickets'] });
    },
    onError: (error) => toastError('Failed to add message', error),
  });
}

/** Marks a ticket as seen, without a toast. The marks of unread messages that are visible stay. */
export function useMarkTicketSeen(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string | undefined) =>
      api(`/api/support-tickets/${id}/seen`, {
        method: 'PATCH',
        body: upTo === undefined ? {} : { upTo },
      }),
    onSuccess: (ticket) => {
      client.setQueryData(ticketQuery(id).queryKey, ticket);
      void client.invalidateQueries({ queryKey: ['tickets', 'list'] });
      return client.invalidateQueries({ queryKey: ['tickets', 'count'] });
    },
  });
}

/** Makes the same change to several tickets, all or none. */
export function useChangeTickets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TicketBulkInput) =>
      api('/api/support-tickets/bulk', { method: 'POST', body }),
    onSuccess: ({ changed }) => {
      toast('Tickets Updated', `${plural(changed, 'ticket')} changed.`);
      return client.invalidateQueries({ queryKey: ['tickets'] });
    },
    onError: (error) => toastError('Failed to update tickets', error),
  });
}
