import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TicketPriority, TicketStatus, TicketType, TicketView } from '#libs/contracts';
import { api, apiPage } from '../api';

const pageSize = 30;

export interface TicketListOptions {
  ticketType: TicketType;
  view?: TicketView | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  q?: string | undefined;
}

/** The tickets of a type that the user may see, by pages, the most recently changed first. */
export const ticketsQuery = (options: TicketListOptions) =>
  infiniteQueryOptions({
    queryKey: ['tickets', 'list', options],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/support-tickets', {
        query: { ...options, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Do not show the tickets of the other type while these are loading.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as TicketListOptions | undefined)?.ticketType === options.ticketType
        ? keepPreviousData(before)
        : undefined,
  });

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'one', id],
    queryFn: ({ signal }) => api(`/api/support-tickets/${id}`, { signal }),
  });

export const ticketMessagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'messages', id],
    queryFn: ({ signal }) => api(`/api/support-tickets/${id}/messages`, { signal }),
  });

/**
 * The donation that a ticket asks about. The audit log records each request, so load it only once.
 */
export const ticketGiftQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'gift', id],
    queryFn: ({ signal }) => api(`/api/support-tickets/${id}/donation`, { signal }),
  });

export const ticketFiguresQuery = (ticketType: TicketType) =>
  queryOptions({
    queryKey: ['tickets', 'figures', ticketType],
    queryFn: ({ signal }) => api('/api/support-tickets/figures', { query: { ticketType }, signal }),
  });

/** The users who can be assigned and mentioned. */
export const ticketPeopleQuery = (ticketType: TicketType) =>
  queryOptions({
    queryKey: ['tickets', 'people', ticketType],
    queryFn: ({ signal }) => api('/api/support-tickets/people', { query: { ticketType }, signal }),
  });
