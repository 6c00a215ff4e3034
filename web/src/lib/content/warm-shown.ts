import type { QueryClient } from '@tanstack/react-query';
import { notificationsQuery, unreadQuery } from '../queries/notifications';
import * as shown from '../queries/shown';
import { warm } from '../warm';

/*
 * What the member screens ask for before they are there. Apart from their routes, which are part of every page: it comes beside the
 * screen's own code.
 */
export const warmShown = {
  dashboard: (client: QueryClient) => {
    warm(client.query(shown.announcementsQuery));
    warm(client.query(shown.newestResourcesQuery));
    warm(client.query(shown.polledUserResourcesQuery));
    warm(client.query(shown.resourceCountsQuery));
    warm(client.query(shown.latestSermonQuery));
    warm(client.query(shown.nextEventsQuery));
    warm(client.query(shown.eventCountQuery));
  },
  resources: (
    client: QueryClient,
    {
      open,
      study,
      ...filters
    }: shown.ResourceFilters & { open?: string | undefined; study?: string | undefined },
  ) => {
    warm(client.query(shown.userResourcesQuery));
    if (open) warm(client.query(shown.resourceQuery(open)));
    else if (study) warm(client.query(shown.studyQuery(study)));
    else {
      warm(client.infiniteQuery(shown.resourcePagesQuery(filters)));
      warm(client.query(shown.studiesQuery));
    }
  },
  nuggets: (client: QueryClient) => warm(client.query(shown.nuggetsQuery)),
  sermons: (
    client: QueryClient,
    { q, open }: { q?: string | undefined; open?: string | undefined },
  ) =>
    warm(
      open
        ? client.query(shown.sermonQuery(open))
        : client.infiniteQuery(shown.sermonPagesQuery(q)),
    ),
  program: (client: QueryClient, open: string | undefined) => {
    if (open) warm(client.query(shown.eventQuery(open)));
    else {
      warm(client.infiniteQuery(shown.upcomingEventsQuery));
      warm(client.query(shown.pastEventsQuery));
    }
  },
  community: (client: QueryClient) => warm(client.query(shown.leadersQuery)),
  brothers: (client: QueryClient, open: string | undefined) => {
    warm(client.query(shown.brothersQuery));
    if (open) warm(client.query(shown.brothersItemQuery(open)));
  },
  notifications: (client: QueryClient) => {
    warm(client.query(notificationsQuery));
    warm(client.query(unreadQuery));
  },
};
