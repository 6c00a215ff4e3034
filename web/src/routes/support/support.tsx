import { createRoute } from '@tanstack/react-router';
import { supportViewOf } from '../../features/support/tickets/support-view';
import type { TicketFilters } from '../../features/support/tickets/queue/ticket-filters';
import type { TicketType } from '#libs/contracts';
import { ticketPriorities, ticketStatuses, ticketTypes, ticketViews } from '../../lib/choices';
import { requireMember } from '../../lib/guard';
import { readChoice, readText } from '../../lib/search';
import { prefetch } from '../../lib/prefetch';
import { rootRoute } from '../root';

interface SupportSearch extends TicketFilters {
  tab?: TicketType | undefined;
}

export const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  staticData: { title: 'Support Center' },
  validateSearch: (search): SupportSearch => ({
    tab: readChoice(search, 'tab', ticketTypes),
    view: readChoice(search, 'view', ticketViews),
    status: readChoice(search, 'status', ticketStatuses),
    priority: readChoice(search, 'priority', ticketPriorities),
    q: readText(search, 'q')?.slice(0, 200),
  }),
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { person, queryClient }, deps: { tab, view, ...filters } }) => {
    const { type, canAnswer } = supportViewOf(person, tab);
    prefetch(
      import('../../lib/queries/tickets').then(({ ticketFiguresQuery, ticketsQuery }) => {
        prefetch(
          queryClient.infiniteQuery(
            ticketsQuery({ ticketType: type, ...(canAnswer ? { view } : {}), ...filters }),
          ),
        );
        if (canAnswer) prefetch(queryClient.query(ticketFiguresQuery(type)));
      }),
    );
  },
}).lazy(() => import('./support.lazy').then((module) => module.Route));

export const supportTicketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support/$id',
  staticData: { title: 'Support Ticket' },
  beforeLoad: ({ context }) => ({ person: requireMember(context) }),
  loader: ({ context: { queryClient }, params: { id } }) => {
    prefetch(
      import('../../lib/queries/tickets').then(({ ticketMessagesQuery, ticketQuery }) => {
        prefetch(queryClient.query(ticketQuery(id)));
        prefetch(queryClient.query(ticketMessagesQuery(id)));
      }),
    );
  },
}).lazy(() => import('./support-ticket.lazy').then((module) => module.Route));
