import { noop, type QueryClient } from '@tanstack/react-query';
import { notificationsQuery, unreadQuery } from '../queries/notifications';
import * as queries from '../queries/member-content';
import { prefetch } from '../prefetch';

/*
 * Functions that start the queries of member screens before the screens are rendered. They are not
 * in the route files, because every page loads those; this file is loaded together with the code of
 * the screen.
 */
export const memberScreenLoaders = {
  dashboard: (client: QueryClient) => {
    prefetch(client.query(queries.announcementsQuery));
    prefetch(client.query(queries.newestResourcesQuery));
    prefetch(client.query(queries.polledUserResourcesQuery));
    prefetch(client.query(queries.resourceCountsQuery));
    prefetch(client.query(queries.latestSermonQuery));
    prefetch(client.query(queries.nextEventsQuery));
    prefetch(client.query(queries.eventCountQuery));
  },
  /**
   * Loads the progress, on which the first card of the dashboard depends. Earlier progress suffices
   * for this card, so that a return to the dashboard does not wait.
   */
  resumeCard: (client: QueryClient) =>
    client.query({ ...queries.polledUserResourcesQuery, staleTime: 'static' }).catch(noop),
  resources: (
    client: QueryClient,
    {
      open,
      study,
      ...filters
    }: queries.ResourceFilters & { open?: string | undefined; study?: string | undefined },
  ) => {
    prefetch(client.query(queries.userResourcesQuery));
    if (open) prefetch(client.query(queries.resourceQuery(open)));
    else if (study) prefetch(client.query(queries.studyQuery(study)));
    else {
      prefetch(client.infiniteQuery(queries.resourcePagesQuery(filters)));
      prefetch(client.query(queries.studiesQuery));
    }
  },
  nuggets: (client: QueryClient) => prefetch(client.query(queries.nuggetsQuery)),
  sermons: (
    client: QueryClient,
    { q, open }: { q?: string | undefined; open?: string | undefined },
  ) =>
    prefetch(
      open
        ? client.query(queries.sermonQuery(open))
        : client.infiniteQuery(queries.sermonPagesQuery(q)),
    ),
  program: (client: QueryClient, open: string | undefined) => {
    if (open) prefetch(client.query(queries.eventQuery(open)));
    else {
      prefetch(client.infiniteQuery(queries.upcomingEventsQuery));
      prefetch(client.query(queries.pastEventsQuery));
    }
  },
  community: (client: QueryClient) => prefetch(client.query(queries.leadersQuery)),
  brothers: (client: QueryClient, open: string | undefined) => {
    prefetch(client.query(queries.brothersQuery));
    if (open) prefetch(client.query(queries.brothersItemQuery(open)));
  },
  notifications: (client: QueryClient) => {
    prefetch(client.query(notificationsQuery));
    prefetch(client.query(unreadQuery));
  },
};
