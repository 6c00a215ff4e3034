import { noop } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { yearOf } from '#libs/calendar';
import { gateOf, may } from '#libs/contracts';
import { activeFundraisersQuery } from '../lib/queries/fundraisers';
import { ownDonationsQuery, ownTotalQuery } from '../lib/queries/own-giving';
import { churchToday } from '../lib/church';
import { settingsQuery } from '../lib/queries/settings';
import { prefetch } from '../lib/prefetch';
import { prefetchMemberScreen } from '../lib/browser/prefetch-member-screen';
import { rootRoute } from './root';

/** Start page, pending notice, suspension notice or dashboard, by the person's state; the platform's owner is led to the churches. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'Dashboard' },
  beforeLoad: ({ context: { user } }) => {
    // whoever belongs to the platform alone has their desk there
    if (user && !user.organizationId) throw redirect({ to: '/admin/organizations', replace: true });
  },
  loader: async ({ context: { user, queryClient } }) => {
    if (!user || gateOf(user) !== 'open') return;
    // what stands above everything else comes with the page: nothing moves
    const staffCards = may(user, 'ledger.read')
      ? import('./start/load-staff-cards')
          .then(({ loadStaffCards }) => loadStaffCards(queryClient, user))
          .catch(noop)
      : undefined;
    prefetch(queryClient.query(ownTotalQuery));
    prefetch(queryClient.query(activeFundraisersQuery));
    prefetchMemberScreen((loaders) => loaders.dashboard(queryClient));
    prefetch(
      queryClient
        .query({ ...settingsQuery, staleTime: 'static' })
        .then((settings) =>
          queryClient.query(ownDonationsQuery(user.id, yearOf(churchToday(settings)))),
        ),
    );
    await staffCards;
  },
}).lazy(() => import('./index.lazy').then((module) => module.Route));
